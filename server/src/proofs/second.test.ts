import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { engines, type GameCode, lotteries, type LotteryCode } from "@laro/engines/registry";
import { expect, onTestFinished, test } from "vitest";
import { loadSecond, proveSecond, type Second, VERIFY_FOLDER } from "./second.ts";

/** A thousand rounds of every game, on a machine that does other things too. */
const LIMIT_MS = 300_000;

test(
  "a second implementation, written from the rules alone, agrees on 1,000 golden rounds of each game and on random ones",
  async () => {
    expect(proveSecond({ second: await loadSecond(), games: engines as never, golden: 1_000, random: 300 })).toEqual([]);
  },
  LIMIT_MS,
);

test(
  "it agrees on 1,000 golden tickets of each lottery and on random ones",
  async () => {
    expect(proveSecond({ second: await loadSecond(), games: lotteries as never, golden: 1_000, random: 300 })).toEqual([]);
  },
  LIMIT_MS,
);

/** The second implementation with one line of it changed. */
async function changed(file: string, from: string, to: string): Promise<Second> {
  const folder = mkdtempSync(join(tmpdir(), "laro-second-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(VERIFY_FOLDER, folder, { recursive: true });
  const text = readFileSync(join(folder, file), "utf8");
  expect(text.split(from)).toHaveLength(2);
  writeFileSync(join(folder, file), text.replace(from, to));
  return (await import(pathToFileURL(join(folder, "games.mjs")).href)) as Second;
}

test.each<[GameCode | LotteryCode, string, string, string]>([
  ["GINTONG_PAROL", "fair.mjs", "while (x >= 2 ** 32 - (2 ** 32 % n)) x = take();", ""],
  ["KENO", "minis.mjs", "[0, 100, 1010]", "[0, 100, 1011]"],
  ["SCRATCH", "minis.mjs", "field: draw(9)", "field: draw(8)"],
  ["PAROL_BINGO", "minis.mjs", "balls.slice(0, 40)", "balls.slice(0, 41)"],
  ["BACCARAT", "tables.mjs", '"00111111001"', '"00111111011"'],
  ["DRAGON_TIGER_1", "tables.mjs", "lead === 0 ? 50 : lead > 0", "lead === 0 ? 100 : lead > 0"],
  ["SIC_BO", "tables.mjs", "different > 1 && total <= 10", "total <= 10"],
  ["CRASH_1", "tables.mjs", "cashed <= result.point && ", ""],
  ["BLACKJACK", "steps.mjs", "while (total(dealer) < 17)", "while (total(dealer) < 18)"],
  ["BLACKJACK_1", "hands.mjs", 'draw.lane("2")', 'draw.lane("dealer")'],
  ["BLACKJACK_1", "hands.mjs", "value(start[0]) === 1) return 1;", "value(start[0]) === 1) return 2;"],
  ["BLACKJACK_1", "hands.mjs", "isOver: value(cards[0]) === 1 || total(cards) === 21", "isOver: total(cards) === 21"],
  ["BLACKJACK_1", "hands.mjs", "!isAsked || at !== 0", "at !== 0"],
  ["MINES", "steps.mjs", "(99n * ways(25, k)) / ways(safe, k)", "(98n * ways(25, k)) / ways(safe, k)"],
  ["HI_LO", "steps.mjs", "next > rank || (!isEnd && next === rank)", "next > rank"],
  ["VIDEO_POKER", "steps.mjs", "rank >= 10", "rank >= 9"],
  ["MANGO_RUSH", "machines.mjs", "MMMCCDJJCC77", "MMMCCDJJC7C7"],
  ["PERLAS_HOLD", "slots.mjs", "draw(18) === 0", "draw(18) === 1"],
  ["HALO_HALO", "books.mjs", "rotate(fourth >>> 0, 11)", "rotate(fourth >>> 0, 10)"],
  ["BULKAN_WAYS", "books.mjs", "reach < 3", "reach < 4"],
  ["PH_4D", "lottery.mjs", "[4, 3, 2].find((last) => same", "[4, 2, 3].find((last) => same"],
  ["SEA_4D", "lottery.mjs", "bigIBox: anywhere(BIG, anyOrder, orders)", "bigIBox: anywhere(BIG, anyOrder, () => 24)"],
  ["SEA_5D", "lottery.mjs", "if (mine === first) return 3_800_000;", ""],
  ["VN_SOUTH", "lottery.mjs", "head: -1", "head: 0"],
  ["VN_NORTH", "lottery.mjs", "seen(pick, result) === 0", "seen(pick, result) <= 1"],
  ["PK10", "lottery.mjs", "FIRST_TWO[22 - Number(pick)]", "FIRST_TWO[23 - Number(pick)]"],
  ["K3", "lottery.mjs", ">= count([...pick], face)", ">= 1"],
  ["SSC", "lottery.mjs", "(digit + 1) % 10", "digit + 1"],
  ["C11X5", "lottery.mjs", "total === 30 ? 100", "total === 30 ? 0"],
  ["LUCKY28", "lottery.mjs", "sum(digits) >= 22", "sum(digits) >= 21"],
])("the proof turns red where %s is played with one line changed", async (code, file, from, to) => {
  const second = await changed(file, from, to);
  expect(proveSecond({ second, games: { [code]: { ...engines, ...lotteries }[code] } as never, golden: 1_000, random: 0 })).not.toEqual([]);
});

test("the proof turns red on a game the second implementation does not know", async () => {
  const second = await loadSecond();
  const codes = second.codes.filter((code) => code !== "DICE");
  expect(proveSecond({ second: { ...second, codes }, games: { DICE: engines.DICE as never }, golden: 1, random: 0 })).toEqual(["DICE is not known there"]);
});
