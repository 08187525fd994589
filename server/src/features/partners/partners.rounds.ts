import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { InputOf } from "@laro/contract/core/endpoint";
import type { PartnerGame, PartnerRound, PartnerRoundState, partners } from "@laro/contract/partners";
import { type InstantEngine, isStakeAllowed } from "@laro/engines/engine";
import { findEngine, versionOf } from "@laro/engines/registry";
import { findGameByCode } from "../../core/catalogue/catalogue.ts";
import { knowSetStakes, type SetStakes, type StakeLimits, takesStakes } from "../../core/catalogue/stakes.ts";
import { readStops } from "../../core/catalogue/stops.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { contentDigest, requestedId } from "../../platform/ids.ts";
import type { PartnerSession } from "./partners.launch.ts";
import type { PartnerInForce } from "./partners.view.ts";
import type { AboutPlayer } from "./partners.wire.ts";

/** A player has so many rounds under way at most: a wallet that says nothing makes no heap of them. */
const OPEN_MAX = 5;
const ROUNDS_SHOWN = 20;
const S_MS = 1_000;

export type PartnerPlay = Omit<InputOf<(typeof partners)["play"]>, "token">;
type Instant = InstantEngine<unknown, unknown>;

/** A round of a partner's player, and whom its calls are about. */
export interface KeptRound extends AboutPlayer {
  readonly id: string;
  readonly partnerId: number;
  readonly playerId: bigint;
  readonly gameCode: PartnerGame;
  readonly version: number;
  readonly digest: bigint;
  readonly stake: bigint;
  readonly choice: unknown;
  readonly state: PartnerRoundState;
  readonly sends: number;
  readonly lookAt: Date | null;
  readonly heldAt: Date | null;
  readonly undoingAt: Date | null;
  readonly refusal: string | null;
  readonly seedId: bigint | null;
  readonly nonce: bigint | null;
  readonly win: bigint | null;
  readonly outcome: unknown;
  readonly balance: bigint | null;
  readonly at: Date;
  readonly drawnAt: Date | null;
  readonly freeId: string | null;
}

export const selectRounds = (given: Db | Tx) =>
  (given as Db)
    .selectFrom("partner_round as r")
    .innerJoin("partner_player as p", "p.id", "r.player_id")
    .innerJoin("partner_launch as l", "l.id", "r.launch_id")
    .select(["r.id", "r.partner_id as partnerId", "r.player_id as playerId", "r.game_code as gameCode", "r.version", "r.digest", "r.stake", "r.choice"])
    .select(["r.state", "r.sends", "r.look_at as lookAt", "r.held_at as heldAt", "r.undoing_at as undoingAt", "r.refusal", "r.seed_id as seedId", "r.nonce"])
    .select([
      "r.win",
      "r.outcome",
      "r.balance",
      "r.at",
      "r.drawn_at as drawnAt",
      "r.free_round_id as freeId",
      "p.foreign_id as player",
      "p.currency",
      "l.foreign_session as session",
    ])
    .$narrowType<{ gameCode: PartnerGame; state: PartnerRoundState; choice: unknown; outcome: unknown }>();

export const findRound = (given: Db | Tx, id: string): Promise<KeptRound | undefined> => selectRounds(given).where("r.id", "=", id).executeTakeFirst();

/** The mathematics a round is played by; all games a partner may take are instant ones. */
export function engineOf(gameCode: string, version?: number): Instant {
  const engine = findEngine(gameCode, version);
  if (engine?.kind !== "instant") throw new Error(`${gameCode} has no version ${version ?? "in force"} that is played at once.`);
  return engine;
}

/** What officers set for a game of the house, at a partner's as anywhere. */
export const findSetStakes = async (db: Db, gameCode: PartnerGame): Promise<SetStakes | undefined> =>
  (await knowSetStakes(db)).get(findGameByCode(gameCode)!.gameId);

/** What may be staked on a game there: within the game's own bounds, what officers set for it, and the partner's most. The market's bounds are those of its members. */
export function stakesAt({ stakeMaxMinor }: Pick<PartnerInForce, "stakeMaxMinor">, engine: Instant, set: SetStakes | undefined): StakeLimits {
  const mosts = [engine.stakeMax, set?.stakeMax ?? null, stakeMaxMinor].filter((most) => most !== null);
  const most = mosts.reduce((lowest, one) => (one < lowest ? one : lowest));
  const least = set?.stakeMin ?? engine.stakeMin;
  return { stakeMin: least < engine.stakeMin ? engine.stakeMin : least, stakeMax: most - (most % engine.stakeStep), stakeStep: engine.stakeStep };
}

/** Whether a stake is one of a game's there. */
export const isStakeTaken = (partner: PartnerInForce, engine: Instant, { stake, set }: { stake: bigint; set: SetStakes | undefined }): boolean => {
  const { stakeMin, stakeMax } = stakesAt(partner, engine, set);
  return stake >= stakeMin && stake <= stakeMax && isStakeAllowed(engine, stake);
};

/**
 * Reads a stake and a choice as the game does. What was given for a stake is played for it, whatever the bounds became. Refuses with `games.closed` where the partner does not
 * take the game, or the house stopped it or lets nothing be staked on it, and with `rounds.*`.
 */
