import type { Fall } from "./felt.ts";
import { bankerDraws, type BaccaratFacts, isNatural, playerDraws, pointsOfRank, winnerOf } from "./baccarat.rules.ts";
import { DECKS, SHOE } from "./shoe.ts";

const RANKS = 13;
const SUITS = 4;
const OF_RANK = DECKS * SUITS;
const LEFT = SHOE - 4;
/** Ways to choose two more cards in order; a round that takes fewer is as if the rest lay unseen. */
const LAST_TWO = LEFT * (LEFT - 1);
const OF_POINTS = Array.from({ length: 10 }, (_, points) => (points === 0 ? 4 * OF_RANK : OF_RANK));

interface Ending {
  readonly player: number;
  readonly banker: number;
  readonly cards: number;
  readonly ways: number;
}

/** The same endings, those that pay alike as one. */
function merge(endings: readonly Ending[]): readonly Ending[] {
  const merged = new Map<string, Ending>();
  for (const { player, banker, cards, ways } of endings) {
    const key = `${Math.sign(player - banker)} ${banker} ${cards}`;
    merged.set(key, { player, banker, cards, ways: ways + (merged.get(key)?.ways ?? 0) });
  }
  return [...merged.values()];
}

/** How a round ends after four cards of these points, over all third cards that are left in the shoe. */
function endingsOf(player2: readonly [number, number], banker2: readonly [number, number]): readonly Ending[] {
  const player = (player2[0] + player2[1]) % 10;
  const banker = (banker2[0] + banker2[1]) % 10;
  if (isNatural(player, banker)) return [{ player, banker, cards: 4, ways: LAST_TWO }];
  const left = [...OF_POINTS];
  for (const points of [...player2, ...banker2]) left[points] = (left[points] ?? 0) - 1;
  const bankerOn = (taken: number | undefined, hand: number, ways: number): readonly Ending[] => {
    const cards = 4 + (taken === undefined ? 0 : 1);
    const rest = taken === undefined ? LEFT : LEFT - 1;
    if (!bankerDraws(banker, taken)) return [{ player: hand, banker, cards, ways: ways * (taken === undefined ? LAST_TWO : rest) }];
    // A card after this one lies unseen where the player drew none.
    const unseen = taken === undefined ? LEFT - 1 : 1;
    return left.map((count, points) => ({
      player: hand,
      banker: (banker + points) % 10,
      cards: cards + 1,
      ways: ways * (count - (points === taken ? 1 : 0)) * unseen,
    }));
  };
  if (!playerDraws(player, banker)) return bankerOn(undefined, player, 1);
  return left.flatMap((count, points) => bankerOn(points, (player + points) % 10, count));
}

/** Two cards of one rank, in order, and how many of those are one and the same card. */
const PAIRS = OF_RANK * (OF_RANK - 1);
const PERFECT = SUITS * DECKS * (DECKS - 1);
/** Both hands pairs of the same rank: all ways, those where both are perfect (of one suit or of two), and those where the player's is. */
const FOURS = PAIRS * (OF_RANK - 2) * (OF_RANK - 3);
const BOTH_PERFECT = SUITS * DECKS * (DECKS - 1) * (DECKS - 2) * (DECKS - 3) + SUITS * (SUITS - 1) * (DECKS * (DECKS - 1)) ** 2;
const FIRST_PERFECT = PERFECT * (OF_RANK - 2) * (OF_RANK - 3);

/** Parts the ways to four ranks by how many perfect pairs they are; the suits of all other cards are free. */
function splitByPerfect([p1, p2, b1, b2]: readonly [number, number, number, number], ways: number): readonly number[] {
  if (p1 !== p2 && b1 !== b2) return [ways];
  if (p1 !== p2 || b1 !== b2) return [(ways / PAIRS) * (PAIRS - PERFECT), (ways / PAIRS) * PERFECT];
  if (p1 !== b1) return [(PAIRS - PERFECT) ** 2, 2 * PERFECT * (PAIRS - PERFECT), PERFECT ** 2];
  const one = 2 * (FIRST_PERFECT - BOTH_PERFECT);
  return [FOURS - one - BOTH_PERFECT, one, BOTH_PERFECT];
}

/** A place for each kind of round in one row of counts. */
const placeOf = ({ player, banker, cards }: Ending, isPlayerPair: boolean, isBankerPair: boolean): number =>
  ((((Math.sign(player - banker) + 1) * 10 + banker) * 3 + cards - 4) * 2 + Number(isPlayerPair)) * 2 + Number(isBankerPair);
const PLACES = 3 * 10 * 3 * 2 * 2;
const PERFECTS = 3;

/** Every four first cards by rank, and after them every third card by its points: all 416 × 415 × … × 411 orders of six cards, which a number still holds exactly. */
export function enumerateBaccarat(): readonly Fall<BaccaratFacts>[] {
  const known = new Map<string, readonly Ending[]>();
  const counts = new Float64Array(PLACES * PERFECTS);
  const kinds = new Map<number, BaccaratFacts>();
  for (const [ranks, ways] of firstFours()) {
    const [p1, p2, b1, b2] = [pointsOfRank(ranks[0]), pointsOfRank(ranks[1]), pointsOfRank(ranks[2]), pointsOfRank(ranks[3])];
    const key = `${p1}${p2}${b1}${b2}`;
    const endings = known.get(key) ?? merge(endingsOf([p1, p2], [b1, b2]));
    known.set(key, endings);
    const [isPlayerPair, isBankerPair] = [ranks[0] === ranks[1], ranks[2] === ranks[3]];
    splitByPerfect(ranks, ways).forEach((part, perfectPairs) => {
      for (const ending of endings) {
        const place = placeOf(ending, isPlayerPair, isBankerPair) * PERFECTS + perfectPairs;
        counts[place] = (counts[place] ?? 0) + part * ending.ways;
        const { player, banker, cards } = ending;
        if (!kinds.has(place)) kinds.set(place, { winner: winnerOf(player, banker), bankerPoints: banker, cards, isPlayerPair, isBankerPair, perfectPairs });
      }
    });
  }
  return [...kinds].map(([place, facts]) => ({ facts, ways: BigInt(counts[place] ?? 0) }));
}

function* firstFours(): Generator<readonly [ranks: readonly [number, number, number, number], ways: number]> {
  const left = Array.from({ length: RANKS }, () => OF_RANK);
  const take = function* (ways: number): Generator<readonly [rank: number, ways: number]> {
    for (let rank = 0; rank < RANKS; rank += 1) {
      const count = left[rank] ?? 0;
      left[rank] = count - 1;
      yield [rank, ways * count];
      left[rank] = count;
    }
  };
  for (const [p1, first] of take(1))
    for (const [p2, second] of take(first)) for (const [b1, third] of take(second)) for (const [b2, fourth] of take(third)) yield [[p1, p2, b1, b2], fourth];
}
