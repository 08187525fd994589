/** Far more than any input of the contract has. */
const DEPTH_MAX = 16;

/** Whether every text in an input can be stored (PostgreSQL takes neither NUL nor half a surrogate pair), no key is a prototype's and nothing nests without end. */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  if (depth === DEPTH_MAX) return false;
  // Every call passes here: lists of keys and pairs would be thrown away at once.
  for (const key in value) {
    if (key === "__proto__" || !isStorable(key) || !isStorable((value as Readonly<Record<string, unknown>>)[key], depth + 1)) return false;
  }
  return true;
}
