import { SlotChoice } from "@laro/contract/core/plays/slots";
import type { FreeSpinsOutcome } from "@laro/contract/core/plays/slots";
import { assertStake, rational, wholeStake } from "../engine.ts";
import type { InstantEngine } from "../engine.ts";
import { once, perStake, plus, sumOf, times, whole } from "./moments.ts";
import { exactReturn, linesOf, shownOverAllStops, spin, spinsOf, stripsOf, totalPays, TWENTY_LINES } from "./reels.ts";
import type { ReelMachine } from "./reels.ts";

/** Symbols in index order: the mask is wild, the drum is the scatter. */
export const fiestaSymbols = ["mask", "drum", "kwitis", "guitar", "maracas", "red", "teal", "yellow", "purple"] as const;

const LETTERS = "WDKGMRTYP";
const linePays = [
  [0, 0, 0, 60, 250, 1_000],
  [],
  [0, 0, 0, 50, 200, 600],
  [0, 0, 0, 40, 120, 400],
  [0, 0, 0, 25, 80, 250],
  [0, 0, 0, 10, 30, 100],
  [0, 0, 0, 8, 25, 80],
  [0, 0, 0, 6, 20, 60],
  [0, 0, 0, 5, 15, 50],
];

/** One mask and one drum stand on each strip. */
export const fiestaMachine: ReelMachine = {
  strips: stripsOf(LETTERS, [
    "YYRRPPWYYKKPPPDTTRRMRRPPMTTG",
    "RRYYKKYYTTRRPPDMRRTTYYYWGTTPP",
    "WYYPPPMPPRRRPPTTKKYYRRRTTGDG",
    "TTRRMMPPPYYYMGGRRKKTTTYYYWDPPP",
    "GPPMKYYRRPPTTRRDGWYYYTTPPRRR",
  ]),
  lines: linesOf(TWENTY_LINES),
  linePays,
  /** 2, 10 and 50 times the whole stake of 20 line stakes. */
  scatterPays: [0, 0, 0, 40, 200, 1_000],
  wild: LETTERS.indexOf("W"),
  scatter: LETTERS.indexOf("D"),
};

/** Free spins run on strips of their own, without a drum, and pay twice as much. */
export const fiestaFreeMachine: ReelMachine = {
  ...fiestaMachine,
  strips: stripsOf(LETTERS, [
    "PPGGTWKPPMGGKMMMRRKKYTTMMYRR",
    "RRMMMGGTTPMYYPPTTKYYRWMMKKGG",
    "GGRPPMMPKPKKTTMMMYYGGKYYRWYTT",
    "YYTTMYWGGMMTYPPMMMKRRPPGGRKK",
    "RRPPKMMMGGYYKPRGGKKTWMMYYTTYY",
  ]),
  linePays: linePays.map((pays) => pays.map((coins) => 2 * coins)),
};

export const FIESTA_FREE_SPINS = 8;
const DRUMS = 3;
const coins = fiestaMachine.lines.length;

/** Counted over all stops of all reels, as the test counts them again: sums in coins and in coins squared. */
export const fiestaCounts = {
  spin: { squares: 38_230_652_872n, wins: 5_762_517n, most: 2_500, beginningPays: 10_889_019n, beginningMost: 1_550 },
  free: { squares: 767_025_147_192n, most: 10_000 },
};

const spins = spinsOf(fiestaMachine.strips);
const freeSpins = spinsOf(fiestaFreeMachine.strips);
const beginnings = shownOverAllStops(fiestaMachine.strips, fiestaMachine.scatter)
  .slice(DRUMS)
  .reduce((sum, combinations) => sum + combinations, 0n);

/** How often a spin begins free spins. */
export const fiestaFreeChance = rational(beginnings, spins);
/** How often a round wins anything: free spins always begin with a win. */
export const fiestaWinChance = rational(fiestaCounts.spin.wins, spins);

const round = once(() => {
  const feature = sumOf(
    { mean: times(exactReturn(fiestaFreeMachine), whole(coins)), square: rational(fiestaCounts.free.squares, freeSpins) },
    FIESTA_FREE_SPINS,
  );
  return perStake(
    {
      mean: plus(times(exactReturn(fiestaMachine), whole(coins)), times(fiestaFreeChance, feature.mean)),
      // (spin + feature)², and the feature knows of the spin only that it began.
      square: plus(
        rational(fiestaCounts.spin.squares, spins),
        times(whole(2), rational(fiestaCounts.spin.beginningPays, spins), feature.mean),
        times(fiestaFreeChance, feature.square),
      ),
    },
    coins,
  );
});

const limits = { stakeMin: 100n, stakeMax: 40_000n, stakeStep: 100n };

/** Fiesta Lines: five reels, three rows, 20 lines; three drums begin eight free spins, one draw per reel from the left each, as the first. */
export const fiestaLines: InstantEngine<SlotChoice, FreeSpinsOutcome> = {
  kind: "instant",
  gameCode: "FIESTA_LINES",
  vendorCode: "BGS",
  gameType: "RNG",
  ...limits,
  cycleMs: 2_500, // Least slot cycle of the UK Gambling Commission's technical standards (RTS 14).
  parseChoice: SlotChoice,
  maxWinMultiple: rational(BigInt(fiestaCounts.spin.beginningMost + FIESTA_FREE_SPINS * fiestaCounts.free.most), BigInt(coins)),
  validMinor: wholeStake,
  play({ stakeMinor, stream }) {
    assertStake(limits, stakeMinor);
    const first = spin(fiestaMachine, stream);
    const drums = first.grid.flat().filter((symbol) => symbol === fiestaMachine.scatter).length;
    const free = Array.from({ length: drums >= DRUMS ? FIESTA_FREE_SPINS : 0 }, () => spin(fiestaFreeMachine, stream));
    const pays = [first, ...free].reduce((sum, one) => sum + totalPays(one), 0);
    return { winMinor: (stakeMinor / BigInt(coins)) * BigInt(pays), outcome: { ...first, free } }; // Exact: a step of 100 is 20 times 5.
  },
  exactReturn: () => round().mean,
  exactVariance: () => round().variance,
};
