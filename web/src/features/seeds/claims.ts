import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { findEngine } from "@laro/engines/registry";
import { type Claim, type Computed, computeRound, isNonce, isSeed, keepsPromise, type Verdict } from "@laro/engines/verify";
import type { Key } from "../../api/language.ts";
import { digests } from "../../api/digests.ts";
import { verifyRound } from "./verify.ts";

/** What somebody typed to check a round by; amounts, choice and actions as text. */
export interface Typed {
  readonly gameCode: string;
  readonly version: string;
  readonly serverSeed: string;
  /** May be left out: then no promise is checked. */
  readonly serverSeedHash: string;
  readonly clientSeed: string;
  readonly nonce: string;
  readonly stake: string;
  readonly choice: string;
  readonly actions: string;
}
export type TypedField = keyof Typed;

/** What is wrong with a field, as a sentence. */
export type Faults<Field extends string> = Partial<Record<Field, Key>>;

/** A round as its seeds make it; the verdict is there where something was claimed that they can be held against. */
export interface Judged {
  readonly verdict: Verdict | undefined;
  /** Whether the seed hashes to what was promised; undefined where no promise was given. */
  readonly isPromised: boolean | undefined;
  readonly computed: Computed | undefined;
  readonly claim: Claim;
}

const CLIENT_SEED_MAX = 200;

const isKeyed = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null && !Array.isArray(value);

/** Undefined for what is no JSON. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Computes a round from what was typed, or says of each field what is wrong with it. */
export function judgeTyped(typed: Typed): Judged | Faults<TypedField> {
  const { gameCode, clientSeed } = typed;
  const [serverSeed, serverSeedHash, nonce] = [typed.serverSeed.trim().toLowerCase(), typed.serverSeedHash.trim().toLowerCase(), typed.nonce.trim()];
  const version = /^[1-9][0-9]{0,3}$/.test(typed.version.trim()) ? Number(typed.version) : 0;
  const engine = findEngine(gameCode, version);
  const stake = parseAmount(typed.stake.trim());
  const [choice, actions] = [readValue(typed.choice), typed.actions.trim() === "" ? [] : readValue(typed.actions)];
  const faults: Faults<TypedField> = {
    ...(findEngine(gameCode) === undefined ? { gameCode: "fair.fault.game" as const } : engine === undefined ? { version: "fair.fault.version" as const } : {}),
    ...(isSeed(serverSeed) ? {} : { serverSeed: "fair.fault.seed" as const }),
    ...(serverSeedHash === "" || isSeed(serverSeedHash) ? {} : { serverSeedHash: "fair.fault.hash" as const }),
    ...(clientSeed !== "" && clientSeed.length <= CLIENT_SEED_MAX && clientSeed.isWellFormed() ? {} : { clientSeed: "fair.fault.clientSeed" as const }),
    ...(isNonce(nonce) ? {} : { nonce: "fair.fault.nonce" as const }),
    ...(stake === undefined || stake === 0n ? { stake: "fair.fault.stake" as const } : {}),
    ...(isKeyed(choice) && (engine === undefined || engine.parseChoice.safeParse(choice).success) ? {} : { choice: "fair.fault.choice" as const }),
    ...(Array.isArray(actions) ? {} : { actions: "fair.fault.actions" as const }),
  };
  if (Object.keys(faults).length > 0) return faults;
  const played = { gameCode, version, serverSeed, clientSeed, nonce, firstStake: stake!, choice, actions: actions as unknown[] };
  const computed = computeRound(played, digests);
  // All but the rules of the game was looked at: a stake off its step, bets that are not the stake, an action that is not legal there.
  if (computed === undefined) return (actions as unknown[]).length > 0 ? { actions: "fair.fault.illegal" } : { stake: "fair.fault.rules" };
  const claim = {
    ...played,
    state: "settled",
    stake: computed.stakeMinor,
    win: computed.end?.winMinor ?? 0n,
    outcome: computed.end?.outcome,
    serverSeedHash,
  } as const;
  return {
    verdict: undefined,
    isPromised: serverSeedHash === "" ? undefined : keepsPromise({ seed: serverSeed, promise: serverSeedHash }, digests),
    computed,
    claim,
  };
}

export const isJudged = (said: Judged | Faults<string>): said is Judged => "claim" in said;

/** Holds a recorded round against its seeds. */
export function judgeClaim(claim: Claim): Judged {
  const isPromised = keepsPromise({ seed: claim.serverSeed, promise: claim.serverSeedHash }, digests);
  const isWhole = claim.state === "settled" && isSeed(claim.serverSeed) && isNonce(claim.nonce);
  return { verdict: verifyRound(claim), isPromised, computed: isWhole ? computeRound(claim, digests) : undefined, claim };
}

/** What is wrong with a pasted round: its sentence, and the part of it that is meant. */
export interface PastedFault {
  readonly key: Key;
  readonly part?: string;
}

const isText = (value: unknown): value is string => typeof value === "string";
const isAmount = (value: unknown): boolean => isText(value) && parseAmount(value) !== undefined;

const parts = {
  gameCode: isText,
  state: (value: unknown) => value === "settled" || value === "void",
  stake: isAmount,
  firstStake: isAmount,
  win: isAmount,
  jackpot: (value: unknown) => value === undefined || value === null || isAmount(value),
  choice: isKeyed,
  actions: Array.isArray,
  outcome: isKeyed,
  nonce: (value: unknown) => isText(value) && isNonce(value),
  serverSeed: (value: unknown) => isText(value) && isSeed(value),
  serverSeedHash: (value: unknown) => isText(value) && isSeed(value),
  clientSeed: (value: unknown) => isText(value) && value.isWellFormed(),
} as const satisfies Record<Exclude<keyof Claim, "version">, (value: unknown) => boolean>;

/** Reads a round that was exported as JSON; every part must be there and of its kind. */
export function readPasted(text: string): Claim | PastedFault {
  const said = readValue(text);
  const round = isKeyed(said) && isKeyed(said["value"]) ? said["value"] : said;
  if (!isKeyed(round)) return { key: "fair.fault.json" };
  if (round["serverSeed"] === null) return { key: "seeds.notYet" };
  const part = Object.entries(parts).find(([name, isMeant]) => !isMeant(round[name]))?.[0];
  if (part !== undefined) return { key: "fair.fault.part", part };
  const version = round["version"] ?? 1;
  if (findEngine(round["gameCode"] as string) === undefined) return { key: "fair.fault.game" };
  if (typeof version !== "number" || findEngine(round["gameCode"] as string, version) === undefined) return { key: "fair.fault.version" };
  const amount = (name: "stake" | "firstStake" | "win") => parseAmount(round[name] as string)!;
  const jackpot = isText(round["jackpot"]) ? (parseAmount(round["jackpot"]) ?? null) : null;
  return { ...(round as unknown as Claim), version, stake: amount("stake"), firstStake: amount("firstStake"), win: amount("win"), jackpot };
}

/** A round with its seeds as JSON, as `readPasted` takes it. */
export const writeClaim = (claim: Claim): string =>
  JSON.stringify(
    Object.fromEntries(["version", ...Object.keys(parts)].map((part) => [part, claim[part as keyof Claim]])),
    (_, value: unknown) => (typeof value === "bigint" ? formatAmount(value) : value),
    2,
  );
