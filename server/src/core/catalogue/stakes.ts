import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { Paytable, Rational } from "@laro/engines/engine";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import type { JurisdictionPack } from "../settings/packs.ts";

/** What officers set for a game, in minor units; null where the engine's word stands. */
export interface SetStakes {
  readonly stakeMin: bigint | null;
  readonly stakeMax: bigint | null;
}

/** What may be staked on one round of a game, in minor units. A least above the most takes nothing: the game is closed. */
export interface StakeLimits {
  readonly stakeMin: bigint;
  readonly stakeMax: bigint;
  readonly stakeStep: bigint;
}

interface House {
  readonly play: Omit<JurisdictionPack["play"], "cycleMs">;
}
type Staked = Pick<Paytable<unknown>, "stakeMin" | "stakeMax" | "stakeStep" | "maxWinMultiple" | "multipleOf">;

const UNSET: SetStakes = { stakeMin: null, stakeMax: null };

/** The largest stake that wins no more than the market lets a round win, in whole steps and minor units. */
const boundedBy = ({ numerator, denominator }: Rational, { play }: House): bigint => (play.maxWinMinor * denominator) / numerator;

/** The stakes in force for a game: within the engine's, the market's and the officers', and never so large that the largest win is above the market's. Where odds are chosen, that is held against the choice. */
export function stakesInForce(engine: Staked, pack: House, { stakeMin, stakeMax }: SetStakes = UNSET): StakeLimits {
  const mosts = [engine.stakeMax, pack.play.stakeMaxMinor, stakeMax ?? engine.stakeMax];
  if (engine.multipleOf === undefined) mosts.push(boundedBy(engine.maxWinMultiple, pack));
  const most = mosts.reduce((least, one) => (one < least ? one : least));
  const least = stakeMin === null || stakeMin < engine.stakeMin ? engine.stakeMin : stakeMin;
  return { stakeMin: least, stakeMax: most - (most % engine.stakeStep), stakeStep: engine.stakeStep };
}

/** From one round of a member to the next of the same game, in milliseconds: what the game asks, or the market where that is longer. */
export const cycleInForce = ({ cycleMs }: Pick<Paytable<unknown>, "cycleMs">, { play }: Pick<JurisdictionPack, "play">): number =>
  Math.max(cycleMs, play.cycleMs);

/** Whether a game takes any stake at all. */
export const takesStakes = ({ stakeMin, stakeMax }: StakeLimits): boolean => stakeMin <= stakeMax;

interface Asked {
  readonly engine: Staked;
  readonly pack: House;
  readonly set: SetStakes | undefined;
  readonly stake: bigint;
  /** What the same member has on the same draw already: what officers set holds for all of it, what the engine bounds for each ticket. */
  readonly laid?: bigint;
  /** As the engine reads it. */
  readonly choice: unknown;
  /** Which field of the call a refusal names. */
  readonly field: "stake" | "bets";
}

/** Refuses a stake (minor units) that is not within what is in force, or whose choice could win more than the market lets a round win: with `games.closed`, or a code of `rounds.` that says the bound. */
export function checkStakeInForce({ engine, pack, set, stake, laid = 0n, choice, field }: Asked): void {
  const limits = stakesInForce(engine, pack, set);
  if (!takesStakes(limits)) refuse("games.closed");
  if (stake < limits.stakeMin) refuse("rounds.below_minimum", { field, minimum: formatAmount(limits.stakeMin) });
  const bounded = set === undefined || set.stakeMax === null ? stake : stake + laid;
  if (bounded > limits.stakeMax) refuse("rounds.above_maximum", { field, maximum: formatAmount(limits.stakeMax) });
  if (engine.multipleOf === undefined) return;
  const most = boundedBy(engine.multipleOf(choice), pack);
  if (stake > most) refuse("rounds.above_liability", { field, maximum: formatAmount(most - (most % engine.stakeStep)) });
}

/** What officers set, by the game's number. */
export async function readSetStakes(db: Db | Tx): Promise<ReadonlyMap<number, SetStakes>> {
  const rows = await (db as Db).selectFrom("game_stake").select(["game_id as gameId", "stake_min as stakeMin", "stake_max as stakeMax"]).execute();
  return new Map(rows.map(({ gameId, ...set }) => [gameId, set]));
}

/** What officers set for a game, held until the transaction ends: of two who change it the second sees what the first set. */
export async function lockSetStakes(tx: Tx, gameId: number): Promise<SetStakes | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('game_stake'), ${gameId}::integer)`.execute(tx);
  return (await readSetStakes(tx)).get(gameId);
}

/** Whether officers set a game's stakes since a moment. The caller holds them. */
export async function isStakeSetSince(tx: Tx, gameId: number, since: Date): Promise<boolean> {
  return (await tx.selectFrom("game_stake").select("game_id").where("game_id", "=", gameId).where("at", ">", since).executeTakeFirst()) !== undefined;
}

/** Sets what may be staked on a game from now on. */
export async function setStakes(tx: Tx, { gameId, stakeMin, stakeMax, by, now }: SetStakes & { gameId: number; by: string; now: Date }): Promise<void> {
  const values = { stake_min: stakeMin, stake_max: stakeMax, by_name: by, at: now };
  await tx
    .insertInto("game_stake")
    .values({ game_id: gameId, ...values })
    .onConflict((conflict) => conflict.column("game_id").doUpdateSet(values))
    .execute();
  staleOnCommit(tx, [STAKES_ENDPOINT, "games.list", "games.vendors", "games.info", "games.switches", "tables.get", "tables.list"], ["everyone"]);
}

/** The answer whose being stale says that stakes moved. */
const STAKES_ENDPOINT = "games.room";
/** Should the notice of a change be lost, the stakes are read again after this. */
const TRUSTED_MS = 1_000;

interface Known {
  readonly stakes: Promise<ReadonlyMap<number, SetStakes>>;
  readonly readAtMs: number;
}

/** A process reads what officers set once a second at most, and again as soon as it is told that it moved: a bet costs no look of its own. */
const watches = new WeakMap<Db, { known: Known | undefined }>();

/** What officers set for games, as this process knows it: at most a second old. */
export async function knowSetStakes(db: Db): Promise<ReadonlyMap<number, SetStakes>> {
  const watch = watches.get(db) ?? { known: undefined };
  watches.set(db, watch);
  if (watch.known === undefined || performance.now() - watch.known.readAtMs >= TRUSTED_MS) {
    const known = { stakes: readSetStakes(db), readAtMs: performance.now() };
    known.stakes.catch(() => {
      if (watch.known === known) watch.known = undefined;
    });
    watch.known = known;
  }
  return watch.known.stakes;
}

/** Forgets what was known as soon as it moves. */
export function watchStakes({ database, reports, live }: Pick<Platform, "database" | "reports" | "live">): void {
  live.onStale([STAKES_ENDPOINT], () => [database, reports].forEach(({ db }) => watches.delete(db)));
}
