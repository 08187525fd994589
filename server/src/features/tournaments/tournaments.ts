import { randomBytes } from "node:crypto";
import type { CampaignState } from "@laro/contract/campaigns";
import type { SeatGame } from "@laro/contract/core/campaignRules";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { PLACE_MAX } from "@laro/contract/leaderboards";
import type { Seat, SeatRound, Tournament, tournaments } from "@laro/contract/tournaments";
import { seatEngine } from "@laro/engines/chips";
import { sql } from "kysely";
import { type CampaignMoment, readRule } from "../../core/campaigns/campaigns.facts.ts";
import { lockMissions } from "../../core/campaigns/campaigns.enter.ts";
import { checkEntering, join } from "../../core/campaigns/campaigns.parts.ts";
import { type PlaceLooker, readPlace } from "../../core/campaigns/campaigns.places.ts";
import { COUNTED_MAX, listByTrigger, type Looker } from "../../core/campaigns/campaigns.read.ts";
import { findSeatPlace, listSeatPlaces } from "../../core/campaigns/tournaments.ts";
import { findGameByCode } from "../../core/catalogue/catalogue.ts";
import { hashSeed } from "../../core/wallet/seeds.sealed.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import { openText, sealText } from "../../platform/sealing.ts";

const TOURNAMENTS_MAX = 10;
const SEED_BYTES = 32;

/** A tournament as its seats need it. */
export interface TournamentRow {
  readonly id: string;
  readonly state: CampaignState;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly gameCode: SeatGame;
  readonly chips: bigint;
  readonly rounds: number;
}

/** A seat as it is kept. */
export interface SeatRow {
  readonly chips: bigint;
  readonly rounds: number;
  readonly sealed: Buffer;
  readonly hash: Buffer;
  readonly clientSeed: string | null;
  readonly reachedAt: Date;
}

const sealOf = (campaignId: string, accountId: bigint) => ({ use: "tournament", context: `${campaignId} ${accountId}` });
/** A seat's seed, for whoever plays it. */
export const openSeed = (keys: Keys, { id, accountId, sealed }: { id: string; accountId: bigint; sealed: Buffer }): Buffer =>
  Buffer.from(openText(keys, sealOf(id, accountId), sealed), "hex");

/** A tournament that was published. Refuses with `tournaments.none`. */
export async function getTournament(db: Db | Tx, code: string): Promise<TournamentRow> {
  const row = await (db as Db)
    .selectFrom("campaign as c")
    .innerJoin("tournament as t", "t.campaign_id", "c.id")
    .select(["c.id", "c.state", "c.starts_at as startsAt", "c.ends_at as endsAt", "t.game_code as gameCode", "t.chips", "t.rounds"])
    .where("c.code", "=", code.toUpperCase())
    .executeTakeFirst();
  return row === undefined ? refuse("tournaments.none", { field: "code" }) : { ...row, state: row.state as CampaignState, gameCode: row.gameCode as SeatGame };
}

const selectSeat = (db: Db | Tx, { id, accountId }: { id: string; accountId: bigint }) =>
  (db as Db)
    .selectFrom("tournament_seat as s")
    .select(["s.chips", "s.rounds", "s.seed_sealed as sealed", "s.server_seed_hash as hash", "s.client_seed as clientSeed", "s.reached_at as reachedAt"])
    .where("s.campaign_id", "=", id)
    .where("s.account_id", "=", accountId);

/** The seat of a member who is in the tournament, locked until the transaction ends; undefined where there is none. */
export const lockSeat = (tx: Tx, { id, accountId }: { id: string; accountId: bigint }): Promise<SeatRow | undefined> =>
  selectSeat(tx, { id, accountId })
    .innerJoin("participation as p", (on) =>
      on.onRef("p.campaign_id", "=", "s.campaign_id").onRef("p.account_id", "=", "s.account_id").on("p.period", "=", "once"),
    )
    .where("p.state", "=", "signed")
    .forUpdate("s")
    .executeTakeFirst();

interface Owned {
  readonly keys: Keys;
  readonly accountId: bigint;
  readonly now: Date;
}

/** A seat as its member sees it: the seed only once no round can be played with it any more. */
export function describeSeat(
  { keys, accountId, now }: Owned,
  { id, state, endsAt, rounds }: TournamentRow,
  { chips, rounds: played, sealed, hash, clientSeed }: SeatRow,
): Seat {
  const isDone = played >= rounds || state === "stopped" || endsAt <= now;
  return {
    chips: Number(chips),
    played,
    serverSeedHash: hash.toString("hex"),
    serverSeed: isDone ? openSeed(keys, { id, accountId, sealed }).toString("hex") : null,
    clientSeed,
  };
}

interface Listed extends TournamentRow {
  readonly code: string;
  readonly rule: unknown;
  readonly seats: number;
  /** Null where the looker has no seat. */
  readonly seatChips: bigint | null;
  readonly played: number;
  readonly sealed: Buffer;
  readonly hash: Buffer;
  readonly clientSeed: string | null;
  readonly reachedAt: Date;
}

