import type { MinesAction, MinesChoice } from "@laro/contract/core/plays/steps";
import { expect, test } from "vitest";
import { isNearlySure, rational } from "../engine.ts";
import { createRandom, goldenStream, scriptedStream } from "../testing.ts";
import { endsOf, mines, minesMultiplier, minesReturn, nextMultiplier, TILES } from "./mines.ts";

const TIMEOUT_MS = 120_000;
const pick = (tile: number): MinesAction => ({ act: "pick", tile });
const cashOut: MinesAction = { act: "cashOut" };
const play = (choice: MinesChoice, actions: readonly MinesAction[], nonce = 0n) =>
  mines.replay({ stakeMinor: 12_300n, choice, actions, stream: goldenStream({ nonce }) });
const counts = Array.from({ length: 24 }, (_, index) => index + 1);

test.each([{ mines: 0 }, { mines: 25 }, { mines: 2.5 }, { mines: "3" }, { mines: Number.NaN }, { mines: 3, tile: 1 }, {}, [[]], [[3]], null])(
  "the choice %j is refused",
  (choice) => {
    expect(mines.parseChoice.safeParse(choice).success).toBe(false);
    expect(() => play(choice as MinesChoice, [])).toThrow(RangeError);
  },
);

test.each([
  { act: "pick" },
  { act: "pick", tile: 25 },
  { act: "pick", tile: -1 },
  { act: "pick", tile: "1" },
  { act: "flag", tile: 1 },
  { act: "cashOut", tile: 1 },
  [[]],
  null,
  "cashOut",
])("the action %j is refused", (action) => {
  expect(mines.parseAction.safeParse(action).success).toBe(false);
  expect(() => play({ mines: 3 }, [action as MinesAction])).toThrow(RangeError);
});

test("a win before the first tile, a tile twice and a tile after the end are not legal", () => {
  expect(() => play({ mines: 3 }, [cashOut])).toThrow('{"act":"cashOut"} is not legal where the round stands.');
  expect(() => play({ mines: 3 }, [pick(0), pick(0)])).toThrow('{"act":"pick","tile":0} is not legal where the round stands.');
  expect(() => play({ mines: 3 }, [pick(0), cashOut, pick(1)])).toThrow(RangeError);
  expect(() => play({ mines: 3 }, [pick(GOLDEN_FIELD[0]!), pick(0)])).toThrow(RangeError);
});

const GOLDEN_FIELD = [1, 2, 19];

test("the golden rounds stay as they are", () => {
  const won = play({ mines: 3 }, [pick(0), pick(3), cashOut]);
  expect(won.end).toEqual({
    winMinor: 15_744n,
    outcome: { picks: [0, 3], hit: null, field: GOLDEN_FIELD, multiplier: 128 },
  });
  expect(won.view.field).toEqual(GOLDEN_FIELD);
  const lost = play({ mines: 3 }, [pick(0), pick(GOLDEN_FIELD[1]!)]);
  expect(lost.end).toMatchObject({ winMinor: 0n, outcome: { picks: [0], hit: GOLDEN_FIELD[1], multiplier: 0 } });
  expect(lost.legal).toEqual([]);
});

test("the mines are the first places of a shuffled row of tiles", () => {
  const field = (...draws: number[]) =>
    mines.replay({ stakeMinor: 100n, choice: { mines: draws.length }, actions: [pick(24), cashOut], stream: scriptedStream(...draws) }).view.field;
  expect(field(0, 0, 0)).toEqual([0, 1, 2]);
  expect(field(5, 5, 5)).toEqual([5, 6, 7]);
  expect(field(23, 22, 21)).toEqual([23, 0, 1]);
});

test("two rounds in which the same tiles were safe look the same, wherever the mines are", { timeout: TIMEOUT_MS }, () => {
  const random = createRandom(7);
  let compared = 0;
  for (let round = 0; round < 3_000; round += 1) {
    const choice = { mines: 1 + random(8) };
    const tiles = Array.from({ length: TILES }, (_, tile) => tile);
    const actions = Array.from({ length: 1 + random(5) }, () => pick(tiles.splice(random(tiles.length), 1)[0]!));
    const safe = (from: number) => {
      for (let nonce = from; nonce < from + 400; nonce += 1) {
        try {
          const at = play(choice, actions, BigInt(nonce));
          if (at.end === undefined) return at;
        } catch {
          // A mine came before the last tile.
        }
      }
      return undefined;
    };
    const [one, other] = [safe(round), safe(round + 500)];
    if (one === undefined || other === undefined) continue;
    compared += 1;
    expect(one).toEqual(other);
    expect(one.view.field).toBeNull();
  }
  expect(compared).toBeGreaterThan(2_500);
});

test("each tile is worth ⌊99 · C(25, k) / C(25 − m, k)⌋ hundredths, by the chances multiplied one by one", () => {
  for (const count of counts)
    for (let picks = 1, [over, under] = [1n, 1n]; picks <= TILES - count; picks += 1) {
      over *= BigInt(TILES - picks + 1);
      under *= BigInt(TILES - count - picks + 1);
      expect(minesMultiplier(count, picks)).toBe(Number((99n * over) / under));
    }
  expect([1, 2, 3, 4, 5].map((picks) => minesMultiplier(3, picks))).toEqual([112, 128, 147, 171, 199]);
});

