import uFuzzy from "@leeoniya/ufuzzy";
import type { OutputOf } from "@laro/contract/core/endpoint";
import type { games } from "@laro/contract/games";

type Index = OutputOf<(typeof games)["index"]>;

/** A game of the index, as a result shows it. */
export interface FoundGame {
  readonly nodeId: string;
  readonly name: string;
  readonly vendor: string;
  readonly gameType: string;
}

export interface Found {
  readonly games: readonly FoundGame[];
  /** None fits: these share most letters with what was typed. */
  readonly isClose: boolean;
  readonly vendors: Index["vendors"];
}

export interface Searcher {
  readonly find: (typed: string) => Found;
}

const RESULTS_MAX = 24;
const VENDORS_MAX = 6;
const CLOSE_MAX = 6;
/** Permuting more words than this costs more than it finds. */
const WORDS_PERMUTED_MAX = 4;
const TYPED_MAX = 64;
/** A shorter word with a slip in it is another word. */
const SLIP_FROM_LETTERS = 4;
const NO_SLIP = { intraIns: 0, intraSub: 0, intraTrn: 0, intraDel: 0 } as const;
/** Anywhere but in the first letter, which people hit. */
const ONE_SLIP = { intraSlice: [1, Infinity] as [number, number], intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 } as const;

const NOTHING: Found = { games: [], isClose: false, vendors: [] };

/** Letters without accents, small, single spaces. */
const plain = (text: string): string => uFuzzy.latinize(text).toLowerCase().replace(/\s+/g, " ").trim();

/** Prepares the games for looking them up by what somebody types: any order of words, no accents, one slip in each word of four letters or more. */
export function openSearch(index: Index): Searcher {
  const fuzzy = new uFuzzy({ intraMode: 1, intraRules: (word) => (word.length < SLIP_FROM_LETTERS ? NO_SLIP : ONE_SLIP) });
  const names = index.names.map(plain);
  const vendorNames = index.vendors.map(({ name, code }) => plain(`${name} ${code}`));
  const haystack = names.map((name, at) => `${name} ${name.replaceAll(" ", "")} ${vendorNames[index.vendorOf[at]!]} ${plain(index.words[at]!)}`);
  const gameAt = (at: number): FoundGame => ({
    nodeId: index.nodeIds[at]!,
    name: index.names[at]!,
    vendor: index.vendors[index.vendorOf[at]!]!.name,
    gameType: index.gameTypes[index.typeOf[at]!]!,
  });
  const find = (typed: string): Found => {
    const asked = plain(typed.slice(0, TYPED_MAX));
    if (asked === "") return NOTHING;
    const [found] = fuzzy.search(haystack, asked, WORDS_PERMUTED_MAX, 0);
    const places = [...(found ?? [])].map((at) => ({ at, rank: rankOf(names[at]!, asked) }));
    // The index is in the order of popularity: the lower place goes first.
    const best = places.toSorted((a, b) => a.rank - b.rank || index.popularity[b.at]! - index.popularity[a.at]! || a.at - b.at).slice(0, RESULTS_MAX);
    const vendors = index.vendors.filter((_, at) => vendorNames[at]!.includes(asked)).slice(0, VENDORS_MAX);
    if (best.length > 0 || vendors.length > 0) return { games: best.map(({ at }) => gameAt(at)), isClose: false, vendors };
    return { games: closest(names, asked).map(gameAt), isClose: true, vendors };
  };
  return { find };
}

/** The whole name, its beginning, the beginning of one of its words, anywhere in it, only in what it is also found by. */
function rankOf(name: string, asked: string): number {
  if (name === asked) return 0;
  if (name.startsWith(asked)) return 1;
  if (name.includes(` ${asked}`)) return 2;
  return name.includes(asked) ? 3 : 4;
}

const pairsOf = (text: string): ReadonlySet<string> => new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));

/** Names by their share of letter pairs in common (Dice's coefficient). */
function closest(names: readonly string[], asked: string): number[] {
  const pairs = pairsOf(asked);
  const shares = names.map((name, at) => {
    const own = pairsOf(name);
    const common = [...own].filter((pair) => pairs.has(pair)).length;
    return { at, share: own.size + pairs.size === 0 ? 0 : (2 * common) / (own.size + pairs.size) };
  });
  return shares
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share || a.at - b.at)
    .slice(0, CLOSE_MAX)
    .map(({ at }) => at);
}
