import { createHash, randomBytes } from "node:crypto";
import { refuse } from "@laro/contract/core/errors";
import type { PartnerGame } from "@laro/contract/partners";
import { sql } from "kysely";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { sweepInTurns } from "../../platform/rows.ts";

const TICKET_BYTES = 24;
const TICKET_MS = 60_000;
const TOKEN_BYTES = 32;
const TOKEN_MS = 12 * 60 * 60_000;
const KEPT_MS = 90 * 24 * 60 * 60_000;
const SWEPT_AT_ONCE_MAX = 10_000;

const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

export interface PartnerStart {
  readonly partnerId: number;
  /** Nobody's where it is a demo. */
  readonly playerId: bigint | null;
  readonly gameCode: string;
  readonly language: string;
  readonly foreignSession: string | null;
  readonly now: Date;
}

/** Writes down that a partner opens a game, and answers the ticket that opens it once within a minute; kept is its hash alone. */
export async function issueTicket(tx: Tx, { partnerId, playerId, gameCode, language, foreignSession, now }: PartnerStart): Promise<string> {
  const ticket = randomBytes(TICKET_BYTES).toString("base64url");
  const row = { id: newId(now), partner_id: partnerId, player_id: playerId, game_code: gameCode, language, foreign_session: foreignSession, at: now };
  await tx
    .insertInto("partner_launch")
    .values({ ...row, ticket_hash: hashOf(ticket) })
    .execute();
  return ticket;
}

/** A game that is open in a partner's page. */
export interface PartnerSession {
  readonly id: string;
  readonly partnerId: number;
  readonly playerId: bigint | null;
  readonly gameCode: PartnerGame;
  readonly language: string;
  readonly foreignSession: string | null;
}

const columns = [
  "l.id",
  "l.partner_id as partnerId",
  "l.player_id as playerId",
  "l.game_code as gameCode",
  "l.language",
  "l.foreign_session as foreignSession",
] as const;

/** Uses a ticket up and answers the token its page plays with. Refuses one that was used, is older than a minute, or another partner's, with `partners.ticket_over`. */
export async function burnTicket(
  tx: Tx,
  { ticket, code, now }: { readonly ticket: string; readonly code: string; readonly now: Date },
): Promise<PartnerSession & { readonly token: string }> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const row = await tx
    .updateTable("partner_launch as l")
    .from("partner as p")
    .set({ opened_at: now, token_hash: hashOf(token) })
    .whereRef("p.id", "=", "l.partner_id")
    .where("p.code", "=", code)
    .where("l.ticket_hash", "=", hashOf(ticket))
    .where("l.opened_at", "is", null)
    .where("l.at", ">", new Date(now.getTime() - TICKET_MS))
    .returning(columns)
    .executeTakeFirst();
  if (row === undefined) refuse("partners.ticket_over", { field: "ticket" });
  return { ...row, gameCode: row.gameCode as PartnerGame, token };
}

/** Whose page a token stands for, within twelve hours. Refuses with `partners.session_over`. */
export async function getSession(db: Db, { token, now }: { readonly token: string; readonly now: Date }): Promise<PartnerSession> {
  const row = await db
    .selectFrom("partner_launch as l")
    .select(columns)
    .where("l.token_hash", "=", hashOf(token))
    .where("l.opened_at", ">", new Date(now.getTime() - TOKEN_MS))
    .executeTakeFirst();
  if (row === undefined) refuse("partners.session_over", { field: "token" });
  return { ...row, gameCode: row.gameCode as PartnerGame };
}

/** Takes away launches that are kept no longer, so much per transaction. */
export async function sweepPartnerLaunches(database: Pick<Database, "begin">, now: Date, atOnce = SWEPT_AT_ONCE_MAX): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await sweepInTurns(database, atOnce, [
    (tx) => sql`delete from partner_launch where id = any(array(select id from partner_launch where at < ${before} limit ${atOnce}))`.execute(tx),
  ]);
}
