import type { Round } from "@laro/contract/rounds";
import type { Engine } from "@laro/engines/engine";
import { fairStream, type Stream } from "@laro/engines/fair";
import { findEngine } from "@laro/engines/registry";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** What a round claims, and the seeds it claims to come from; `serverSeed` and its hash are hex. */
export interface Claim extends Pick<Round, "gameCode" | "state" | "stake" | "firstStake" | "win" | "jackpot" | "choice" | "actions" | "outcome" | "nonce"> {
  readonly serverSeed: string;
  readonly serverSeedHash: string;
  readonly clientSeed: string;
}

/** What a check found: the seed is not the one promised, the outcome or the win does not follow from it, or all is as it should be. */
export type Verdict = "true" | "seed_differs" | "outcome_differs" | "unknown_game";

const SERVER_SEED = /^[0-9a-f]{64}$/;

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const isKeyed = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null && !Array.isArray(value);

/** An outcome as text, so that two of them compare whatever the order of their keys. */
const canonical = (outcome: unknown): string =>
  JSON.stringify(outcome, (_, value: unknown) =>
    isKeyed(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value,
  );

/** Computes a round again from its seeds and what its player did, and compares it with what was recorded. */
export function verifyRound(claim: Claim): Verdict {
  const engine = findEngine(claim.gameCode);
  if (engine === undefined) return "unknown_game";
  if (!SERVER_SEED.test(claim.serverSeed)) return "seed_differs";
  const serverSeed = bytesOf(claim.serverSeed);
  if (hexOf(sha256(serverSeed)) !== claim.serverSeedHash) return "seed_differs";
  // What was given back was never decided, so there is nothing to compute but the seed.
  if (claim.state === "void") return claim.win === 0n ? "true" : "outcome_differs";
  const stream = fairStream({ hmac: (key, message) => hmac(sha256, key, message), serverSeed, clientSeed: claim.clientSeed, nonce: BigInt(claim.nonce) });
  const played = playAgain(engine, claim, stream);
  // How much was in a jackpot follows from no seed; whether it was taken does.
  const isSame =
    played !== undefined &&
    played.stakeMinor === claim.stake &&
    played.winMinor + (claim.jackpot ?? 0n) === claim.win &&
    (played.staysOpen === true) === (claim.jackpot !== null) &&
    canonical(played.outcome) === canonical(claim.outcome);
  return isSame ? "true" : "outcome_differs";
}

interface Again {
  readonly stakeMinor: bigint;
  readonly winMinor: bigint;
  readonly outcome: unknown;
  /** Whether it takes a jackpot. */
  readonly staysOpen?: boolean;
}

/** Undefined for a choice or an action the game does not have, and for a round that such actions do not end. */
function playAgain(engine: Engine, { choice, actions, firstStake: stakeMinor }: Claim, stream: Stream): Again | undefined {
  const read = engine.parseChoice.safeParse(choice);
  if (!read.success) return undefined;
  try {
    if (engine.kind === "instant") return { stakeMinor, ...engine.play({ stakeMinor, choice: read.data, stream }) };
    if (engine.kind === "shared") {
      const result = engine.drawResult(stream);
      return { stakeMinor: engine.stakeOf(read.data), winMinor: engine.settle({ bets: read.data, result }).winMinor, outcome: result };
    }
    const { end, stakeMinor: staked } = engine.replay({ stakeMinor, choice: read.data, actions, stream });
    return end && { stakeMinor: staked, ...end };
  } catch {
    return undefined;
  }
}
