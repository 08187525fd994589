import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { Odds } from "@laro/contract/core/odds";
import type { games } from "@laro/contract/games";
import { type Bet, type Ending, type Engine, rational, type Rational } from "@laro/engines/engine";
import { returnOf, varianceOf } from "@laro/engines/minis/odds";
import { versionOf } from "@laro/engines/registry";
import { engineOf, findGameByCode } from "../../core/catalogue/catalogue.ts";
import { decimalOf, percentOf } from "./games.ts";

const kept = new Map<string, OutputOf<(typeof games)["odds"]>>();

/** The odds of a house game as its engine counts them, once in a process. Refuses with `games.not_found`. */
export function getOdds(gameCode: string): OutputOf<(typeof games)["odds"]> {
  const game = findGameByCode(gameCode) ?? refuse("games.not_found", { field: "gameCode" });
  const known = kept.get(gameCode);
  if (known !== undefined) return known;
  const engine = engineOf(game);
  const list = listBets(engine).map((bet) => describeBet(engine, bet));
  const odds = { version: versionOf(engine), ...describeReturn(engine.exactReturn()), list };
  kept.set(gameCode, odds);
  return odds;
}

/** An engine that names no bets has one: itself. */
const listBets = (engine: Engine): readonly Bet<unknown>[] => engine.bets?.() ?? [{ choice: undefined }];

function describeBet(engine: Engine, { choice, endings }: Bet<unknown>): Odds {
  const described = { choice: (choice ?? {}) as Odds["choice"], largestWin: decimalOf(hundredthsOf(engine.maxWinMultiple)) };
  if (endings === undefined) {
    return { ...described, pays: [], ...describeReturn(engine.exactReturn(choice)), deviation: rootOf(engine.exactVariance(choice)) };
  }
  const pays = describePays(endings);
  return { ...described, pays, ...describeReturn(returnOf(endings)), deviation: rootOf(varianceOf(endings)), largestWin: pays[0]!.multiple };
}

/** Each amount once, the largest first. */
function describePays(endings: readonly Ending[]): Odds["pays"] {
  const all = endings.reduce((sum, { ways }) => sum + ways, 0n);
  const byPay = Map.groupBy(endings, ({ pays }) => pays);
  return [...byPay]
    .toSorted(([one], [other]) => other - one)
    .map(([pays, of]) => ({
      multiple: decimalOf(BigInt(pays)),
      chance: describeFraction(
        rational(
          of.reduce((sum, { ways }) => sum + ways, 0n),
          all,
        ),
      ),
    }));
}

const describeFraction = ({ numerator, denominator }: Rational): string => `${numerator}/${denominator}`;
const describeReturn = (fraction: Rational) => ({ exactReturn: describeFraction(fraction), percent: percentOf(fraction) });
const hundredthsOf = ({ numerator, denominator }: Rational): bigint => (numerator * 100n) / denominator;

/** The square root of a variance with two decimals, rounded down. */
const rootOf = ({ numerator, denominator }: Rational): string => decimalOf(squareRoot((numerator * 10_000n) / denominator));

/** Newton's, in whole numbers: the largest whose square is not above. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
