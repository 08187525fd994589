import { SlotChoice } from "@laro/contract/core/plays/slots";
import type { SlotOutcome } from "@laro/contract/core/plays/slots";
import { assertStake, rational, wholeStake } from "../engine.ts";
import type { InstantEngine } from "../engine.ts";
import { once, perStake, times, whole } from "./moments.ts";
import { exactReturn, linesOf, settleStops, spin, spinsOf, stripsOf, totalPays, TWENTY_LINES } from "./reels.ts";
import type { ReelMachine } from "./reels.ts";

/** Symbols in index order: the mango is wild, the parol is the scatter. */
export const mangoRushSymbols = ["mango", "parol", "seven", "dice", "cards", "fish", "jeepney", "sun", "guitar"] as const;

/** One letter per symbol, in index order. */
const LETTERS = "MP7DCFJSG";

/** Each strip begins with three mangos, so the rush can fill the window; symbols in pairs make hits rarer and larger. */
export const mangoRushMachine: ReelMachine = {
  strips: stripsOf(LETTERS, [
    "MMMCCDJJCC77FGGCGJJGGJJPSCCGGJGG",
    "MMMSPSSDDJSSFGFFSS77DDPSSFFDFFDDC",
    "MMMPSJJDDCCGGJJPFFGGSS77DCSSFFG",
    "MMMDSS77GGSSCCFFGJJFFCSJJGGPDDP",
    "MMMSFFSSGGCJJ77GGCCDDSSDJJPGFF",
  ]),
  lines: linesOf(TWENTY_LINES),
  linePays: [
    [0, 0, 0, 50, 250, 2_000],
    [],
    [0, 0, 0, 20, 75, 600],
    [0, 0, 0, 12, 40, 200],
    [0, 0, 0, 10, 30, 100],
    [0, 0, 0, 10, 25, 80],
    [0, 0, 0, 6, 20, 75],
    [0, 0, 0, 5, 15, 50],
    [0, 0, 0, 4, 10, 40],
  ],
  /** 2, 10 and 100 times the whole stake of 20 line stakes. */
  scatterPays: [0, 0, 0, 40, 200, 2_000],
  wild: LETTERS.indexOf("M"),
  scatter: LETTERS.indexOf("P"),
};

const LINES = mangoRushMachine.lines.length;
const lineCount = BigInt(LINES);
const machineReturn = exactReturn(mangoRushMachine);

/** Squares of what all stops of all reels pay, in line stakes: counted, as the test counts them again. */
const SQUARES = 324_016_046_180n;
const round = once(() => perStake({ mean: times(machineReturn, whole(LINES)), square: rational(SQUARES, spinsOf(mangoRushMachine.strips)) }, LINES));

const rushPays = totalPays(settleStops(mangoRushMachine, [0, 0, 0, 0, 0]));

const limits = { stakeMin: 100n, stakeMax: 100_000n, stakeStep: 100n };

/** Mango Rush: five reels, three rows, 20 fixed lines of a twentieth of the stake each. */
export const mangoRush: InstantEngine<SlotChoice, SlotOutcome> = {
  kind: "instant",
  gameCode: "MANGO_RUSH",
  vendorCode: "BGS",
  gameType: "RNG",
  ...limits,
  cycleMs: 2_500, // Least slot cycle of the UK Gambling Commission's technical standards (RTS 14).
  parseChoice: SlotChoice,
  maxWinMultiple: rational(BigInt(rushPays), lineCount),
  validMinor: wholeStake,
  play({ stakeMinor, stream }) {
    assertStake(limits, stakeMinor);
    const outcome = spin(mangoRushMachine, stream);
    return { winMinor: (stakeMinor / lineCount) * BigInt(totalPays(outcome)), outcome }; // Exact: a step of 100 is 20 times 5.
  },
  exactReturn: () => machineReturn,
  exactVariance: () => round().variance,
};
