import { randomBytes } from "node:crypto";
import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { sweepInTurns } from "../../platform/rows.ts";
import { hashToken } from "../sessions/sessions.ts";
import { forgetTokensOnCommit } from "./tokens.ts";

const TICKET_BYTES = 24;
const TICKET_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** A member's launches are kept so long; a visitor's, and tickets that nobody used, say nothing to anyone after a day. */
const KEPT_MS = 90 * DAY_MS;
const SOON_MS = DAY_MS;
/** Nobody plays one launch for longer: what is older ended unsaid. */
const OPEN_MS_MAX = 7 * DAY_MS;
const SWEPT_AT_ONCE_MAX = 10_000;

export interface Start {
  readonly gameId: number;
  /** Nobody's where a visitor tries a demo. */
  readonly accountId: bigint | null;
  readonly mode: "demo" | "real";
  readonly device: string | undefined;
  readonly language: string;
  readonly now: Date;
}

/** Writes down that somebody starts a vendor's game, and answers the ticket that opens it once within a minute; kept is its hash alone. */
export async function issueTicket(tx: Tx, start: Start): Promise<string> {
  const { gameId, accountId, mode, device, language, now } = start;
  const ticket = randomBytes(TICKET_BYTES).toString("base64url");
  const row = { id: newId(now), ticket_hash: hashToken(ticket), game_id: gameId, account_id: accountId, mode, device: device ?? null, language, at: now };
  await tx.insertInto("launch").values(row).execute();
  if (accountId !== null) await keepStarted(tx, { gameId, accountId, now });
  return ticket;
}

/** Writes down that a member starts a game: one row a game, however often it is opened. */
export async function keepStarted(tx: Tx, { gameId, accountId, now }: { gameId: number; accountId: bigint; now: Date }): Promise<void> {
  await tx
    .insertInto("started_game")
    .values({ account_id: accountId, game_id: gameId, at: now })
    .onConflict((conflict) => conflict.columns(["account_id", "game_id"]).doUpdateSet({ at: now }))
    .execute();
  staleOnCommit(tx, ["recents.list"], [`member:${accountId}`]);
}

export interface Opened {
  readonly id: string;
  readonly gameId: number;
  readonly mode: "demo" | "real";
  readonly device: string | null;
  readonly language: string;
}

/** Uses a ticket up. Refuses one that was used, is older than a minute, or was made for another account, with `games.launch_expired`. */
export async function burnTicket(tx: Tx, { ticket, accountId, now }: { ticket: string; accountId: bigint | null; now: Date }): Promise<Opened> {
  const row = await tx
    .updateTable("launch")
    .set({ opened_at: now })
    .where("ticket_hash", "=", hashToken(ticket))
    .where("opened_at", "is", null)
    .where("ended_at", "is", null)
    .where("at", ">", new Date(now.getTime() - TICKET_MS))
    .where((where) => where.or([where("account_id", "is", null), where("account_id", "=", accountId)]))
    .returning(["id", "game_id as gameId", "mode", "device", "language"])
    .executeTakeFirst();
  if (row === undefined) refuse("games.launch_expired", { field: "ticket" });
  return { ...row, mode: row.mode === "real" ? "real" : "demo" };
}

/** Ends a launch by its ticket; whoever holds it may, and a second time changes nothing. */
export async function endLaunch(tx: Tx, { ticket, now }: { ticket: string; now: Date }): Promise<void> {
  const ended = await tx
    .updateTable("launch")
    .set({ ended_at: now })
    .where("ticket_hash", "=", hashToken(ticket))
    .where("ended_at", "is", null)
    .returning("token_hash")
    .execute();
  await forgetTokensOnCommit(tx, ended);
}

/** Ends all that a member has open or could still open: on being shut out. */
export async function endLaunches(tx: Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<void> {
  const ended = await tx
    .updateTable("launch")
    .set({ ended_at: now })
    .where("account_id", "=", accountId)
    .where("at", ">", new Date(now.getTime() - OPEN_MS_MAX))
    .where("ended_at", "is", null)
    .returning("token_hash")
    .execute();
  await forgetTokensOnCommit(tx, ended);
}

/** The numbers of the games a member started within 90 days, the last one first, each once. */
export async function listStarted(db: Db, { accountId, now }: { accountId: bigint; now: Date }): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("started_game")
    .select("game_id as gameId")
    .where("account_id", "=", accountId)
    .where("at", ">", new Date(now.getTime() - KEPT_MS))
    .orderBy("at", "desc")
    .execute();
  return rows.map(({ gameId }) => gameId);
}

/** Takes away what is kept no longer, so much per transaction: launches, of them soon a visitor's and those that nobody opened, and games last started long ago. */
export async function sweepLaunches(database: Pick<Database, "begin">, now: Date, atOnce = SWEPT_AT_ONCE_MAX): Promise<void> {
  const [old, soon] = [KEPT_MS, SOON_MS].map((keptMs) => new Date(now.getTime() - keptMs));
  await sweepInTurns(database, atOnce, [
    (tx) =>
      sql`delete from launch where ctid = any(array(
        select ctid from launch where at < ${old} or ((account_id is null or opened_at is null) and at < ${soon}) limit ${atOnce}))`.execute(tx),
    (tx) => sql`delete from started_game where ctid = any(array(select ctid from started_game where at < ${old} limit ${atOnce}))`.execute(tx),
  ]);
}
