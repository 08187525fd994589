import { parseAmount } from "@laro/contract/core/money";
import { ScratchChoice, scratchPrices } from "@laro/contract/core/plays/minis";
import type { ScratchOutcome } from "@laro/contract/core/plays/minis";
import { assertStake, rational, wholeStake } from "../engine.ts";
import type { InstantEngine } from "../engine.ts";
import { returnOf, varianceOf } from "./odds.ts";

export const SCRATCH_TICKETS = 1_000_000;
export const SCRATCH_FIELDS = 9;

interface Prize {
  /** In hundredths of the price. */
  readonly pays: number;
  /** How many of the 1,000,000 tickets hold it. */
  readonly tickets: number;
}

/** The prizes in the order of the tickets' numbers: numbers 0 and 1 hold the first, the next 40 the second, and so on; the rest hold none. */
export const scratchPrizes: readonly Prize[] = [
  { pays: 1_000_000, tickets: 2 },
  { pays: 100_000, tickets: 40 },
  { pays: 20_000, tickets: 350 },
  { pays: 5_000, tickets: 1_800 },
  { pays: 2_000, tickets: 6_000 },
  { pays: 1_000, tickets: 12_000 },
  { pays: 500, tickets: 28_000 },
  { pays: 200, tickets: 100_000 },
  { pays: 100, tickets: 150_000 },
];

/** How many tickets hold a prize. */
export const SCRATCH_WINNERS = scratchPrizes.reduce((all, { tickets }) => all + tickets, 0);

/** What a ticket's number pays, in hundredths of its price. */
export function ticketPays(ticket: number): number {
  let end = 0;
  for (const { pays, tickets } of scratchPrizes) {
    end += tickets;
    if (ticket < end) return pays;
  }
  return 0;
}

const endings = [...scratchPrizes.map(({ pays, tickets }) => ({ ways: BigInt(tickets), pays })), { ways: BigInt(SCRATCH_TICKETS - SCRATCH_WINNERS), pays: 0 }];
const exactReturn = returnOf(endings);
const exactVariance = varianceOf(endings);

const limits = { stakeMin: 2_000n, stakeMax: 10_000n, stakeStep: 1_000n };

/** What a ticket costs, in minor units. */
const priceOf = (choice: ScratchChoice): bigint => parseAmount(choice.price) ?? 0n;

/**
 * Scratch: `stream.uniform(1000000)` is the ticket's number, which alone decides its prize. For a ticket with a prize `stream.uniform(9)` then says
 * under which of the nine fields it lies; the others are all alike, so no ticket looks closer to a prize than it was.
 */
export const scratch: InstantEngine<ScratchChoice, ScratchOutcome> = {
  kind: "instant",
  gameCode: "SCRATCH",
  vendorCode: "BGS",
  gameType: "BGS",
  ...limits,
  cycleMs: 1_000,
  parseChoice: ScratchChoice,
  maxWinMultiple: rational(10_000n, 1n),
  stakeOf: priceOf,
  validMinor: wholeStake,
  play({ stakeMinor, choice, stream }) {
    assertStake(limits, stakeMinor);
    if (priceOf(ScratchChoice.parse(choice)) !== stakeMinor) throw new RangeError(`The ticket's price is not the stake of ${stakeMinor} minor units.`);
    const ticket = stream.uniform(SCRATCH_TICKETS);
    const multiplier = ticketPays(ticket);
    const field = multiplier === 0 ? null : stream.uniform(SCRATCH_FIELDS);
    return { winMinor: (stakeMinor * BigInt(multiplier)) / 100n, outcome: { ticket, multiplier, field } }; // Exact: a price is whole hundreds.
  },
  exactReturn: () => exactReturn,
  exactVariance: () => exactVariance,
  bets: () => scratchPrices.map((price) => ({ choice: { price }, endings })),
};
