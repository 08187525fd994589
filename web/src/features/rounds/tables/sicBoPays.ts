import { totalPays } from "@laro/engines/tables/sic-bo";

const OPPOSITE = 21;
const words: Readonly<Record<string, string>> = {
  combo: "6:1",
  double: "11:1",
  triple: "190:1",
  anyTriple: "31:1",
  three: "7:1",
  single: "1:1 · 2:1 · 12:1",
};

/** A spot's kind and what stands behind it: `total9` is a total of 9. */
export function partsOf(spot: string): { readonly kind: string; readonly rest: string } {
  const [, kind = spot, rest = ""] = /^([a-zA-Z]+)([\d-]*)$/.exec(spot) ?? [];
  return { kind, rest };
}

/** What a spot pays beside the stake, as the felt says it; a test holds it to the engine. */
export function sicBoPays(spot: string): string {
  const { kind, rest } = partsOf(spot);
  if (kind !== "total") return words[kind] ?? "1:1";
  const total = Number(rest);
  return `${(totalPays[Math.min(total, OPPOSITE - total)] ?? 0) / 100 - 1}:1`;
}
