import type { Round } from "@laro/contract/rounds";
import { fairStream } from "@laro/engines/fair";
import { findEngine } from "@laro/engines/registry";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** What a round claims, and the seeds it claims to come from; `serverSeed` and its hash are hex. */
export interface Claim extends Pick<Round, "gameCode" | "stake" | "win" | "choice" | "outcome" | "nonce"> {
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

/** Computes a round again from its seeds alone and compares it with what was recorded. */
export function verifyRound(claim: Claim): Verdict {
  const engine = findEngine(claim.gameCode);
  if (engine?.kind !== "instant") return "unknown_game";
  if (!SERVER_SEED.test(claim.serverSeed)) return "seed_differs";
  const serverSeed = bytesOf(claim.serverSeed);
  if (hexOf(sha256(serverSeed)) !== claim.serverSeedHash) return "seed_differs";
  const choice = engine.parseChoice.safeParse(claim.choice);
  if (!choice.success) return "outcome_differs";
  const stream = fairStream({ hmac: (key, message) => hmac(sha256, key, message), serverSeed, clientSeed: claim.clientSeed, nonce: BigInt(claim.nonce) });
  const { winMinor, outcome } = engine.play({ stakeMinor: claim.stake, choice: choice.data, stream });
  return winMinor === claim.win && canonical(outcome) === canonical(claim.outcome) ? "true" : "outcome_differs";
}