/** Tournaments that run, are to come or just ended, or the one of a code, each with the looker's seat. */
export async function listTournaments(db: Db | Tx, { keys, looker }: { keys: Keys; looker: Looker }, code?: string): Promise<readonly Tournament[]> {
  const { accountId, now } = looker;
  const asked = { triggers: ["ranked"], seated: true, limit: TOURNAMENTS_MAX, after: true, ...(code === undefined ? {} : { code }) };
  const cards = await listByTrigger(db, looker, asked);
  if (cards.length === 0) return [];
  const { rows } = await sql<Listed>`
    select c.id, c.code, c.state, c.starts_at as "startsAt", c.ends_at as "endsAt", t.game_code as "gameCode", t.chips, t.rounds, v.rule,
      (select count(*)::int from (select from tournament_seat o where o.campaign_id = c.id and o.rounds > 0 limit ${COUNTED_MAX}) counted) as seats,
      s.chips as "seatChips", s.rounds as played, s.seed_sealed as sealed, s.server_seed_hash as hash, s.client_seed as "clientSeed", s.reached_at as "reachedAt"
    from campaign c join tournament t on t.campaign_id = c.id join campaign_version v on v.campaign_id = c.id and v.version = c.version
    left join tournament_seat s on s.campaign_id = c.id and s.account_id = ${accountId ?? null}::bigint
    where c.code = any(${cards.map((card) => card.code)}::text[])`.execute(db as Tx);
  return cards.flatMap((card) => {
    const row = rows.find((one) => one.code === card.code);
    if (row === undefined) return [];
    const { gameCode, chips, rounds, seats, seatChips, played } = row;
    return {
      ...card,
      prizes: readRule(row.rule).prizes,
      gameCode,
      gameName: findGameByCode(gameCode)!.displayName,
      chips: Number(chips),
      rounds,
      cycleMs: seatEngine(gameCode).cycleMs,
      seats,
      seat: seatChips === null ? null : describeSeat({ keys, accountId: accountId!, now }, row, { ...row, chips: seatChips, rounds: played }),
    };
  });
}

interface Entering extends Pick<Owned, "keys" | "accountId"> {
  readonly moment: CampaignMoment;
  readonly code: string;
}

/** Gives a member a seat, with a seed that is promised now; who left and comes back has the one they had. Nothing is paid. Refuses as the contract says. */
export async function takeSeat(tx: Tx, { keys, moment, accountId, code }: Entering): Promise<void> {
  const { id, chips } = await getTournament(tx, code);
  // Of two asked at once the second finds the seat of the first.
  await lockMissions(tx, accountId);
  const part = await tx.selectFrom("participation").select("state").where("campaign_id", "=", id).where("account_id", "=", accountId).executeTakeFirst();
  const isIn = part !== undefined && part.state !== "left";
  if (isIn && (await selectSeat(tx, { id, accountId }).executeTakeFirst()) !== undefined) return;
  if (isIn) await checkEntering(tx, moment, { accountId, code });
  else await join(tx, moment, { accountId, code });
  const seed = randomBytes(SEED_BYTES);
  await tx
    .insertInto("tournament_seat")
    .values({
      campaign_id: id,
      account_id: accountId,
      chips,
      seed_sealed: sealText(keys, sealOf(id, accountId), seed.toString("hex")),
      server_seed_hash: hashSeed(seed),
      reached_at: moment.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A tournament place by place. */
export async function listRank(
  db: Db,
  { code, cursor, limit = PAGE_LIMIT_DEFAULT, accountId, now }: InputOf<(typeof tournaments)["rank"]> & PlaceLooker,
): Promise<OutputOf<(typeof tournaments)["rank"]>> {
  const { id: campaignId } = await getTournament(db, code);
  const after = readPlace(cursor);
  const rows = await listSeatPlaces(db, { campaignId, accountId, now, after, limit: Math.min(limit + 1, PLACE_MAX - after) });
  return {
    ...cutPage(rows, { limit, describe: (row) => row, cursorOf: ({ place }) => place }),
    mine: accountId === undefined ? null : await findSeatPlace(db, { campaignId, accountId, now }),
  };
}

/** What is kept of a round beside its sums. */
export interface RoundDetail {
  readonly v?: number;
  readonly choice: Record<string, unknown>;
  readonly outcome: Record<string, unknown>;
}

/** A round as its member sees it. */
export function describeRound({ n, stake, win, detail, at }: { n: number; stake: bigint; win: bigint; detail: unknown; at: Date }): SeatRound {
  const { v = 1, choice, outcome } = detail as RoundDetail;
  return { n, stake: Number(stake), win: Number(win), choice, outcome, version: v, at: at.toISOString() };
}

/** A member's rounds in a tournament, newest first, with the seeds they follow from. */
export async function listRounds(
  db: Db,
  { keys, accountId, now, code, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof tournaments)["rounds"]> & Owned,
): Promise<OutputOf<(typeof tournaments)["rounds"]>> {
  const tournament = await getTournament(db, code);
  const seat = await selectSeat(db, { id: tournament.id, accountId }).executeTakeFirst();
  const rows = await db
    .selectFrom("tournament_round")
    .select(["n", "stake", "win", "detail", "at"])
    .where("campaign_id", "=", tournament.id)
    .where("account_id", "=", accountId)
    .$if(isNumberCursor(cursor), (query) => query.where("n", "<", sql<number>`${BigInt(cursor!)}::bigint`))
    .orderBy("n", "desc")
    .limit(limit + 1)
    .execute();
  return {
    ...cutPage(rows, { limit, describe: describeRound, cursorOf: ({ n }) => n }),
    seat: seat === undefined ? null : describeSeat({ keys, accountId, now }, tournament, seat),
  };
}
