import { randomBytes } from "node:crypto";
import type { SignedInActor } from "../../platform/actor.ts";
import type { Database, Tx } from "../../platform/db.ts";
import type { Audience } from "../../platform/live.ts";
import { hashToken, isSessionOpen } from "./sessions.ts";

const TICKET_VALID_MS = 60_000;
const TICKET_BYTES = 24;
const TICKET = /^[\w-]{32}$/;

/** What a ticket opens: the live socket, or a session of the same member on another screen. One of one use opens nothing of the other. */
type Use = "live" | "handOver";

const hashTicket = (use: Use, ticket: string): Buffer => hashToken(`${use} ${ticket}`);

/** Issues a one-time ticket: a token never travels in a URL. */
export async function issueTicket(tx: Tx, use: Use, { kind, id, session }: SignedInActor, now: Date): Promise<{ ticket: string }> {
  const ticket = randomBytes(TICKET_BYTES).toString("base64url");
  const expiresAt = new Date(now.getTime() + TICKET_VALID_MS);
  await tx
    .insertInto("live_ticket")
    .values({ ticket_hash: hashTicket(use, ticket), kind, subject_id: id, token_hash: Buffer.from(session, "base64url"), expires_at: expiresAt })
    .execute();
  return { ticket };
}

interface Ticket {
  readonly kind: string;
  readonly subjectId: bigint;
  readonly session: string;
}

/** Uses a ticket up: whose it is, and by which session. Undefined for one that is unknown, used, late, of another use, or whose session has ended. */
export async function takeTicket(tx: Tx, use: Use, { ticket, now }: { ticket: string; now: Date }): Promise<Ticket | undefined> {
  const row = await tx
    .deleteFrom("live_ticket")
    .where("ticket_hash", "=", hashTicket(use, ticket))
    .returning(["kind", "subject_id as subjectId", "token_hash as tokenHash", "expires_at as expiresAt"])
    .executeTakeFirst();
  if (row === undefined || row.expiresAt <= now) return undefined;
  const session = row.tokenHash.toString("base64url");
  return (await isSessionOpen(tx, session)) ? { kind: row.kind, subjectId: row.subjectId, session } : undefined;
}

/** Who hears the live socket: a person, by one of their sessions. */
export interface Listener {
  readonly person: Audience;
  readonly session: string;
  readonly audiences: readonly Audience[];
}

/** Who listens by a ticket of the live socket, and by which session. What can be no ticket is not looked up. */
export async function useTicket({ begin }: Pick<Database, "begin">, given: { ticket: string; now: Date }): Promise<Listener | undefined> {
  const ticket = TICKET.test(given.ticket) ? await begin((tx) => takeTicket(tx, "live", given)) : undefined;
  if (ticket === undefined) return undefined;
  const own = ticket.kind === "operator" ? ([`operator:${ticket.subjectId}`, "operators"] as const) : ([`member:${ticket.subjectId}`] as const);
  return { person: own[0], session: ticket.session, audiences: ["everyone", ...own] };
}
