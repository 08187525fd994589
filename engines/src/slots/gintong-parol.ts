import { type JackpotOutcome, SlotChoice } from "@laro/contract/core/plays/slots";
import { assertStake, rational, wholeStake } from "../engine.ts";
import type { InstantEngine, Jackpot } from "../engine.ts";
import { once, perStake, times, whole } from "./moments.ts";
import { exactReturn, linesOf, settleStops, spin, spinsOf, stripsOf, totalPays } from "./reels.ts";
import type { ReelMachine } from "./reels.ts";

/** Symbols in index order: the golden parol is wild, and nothing is a scatter. */
export const gintongParolSymbols = ["parol", "star", "bell", "gift", "candle", "bibingka", "flower", "leaf", "mug"] as const;

/** One letter per symbol, in index order. */
const LETTERS = "PSBGCKFLM";

/** The row of each reel that a line crosses, 0 at the top. */
const LINES = "11111 00000 22222 01210 21012 10001 12221 00122 22100 10121";

/** Each strip begins with three parols, so they can fill the window. Strips and pays were searched for until the return was 93.25 % to the last digit. */
export const gintongParolMachine: ReelMachine = {
  strips: stripsOf(LETTERS, [
    "PPPGKGFSSMFMCCGLGBBLFCCGKKLMMF",
    "PPPSSLLMCCKGMMMMFFGGFFMMKLLBKBBK",
    "PPPSSLLBBMMMMKCGGKFFKKCCCGGFFC",
    "PPPBCGGMKKMCKLLCBMFCSSBGGFBMMMLL",
    "PPPMMGKKLLFFGMSSFFCCCBBKKGCCMMLL",
  ]),
  lines: linesOf(LINES),
  linePays: [
    [0, 0, 0, 80, 400, 2_000],
    [0, 0, 0, 18, 100, 800],
    [0, 0, 0, 10, 50, 300],
    [0, 0, 0, 8, 30, 120],
    [0, 0, 0, 7, 20, 84],
    [0, 0, 0, 6, 12, 46],
    [0, 0, 0, 2, 10, 40],
    [0, 0, 0, 2, 8, 26],
    [0, 0, 0, 2, 7, 25],
  ],
  scatterPays: [],
  wild: LETTERS.indexOf("P"),
  scatter: -1,
};

/** 1.5 % of every stake, and 50,000.00 of the house in each new pool; one round in 20,000,000 takes it for each peso staked. */
export const gintongParolJackpot: Jackpot = { code: "GINTONG_PAROL", seedMinor: 5_000_000n, ratePpm: 15_000n, oneIn: 2_000_000_000 };

const COINS = gintongParolMachine.lines.length;
const lineCount = BigInt(COINS);
const machineReturn = exactReturn(gintongParolMachine);

/** Squares of what all stops of all reels pay, in line stakes: counted, as the test counts them again. */
const SQUARES = 135_708_125_268n;
const round = once(() => perStake({ mean: times(machineReturn, whole(COINS)), square: rational(SQUARES, spinsOf(gintongParolMachine.strips)) }, COINS));

const mostPays = totalPays(settleStops(gintongParolMachine, [0, 0, 0, 0, 0]));

/** A step of 2.00 is ten times 0.20, and its part for the pool is whole centavos. */
const limits = { stakeMin: 200n, stakeMax: 100_000n, stakeStep: 200n };

/** Gintong Parol: five reels, three rows, 10 fixed lines of a tenth of the stake each, and a pool that one spin takes whole. */
export const gintongParol: InstantEngine<SlotChoice, JackpotOutcome> = {
  kind: "instant",
  gameCode: "GINTONG_PAROL",
  vendorCode: "BGS",
  gameType: "RNG",
  ...limits,
  cycleMs: 2_500, // Least slot cycle of the UK Gambling Commission's technical standards (RTS 14).
  parseChoice: SlotChoice,
  maxWinMultiple: rational(BigInt(mostPays), lineCount),
  validMinor: wholeStake,
  jackpot: gintongParolJackpot,
  /** One draw per reel from the left, each the stop of its reel; then one of 0 … 1,999,999,999, which takes the pool where it is below the stake in centavos. */
  play({ stakeMinor, stream }) {
    assertStake(limits, stakeMinor);
    const reels = spin(gintongParolMachine, stream);
    const jackpot = stream.uniform(gintongParolJackpot.oneIn);
    const winMinor = (stakeMinor / lineCount) * BigInt(totalPays(reels));
    return { winMinor, outcome: { ...reels, jackpot }, staysOpen: BigInt(jackpot) < stakeMinor };
  },
  exactReturn: () => machineReturn,
  exactVariance: () => round().variance,
};