test("all fields add up to the return: each of C(25, m) is as likely, and those without a mine under k tiles pay", () => {
  for (const { count, picks } of [
    { count: 1, picks: 4 },
    { count: 2, picks: 3 },
    { count: 3, picks: 2 },
  ]) {
    let [paid, fields] = [0, 0];
    const lay = (left: number, from: number, isSafe: boolean): void => {
      if (left === 0) {
        fields += 1;
        paid += isSafe ? minesMultiplier(count, picks) : 0;
        return;
      }
      for (let tile = from; tile < TILES; tile += 1) lay(left - 1, tile + 1, isSafe && tile >= picks);
    };
    lay(count, 0, true);
    expect(minesReturn(count, picks)).toEqual(rational(BigInt(paid), BigInt(fields) * 100n));
  }
});

test("the return of every number of mines and tiles is between 98.2800 % (1 mine, 4 tiles) and 99 %", () => {
  const returns = counts.flatMap((count) => endsOf(count).map((picks) => ({ count, picks, value: minesReturn(count, picks) })));
  const sorted = returns.toSorted((a, b) => Number(a.value.numerator) / Number(a.value.denominator) - Number(b.value.numerator) / Number(b.value.denominator));
  expect(sorted[0]).toEqual({ count: 1, picks: 4, value: rational(9_828n, 10_000n) });
  expect(sorted.at(-1)!.value).toEqual(rational(99n, 100n));
  expect(mines.exactReturn()).toEqual(rational(9_828n, 10_000n));
  expect(mines.exactReturn({ mines: 1 })).toEqual(rational(9_828n, 10_000n));
  expect(mines.exactReturn({ mines: 24 })).toEqual(rational(99n, 100n));
});

test("no round pays more than 9,193.38 times the stake: it ends before a tile above 10,000 times", () => {
  expect(mines.maxWinMultiple).toEqual(rational(919_338n, 100n));
  expect((mines.stakeMax * mines.maxWinMultiple.numerator) / mines.maxWinMultiple.denominator).toBeLessThanOrEqual(200_000_000n);
  const most = counts.map((count) => endsOf(count).length);
  expect(most).toEqual([24, 23, 22, 20, 19, 17, 15, 14, 13, 11, 10, 9, 9, 8, 7, 6, 6, 5, 5, 4, 3, 3, 2, 1]);
  expect(nextMultiplier(12, 9)).toBeNull();
  const draws = Array.from({ length: 12 }, () => 0);
  const tiles = Array.from({ length: 9 }, (_, index) => pick(24 - index));
  const { end, legal } = mines.replay({ stakeMinor: 100n, choice: { mines: 12 }, actions: tiles, stream: scriptedStream(...draws) });
  expect(legal).toEqual([]);
  expect(end!.winMinor).toBe(BigInt(minesMultiplier(12, 9)));
});

test("a win that was nearly sure counts nothing towards turnover, by the chance of its tiles and at every stake; a mine counts whole", () => {
  for (const stakeMinor of [mines.stakeMin, 12_300n, mines.stakeMax])
    for (const count of counts) {
      expect(mines.validMinor({ choice: { mines: count }, stakeMinor, winMinor: 0n })).toBe(stakeMinor);
      let chance = rational(1n, 1n);
      for (const picks of endsOf(count)) {
        chance = rational(chance.numerator * BigInt(TILES - count - picks + 1), chance.denominator * BigInt(TILES - picks + 1));
        const winMinor = (stakeMinor * BigInt(minesMultiplier(count, picks))) / 100n;
        expect(mines.validMinor({ choice: { mines: count }, stakeMinor, winMinor })).toBe(isNearlySure(chance) ? 0n : stakeMinor);
      }
    }
  // One mine and one tile or two, two mines and one tile: 24, 23 and 23 in 25.
  expect([103, 107, 112].map((paid) => mines.validMinor({ choice: { mines: 1 }, stakeMinor: 100n, winMinor: BigInt(paid) }))).toEqual([0n, 0n, 100n]);
});

test("the largest deviation is that of the longest chance", () => {
  const { numerator, denominator } = mines.exactVariance();
  expect(Math.sqrt(Number((numerator * 1_000n) / denominator) / 1_000)).toBeCloseTo(95.3996, 2);
});

test("rounds over 100,000 nonces return what they should within 3.29 standard deviations", { timeout: TIMEOUT_MS }, () => {
  const rounds = 100_000;
  const actions = [pick(3), pick(17), cashOut];
  let paid = 0n;
  for (let nonce = 0n; nonce < rounds; nonce += 1n) {
    const field = mines.replay({ stakeMinor: 100n, choice: { mines: 5 }, actions: [pick(3)], stream: goldenStream({ nonce }) });
    if (field.end !== undefined) continue;
    const next = mines.replay({ stakeMinor: 100n, choice: { mines: 5 }, actions: actions.slice(0, 2), stream: goldenStream({ nonce }) });
    if (next.end !== undefined) continue;
    paid += mines.replay({ stakeMinor: 100n, choice: { mines: 5 }, actions, stream: goldenStream({ nonce }) }).end!.winMinor;
  }
  const pays = minesMultiplier(5, 2) / 100;
  const chance = (20 / 25) * (19 / 24);
  const deviation = pays * Math.sqrt((chance * (1 - chance)) / rounds);
  expect(Math.abs(Number(paid) / (100 * rounds) - pays * chance)).toBeLessThan(3.29 * deviation);
});
