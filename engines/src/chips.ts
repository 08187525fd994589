import type { SeatGame } from "@laro/contract/core/campaignRules";
import { dice } from "./dice/dice.ts";
import type { InstantEngine } from "./engine.ts";
import { fairStream, type Stream } from "./fair.ts";
import { limbo } from "./minis/limbo.ts";
import { bytesOf, canonical, type Digests, keepsPromise, type Verdict } from "./verify.ts";

/** The games that are played for chips: each pays a multiple of the stake, whatever the stake is. */
const engines: Readonly<Record<SeatGame, InstantEngine<unknown, unknown>>> = { DICE: dice, LIMBO: limbo };

/** The game of a seat. */
export const seatEngine = (gameCode: SeatGame): InstantEngine<unknown, unknown> => engines[gameCode];

/**
 * Plays one round for chips. The game plays at its least stake, so that no limit of money bounds chips, and pays as many times theirs; rounded down to whole chips.
 * Throws a RangeError for a choice nobody read.
 */
export function playForChips(
  gameCode: SeatGame,
  { stake, choice, stream }: { stake: bigint; choice: unknown; stream: Stream },
): { win: bigint; outcome: unknown } {
  const engine = engines[gameCode];
  const { winMinor, outcome } = engine.play({ stakeMinor: engine.stakeMin, choice, stream });
  return { win: (stake * winMinor) / engine.stakeMin, outcome };
}

/** What a round for chips claims, and the seeds it claims to come from; seeds and hash are hex. */
export interface ChipsClaim {
  readonly gameCode: SeatGame;
  /** Of the game's mathematics. */
  readonly version: number;
  /** Its number on its seat, which is its nonce. */
  readonly n: number;
  readonly stake: bigint;
  readonly win: bigint;
  readonly choice: unknown;
  readonly outcome: unknown;
  readonly serverSeed: string;
  readonly serverSeedHash: string;
  readonly clientSeed: string;
}

/** Computes a round for chips again and compares it with what was recorded. */
export function verifyChips(claim: ChipsClaim, digests: Digests): Verdict {
  const engine = engines[claim.gameCode];
  if ((engine.version ?? 1) !== claim.version) return "unknown_game";
  if (!keepsPromise({ seed: claim.serverSeed, promise: claim.serverSeedHash }, digests)) return "seed_differs";
  const choice = engine.parseChoice.safeParse(claim.choice);
  if (!choice.success) return "outcome_differs";
  const stream = fairStream({ hmac: digests.hmac, serverSeed: bytesOf(claim.serverSeed), clientSeed: claim.clientSeed, nonce: BigInt(claim.n) });
  const { win, outcome } = playForChips(claim.gameCode, { stake: claim.stake, choice: choice.data, stream });
  return win === claim.win && canonical(outcome) === canonical(claim.outcome) ? "true" : "outcome_differs";
}
