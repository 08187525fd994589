import { type Engine, outcomeOf, type SharedEngine } from "./engine.ts";
import { fairStream, type Hmac, type LanedStream, type Stream } from "./fair.ts";
import { findEngine, findSeries } from "./registry.ts";

/** What a check computes with; given from outside because a server and a browser have it from different places. */
export interface Digests {
  readonly hmac: Hmac;
  readonly sha256: (bytes: Uint8Array) => Uint8Array;
}

/** What a round claims, and the seeds it claims to come from; `serverSeed` and its hash are hex, amounts minor units. */
export interface Claim {
  readonly gameCode: string;
  /** Of the game's mathematics; absent: 1. */
  readonly version?: number | undefined;
  readonly state: "settled" | "void";
  readonly stake: bigint;
  readonly firstStake: bigint;
  readonly win: bigint;
  /** What of the win came out of a jackpot; null or absent where it took none. */
  readonly jackpot?: bigint | null | undefined;
  readonly choice: unknown;
  readonly actions: readonly unknown[];
  readonly outcome: unknown;
  readonly nonce: string;
  readonly serverSeed: string;
  readonly serverSeedHash: string;
  readonly clientSeed: string;
}

/** What a check found: the seed is not the one promised, the outcome or the win does not follow from it, or all is as it should be. */
export type Verdict = "true" | "seed_differs" | "outcome_differs" | "unknown_game";

/** One draw of a stream: one of 0 … `count` - 1, from the last of these groups of four bytes (hex); those before it were thrown away. */
export interface Draw {
  /** What stands behind the client seed, where it is not taken from the first of a draw's streams. */
  readonly lane?: string;
  readonly count: number;
  readonly bytes: readonly string[];
  readonly value: number;
}

/** A round as its seeds and its player make it: each draw in turn, and what came of it. Without `end` it waits for its player still. */
export interface Computed {
  readonly draws: readonly Draw[];
  readonly stakeMinor: bigint;
  readonly end: End | undefined;
}

interface End {
  readonly winMinor: bigint;
  readonly outcome: unknown;
  /** Whether it takes a jackpot, of which no seed says how much there is. */
  readonly staysOpen?: boolean;
}

const SEED = /^[0-9a-f]{64}$/;
const NONCE = /^(?:0|[1-9][0-9]{0,17})$/;
const DRAW_VALUES = 2 ** 32;
const HEX_OF_DRAW = 8;

/** Whether a text is 32 bytes as hex in small letters. */
export const isSeed = (text: string): boolean => SEED.test(text);
/** Whether a text is the number of a round as the stream writes it. */
export const isNonce = (text: string): boolean => NONCE.test(text);

export const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
export const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const isKeyed = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null && !Array.isArray(value);

/** A value as text, so that two of them compare whatever the order of their keys. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isKeyed(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part,
  );

interface Seeds {
  readonly serverSeed: string;
  readonly clientSeed: string;
  readonly nonce: string;
}

/** The fair stream of a round with its lanes, and a record of each draw taken from them. */
export function tracedStream(seeds: Seeds, digests: Digests): { stream: LanedStream; draws: readonly Draw[] } {
  const draws: Draw[] = [];
  const lane = (name: string): Stream =>
    traceLane({ ...seeds, clientSeed: `${seeds.clientSeed}/${name}` }, digests, (draw) => draws.push({ lane: name, ...draw }));
  return { stream: { ...traceLane(seeds, digests, (draw) => draws.push(draw)), lane }, draws };
}

function traceLane({ serverSeed, clientSeed, nonce }: Seeds, { hmac }: Digests, keep: (draw: Draw) => void): Stream {
  let blocks = "";
  let at = 0;
  const seen: Hmac = (key, message) => {
    const block = hmac(key, message);
    blocks += hexOf(block);
    return block;
  };
  const inner = fairStream({ hmac: seen, serverSeed: bytesOf(serverSeed), clientSeed, nonce: BigInt(nonce) });
  const uniform = (count: number): number => {
    const value = inner.uniform(count);
    const bytes: string[] = [];
    do {
      bytes.push(blocks.slice(at, at + HEX_OF_DRAW));
      at += HEX_OF_DRAW;
    } while (Number.parseInt(bytes.at(-1)!, 16) >= DRAW_VALUES - (DRAW_VALUES % count));
    keep({ count, bytes, value });
    return value;
  };
  return { uniform };
}

/** `outcome` is what was recorded, where something was: in a draw that flies its owner decided where a ticket ended. */
type Played = Pick<Claim, "gameCode" | "version" | "firstStake" | "choice" | "actions"> & Partial<Pick<Claim, "outcome">> & Seeds;

