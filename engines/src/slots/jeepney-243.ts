import { SlotChoice } from "@laro/contract/core/plays/slots";
import type { FreeSpinsOutcome, SlotOutcome } from "@laro/contract/core/plays/slots";
import { assertStake, rational, wholeStake } from "../engine.ts";
import type { InstantEngine } from "../engine.ts";
import type { Stream } from "../fair.ts";
import { less, once, perStake, plus, power, sumOf, times, whole } from "./moments.ts";
import { spinsOf, stripsOf, totalPays } from "./reels.ts";
import { SCATTERS, spinWays, sumWays } from "./ways.ts";
import type { WaysMachine } from "./ways.ts";

/** Symbols in index order: the star is wild, the jeepney is the scatter. */
export const jeepneySymbols = ["star", "jeepney", "wheel", "horn", "garland", "dice", "redLamp", "tealLamp", "yellowLamp"] as const;

const LETTERS = "SJWHGDRTY";
const pays = [
  [],
  [],
  [0, 0, 0, 35, 160, 2_000],
  [0, 0, 0, 20, 100, 800],
  [0, 0, 0, 12, 60, 100],
  [0, 0, 0, 8, 40, 80],
  [0, 0, 0, 4, 20, 36],
  [0, 0, 0, 4, 16, 28],
  [0, 0, 0, 2, 8, 12],
];

/** Stars stand on the three reels in the middle, one jeepney on every reel. */
export const jeepneyMachine: WaysMachine = {
  strips: stripsOf(LETTERS, [
    "RRRJGGTTTYYWDDRRDDYYTTTRRRHDHYYYDYYY",
    "SDYYTTTWGGTTTDDRRRYYHYYYDJDDRRRYYYTTT",
    "YYYDDJDTTTDWDDTTTRRRYYYSHYYYGGYYRRR",
    "YYYSWRRRDYYYDDTTYYYGGJHYYYRRRTTTYYYDD",
    "DTTTYYTTTYYRRDDGWDDJYYDTTTRRRHYYYGG",
  ]),
  pays,
  /** 2, 10 and 20 times the whole stake of 50 coins. */
  scatterPays: [0, 0, 0, 100, 500, 1_000],
  wild: LETTERS.indexOf("S"),
  scatter: LETTERS.indexOf("J"),
};

/** Free games run on richer strips: without yellow lamps, and with eight stars on each reel in the middle. */
export const jeepneyFreeMachine: WaysMachine = {
  ...jeepneyMachine,
  strips: stripsOf(LETTERS, [
    "DDGGRRRHJTTTRRRDDGGWDRRDDWTTTH",
    "GGSSRRSSWDDWGGJTTDDHTTTRRHSSDSS",
    "TTGGDSSJGGWSSWDDHDDTTTSSRRRSSH",
    "SSHSSGGRRRDRRRHSSGGTTJWDDSSWDD",
    "GGDRRRTTTDDTTTRRRTTTRRRGGDDJDDRR",
  ]),
};

export const JEEPNEY_COINS = 50;
export const JEEPNEY_FREE_GAMES = 10;

/** Counted over all stops of all reels, as the test counts them again: spins that win, and the most in coins of each kind. */
export const jeepneyCounts = { wins: 17_393_898n, beginningMost: 2_660, freeMost: 9_920, againMost: 2_660 };

/** How often a round wins anything: free games always begin with a win. */
export const jeepneyWinChance = rational(jeepneyCounts.wins, spinsOf(jeepneyMachine.strips));

const round = once(() => {
  const [first, free] = [sumWays(jeepneyMachine), sumWays(jeepneyFreeMachine)];
  const noneAgain = less(whole(1), free.beginningChance);
  const again = less(whole(1), power(noneAgain, JEEPNEY_FREE_GAMES));
  const ten = sumOf({ mean: free.mean, square: free.square }, JEEPNEY_FREE_GAMES);
  // What the first ten games pay in rounds without ten more: one game that brings none, nine others that bring none either, ten times.
  const tenAlone = times(whole(JEEPNEY_FREE_GAMES), less(free.mean, free.beginningMean), power(noneAgain, JEEPNEY_FREE_GAMES - 1));
  const feature = {
    mean: times(ten.mean, plus(whole(1), again)),
    // (first ten + second ten)²: the second ten are played if the first brought them, and know nothing else of them.
    square: plus(ten.square, times(whole(2), less(ten.mean, tenAlone), ten.mean), times(again, ten.square)),
  };
  return perStake(
    {
      mean: plus(first.mean, times(first.beginningChance, feature.mean)),
      square: plus(first.square, times(whole(2), first.beginningMean, feature.mean), times(first.beginningChance, feature.square)),
    },
    JEEPNEY_COINS,
  );
});

const begins = ({ grid }: SlotOutcome): boolean => grid.flat().filter((symbol) => symbol === jeepneyMachine.scatter).length >= SCATTERS;

/** Ten free games; three jeepneys in one of them bring ten more, once. */
function playFree(stream: Stream): SlotOutcome[] {
  const play = (): SlotOutcome[] => Array.from({ length: JEEPNEY_FREE_GAMES }, () => spinWays(jeepneyFreeMachine, stream));
  const games = play();
  return games.some(begins) ? [...games, ...play()] : games;
}

const limits = { stakeMin: 100n, stakeMax: 50_000n, stakeStep: 100n };

/** Jeepney 243: five reels, three rows, every way pays; three jeepneys begin ten free games, one draw per reel from the left each, as the first spin. */
export const jeepney243: InstantEngine<SlotChoice, FreeSpinsOutcome> = {
  kind: "instant",
  gameCode: "JEEPNEY_243",
  vendorCode: "BGS",
  gameType: "RNG",
  ...limits,
  cycleMs: 2_500, // Least slot cycle of the UK Gambling Commission's technical standards (RTS 14).
  parseChoice: SlotChoice,
  // Twenty games need one that brings the second ten; the other nineteen may each be the best there is.
  maxWinMultiple: rational(
    BigInt(jeepneyCounts.beginningMost + (2 * JEEPNEY_FREE_GAMES - 1) * jeepneyCounts.freeMost + jeepneyCounts.againMost),
    BigInt(JEEPNEY_COINS),
  ),
  validMinor: wholeStake,
  play({ stakeMinor, stream }) {
    assertStake(limits, stakeMinor);
    const spin = spinWays(jeepneyMachine, stream);
    const games = begins(spin) ? playFree(stream) : [];
    const coins = [spin, ...games].reduce((sum, one) => sum + totalPays(one), 0);
    return { winMinor: (stakeMinor / BigInt(JEEPNEY_COINS)) * BigInt(coins), outcome: { ...spin, free: games } }; // Exact: a step of 100 is 50 times 2.
  },
  exactReturn: () => round().mean,
  exactVariance: () => round().variance,
};
