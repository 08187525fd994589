/** The code of the partner whose page frames this one, as its address says; undefined on every other page. */
export const readEmbed = (): string | undefined => /^\/embed\/([A-Z][A-Z0-9_]{1,19})$/.exec(location.pathname)?.[1];

/** A store that is forgotten with the page. */
function makeStore(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (place) => [...kept.keys()][place] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, String(value)),
  };
}

/** In another site's frame a browser may forbid us to keep anything: nothing of a partner's player is kept anyway. */
export function keepNothing(): void {
  for (const name of ["localStorage", "sessionStorage"] as const) Object.defineProperty(window, name, { configurable: true, value: makeStore() });
}
