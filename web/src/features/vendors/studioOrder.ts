/** A drafted order of studios beside the one that stands: who came since stands at its end, who left is left out. */
export const orderOf = (drafted: readonly string[] | undefined, stood: readonly string[]): readonly string[] => {
  const standing = new Set(stood);
  return [...new Set([...(drafted ?? []), ...stood])].filter((code) => standing.has(code));
};