export async function readPlay(
  db: Db,
  partner: PartnerInForce,
  gameCode: PartnerGame,
  { stake, choice, free }: Pick<PartnerPlay, "stake" | "choice" | "free">,
): Promise<PlayRead> {
  const engine = engineOf(gameCode);
  const game = findGameByCode(gameCode)!;
  if (!partner.games.includes(gameCode) || (await readStops(db)).has(game.gameId)) refuse("games.closed");
  const limits = free === undefined ? stakesAt(partner, engine, await findSetStakes(db, gameCode)) : stakesAt({ stakeMaxMinor: null }, engine, undefined);
  if (!takesStakes(limits)) refuse("games.closed");
  if (stake < limits.stakeMin) refuse("rounds.below_minimum", { field: "stake", minimum: formatAmount(limits.stakeMin) });
  if (stake > limits.stakeMax) refuse("rounds.above_maximum", { field: "stake", maximum: formatAmount(limits.stakeMax) });
  if (!isStakeAllowed(engine, stake)) refuse("rounds.stake_step", { field: "stake", step: formatAmount(engine.stakeStep) });
  const read = engine.parseChoice.safeParse(choice);
  if (!read.success) refuse("rounds.choice_invalid", { field: "choice" });
  return { engine, choice: read.data };
}

export interface Asking {
  readonly partner: PartnerInForce;
  readonly session: PartnerSession & { readonly playerId: bigint };
  readonly play: PartnerPlay;
  readonly now: Date;
}

/** What is played: the game's mathematics, and the choice as it reads it. */
export interface PlayRead {
  readonly engine: Instant;
  readonly choice: unknown;
}

/** What a player's request is called here. */
export const roundIdOf = ({ playerId }: Asking["session"], { requestId }: PartnerPlay) => requestedId(requestId, "partner-round", String(playerId));

export const digestOf = (gameCode: string, { stake, choice, free = "" }: PartnerPlay): bigint =>
  contentDigest(`${gameCode} ${formatAmount(stake)} ${JSON.stringify(choice)}${free}`);

/** Lets a player's next round begin, and nobody else's of the same player meanwhile. Refuses with `rounds.too_soon` within the game's pace. */
export async function keepPace(tx: Tx, playerId: bigint, { cycleMs, now }: { readonly cycleMs: number; readonly now: Date }): Promise<void> {
  const player = await tx.selectFrom("partner_player").select("paced_at as pacedAt").where("id", "=", playerId).forUpdate().executeTakeFirstOrThrow();
  const waitMs = player.pacedAt === null ? 0 : player.pacedAt.getTime() + cycleMs - now.getTime();
  if (waitMs > 0) refuse("rounds.too_soon", { retryAfter: Math.ceil(waitMs / S_MS) });
  await tx.updateTable("partner_player").set({ paced_at: now }).where("id", "=", playerId).execute();
}

/** A round as it is written down, before or as it is drawn. */
export const rowOf = ({ partner, session, play, now }: Asking, { engine, choice }: PlayRead) => ({
  id: roundIdOf(session, play),
  partner_id: partner.id,
  player_id: session.playerId,
  launch_id: session.id,
  game_code: session.gameCode,
  version: versionOf(engine),
  digest: digestOf(session.gameCode, play),
  stake: play.stake,
  choice: JSON.stringify(choice),
  at: now,
});

/** Writes a round down before anybody is asked for it. Refuses as `keepPace` does, and with `partners.rounds_open` where too many are under way. */
export async function keepRound(tx: Tx, asking: Asking, read: PlayRead): Promise<void> {
  const { session, now } = asking;
  const { playerId } = session;
  await keepPace(tx, playerId, { cycleMs: read.engine.cycleMs, now });
  const open = await tx.selectFrom("partner_round").select("id").where("player_id", "=", playerId).where("ended_at", "is", null).limit(OPEN_MAX).execute();
  if (open.length >= OPEN_MAX) refuse("partners.rounds_open");
  await tx
    .insertInto("partner_round")
    .values({ ...rowOf(asking, read), look_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** A round as its player sees it: one that is given back does not count, whether the partner heard of it yet or not. */
export function describeRound({
  id,
  gameCode,
  version,
  state,
  undoingAt,
  refusal,
  freeId,
  stake,
  win,
  choice,
  outcome,
  seedId,
  nonce,
  at,
}: KeptRound): PartnerRound {
  return {
    id,
    gameCode,
    version,
    state: undoingAt === null ? state : "void",
    refusal: state === "refused" ? (refusal as PartnerRound["refusal"]) : null,
    isFree: freeId !== null,
    stake,
    win: win ?? 0n,
    choice: choice as PartnerRound["choice"],
    outcome: (outcome ?? {}) as PartnerRound["outcome"],
    seedId: seedId === null ? "" : String(seedId),
    nonce: nonce === null ? "" : String(nonce),
    at: at.toISOString(),
  };
}

/** A player's last rounds that were drawn. */
export async function listDrawn(db: Db, playerId: bigint): Promise<readonly PartnerRound[]> {
  const rows = await selectRounds(db)
    .where("r.player_id", "=", playerId)
    .where("r.drawn_at", "is not", null)
    .orderBy("r.id", "desc")
    .limit(ROUNDS_SHOWN)
    .execute();
  return rows.map(describeRound);
}

/** A round of a demo: drawn like any other, of a seed nobody keeps. */
export function describeDemo(
  gameCode: PartnerGame,
  { id, stake, choice, win, outcome, at }: { id: string; stake: bigint; choice: unknown; win: bigint; outcome: unknown; at: Date },
): PartnerRound {
  const kept = { choice: choice as PartnerRound["choice"], outcome: outcome as PartnerRound["outcome"] };
  return {
    id,
    gameCode,
    version: versionOf(engineOf(gameCode)),
    state: "closed",
    refusal: null,
    isFree: false,
    stake,
    win,
    ...kept,
    seedId: "",
    nonce: "",
    at: at.toISOString(),
  };
}