/** Computes a round from its seeds and what its player did; undefined for a game, choice, stake or action there is not. */
export function computeRound(played: Played, digests: Digests): Computed | undefined {
  const engine = findEngine(played.gameCode, played.version);
  const read = engine?.parseChoice.safeParse(played.choice);
  if (engine === undefined || read?.success !== true) return undefined;
  const { stream, draws } = tracedStream(played, digests);
  try {
    return { draws, ...playAgain(engine, { ...played, choice: read.data }, stream) };
  } catch {
    return undefined;
  }
}

function playAgain(engine: Engine, { choice, actions, firstStake: stakeMinor, outcome }: Played, stream: LanedStream): Omit<Computed, "draws"> {
  if (engine.kind === "instant") return { stakeMinor, end: engine.play({ stakeMinor, choice, stream }) };
  if (engine.kind === "shared") return settleAgain(engine, { bets: choice, actions, result: engine.drawResult(stream), claimed: outcome });
  const { end, stakeMinor: staked } = engine.replay({ stakeMinor, choice, actions, stream });
  return { stakeMinor: staked, end };
}

/** Where a ticket was cashed out its owner decided, but never beyond the flight or the ticket's own multiple; what was not cashed out was settled. */
function settleAgain(engine: SharedEngine<unknown, unknown>, { bets, actions, result, claimed }: Shared): Omit<Computed, "draws"> {
  const own = engine.settle({ bets, result, actions });
  const stakeMinor = own.stakeMinor ?? engine.stakeOf(bets);
  const said = isKeyed(claimed) && typeof claimed["cashed"] === "number" ? claimed["cashed"] : undefined;
  // Who is past the own multiple was paid by it, in flight or by the settlement.
  if (engine.flight === undefined || said === undefined || said === own.part?.["cashed"])
    return { stakeMinor, end: { winMinor: own.winMinor, outcome: outcomeOf(result, own.part) } };
  const ended = engine.flight.endAt({ bets, result, cashed: said });
  return { stakeMinor, end: ended && { winMinor: ended.winMinor, outcome: outcomeOf(result, { cashed: ended.cashed }) } };
}

interface Shared {
  readonly bets: unknown;
  readonly actions: readonly unknown[];
  readonly result: unknown;
  readonly claimed: unknown;
}

/** Computes a round again from its seeds and what its player did, and compares it with what was recorded. */
export function verifyRound(claim: Claim, digests: Digests): Verdict {
  if (findEngine(claim.gameCode, claim.version) === undefined) return "unknown_game";
  if (!keepsPromise({ seed: claim.serverSeed, promise: claim.serverSeedHash }, digests)) return "seed_differs";
  // What was given back was never decided, so there is nothing to compute but the seed.
  if (claim.state === "void") return claim.win === 0n ? "true" : "outcome_differs";
  const computed = isNonce(claim.nonce) && claim.clientSeed.isWellFormed() ? computeRound(claim, digests) : undefined;
  const end = computed?.end;
  const jackpot = claim.jackpot ?? null;
  const isSame =
    end !== undefined &&
    computed!.stakeMinor === claim.stake &&
    end.winMinor + (jackpot ?? 0n) === claim.win &&
    (end.staysOpen === true) === (jackpot !== null) &&
    canonical(end.outcome) === canonical(claim.outcome);
  return isSame ? "true" : "outcome_differs";
}

/** Whether a seed hashes to what was promised; both hex. */
export const keepsPromise = ({ seed, promise }: { seed: string; promise: string }, { sha256 }: Digests): boolean =>
  isSeed(seed) && hexOf(sha256(bytesOf(seed))) === promise;

/** A draw of a live table or a lottery as it was shown: its seed hashes to its promise, which is the link below. */
export interface DrawClaim {
  readonly series: string;
  readonly link: number;
  readonly salt: string;
  readonly promise: string;
  readonly seed: string;
  /** Undefined for a draw that was void. */
  readonly result: unknown;
}

/** What a draw's seed makes fall; undefined for a series there is not. */
export function computeDraw({ series, seed, salt, link }: Omit<DrawClaim, "promise" | "result">, digests: Digests) {
  const table: SharedEngine<unknown, unknown> | undefined = findSeries(series);
  if (table === undefined) return undefined;
  const { stream, draws } = tracedStream({ serverSeed: seed, clientSeed: salt, nonce: String(link) }, digests);
  return { draws, result: table.drawResult(stream) };
}

/** Checks a draw by itself: its seed against its promise, and its result against seed, salt and link. */
export function verifyDraw(claim: DrawClaim, digests: Digests): Verdict {
  if (findSeries(claim.series) === undefined) return "unknown_game";
  if (!keepsPromise(claim, digests)) return "seed_differs";
  if (claim.result === undefined || claim.result === null) return "true";
  return canonical(computeDraw(claim, digests)?.result) === canonical(claim.result) ? "true" : "outcome_differs";
}

/** The link so many hashes further down a chain. */
export function linkBelow(seed: Uint8Array, steps: number, { sha256 }: Pick<Digests, "sha256">): Uint8Array {
  let at = seed;
  for (let step = 0; step < steps; step += 1) at = sha256(at);
  return at;
}
