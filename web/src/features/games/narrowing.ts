/** What a list can be narrowed by beside its class, as it stands in the address. */
export const facetNames = ["minimumBet", "lines", "returnFrom", "volatility", "feature", "demo", "vendors"] as const;
export type FacetName = (typeof facetNames)[number];

/** The choices of each facet that is in force, by their codes. */
export type Narrowing = { readonly [Name in FacetName]?: readonly string[] };

/** How a choice is written; whatever else an address says is no choice. */
const written: Readonly<Record<FacetName, RegExp>> = {
  vendors: /^[\w-]{1,32}$/,
  feature: /^[\w-]{1,32}$/,
  volatility: /^[1-5]$/,
  returnFrom: /^\d{1,2}$/,
  minimumBet: /^\d{1,6}\.\d{2}$/,
  lines: /^[1-9]\d{0,3}$/,
  demo: /^1$/,
};
/** Of these any of several fits; of the others a later choice takes the place of the one before. */
const manifold: readonly FacetName[] = ["vendors", "feature", "volatility"];
const CHOICES_MAX = 12;

/** The choices an address holds. */
export function readNarrowing(query: URLSearchParams): Narrowing {
  const chosen = facetNames.map((name) => {
    const codes = [...new Set((query.get(name) ?? "").split(","))].filter((code) => written[name].test(code));
    return [name, codes.slice(0, manifold.includes(name) ? CHOICES_MAX : 1)] as const;
  });
  return Object.fromEntries(chosen.filter(([, codes]) => codes.length > 0));
}

/** The same choices with one more, or without one that was among them. */
export function toggleChoice(narrowing: Narrowing, name: FacetName, code: string): Narrowing {
  const before = narrowing[name] ?? [];
  if (before.includes(code)) return withCodes(narrowing, name, before.toSpliced(before.indexOf(code), 1));
  return withCodes(narrowing, name, manifold.includes(name) ? [...before, code].slice(-CHOICES_MAX) : [code]);
}

export const liftFacet = (narrowing: Narrowing, name: FacetName): Narrowing => withCodes(narrowing, name, []);

function withCodes(narrowing: Narrowing, name: FacetName, codes: readonly string[]): Narrowing {
  const { [name]: _, ...others } = narrowing;
  return codes.length === 0 ? others : { ...others, [name]: codes };
}

/** Puts choices into an address, beside what else it says. */
export function writeNarrowing(query: URLSearchParams, narrowing: Narrowing): URLSearchParams {
  for (const name of facetNames) {
    const codes = narrowing[name];
    if (codes === undefined) query.delete(name);
    else query.set(name, codes.join(","));
  }
  return query;
}
