import { randomBytes } from "node:crypto";
import type { SignedInActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import type { Audience } from "../../platform/live.ts";
import { hashToken, isSessionOpen } from "./sessions.ts";

const TICKET_VALID_MS = 60_000;
const TICKET_BYTES = 24;

/** Issues a one-time ticket for the live socket: a token never travels in a URL. */
export async function issueTicket(tx: Tx, { kind, id, session }: SignedInActor, now: Date): Promise<{ ticket: string }> {
  const ticket = randomBytes(TICKET_BYTES).toString("base64url");
  const expiresAt = new Date(now.getTime() + TICKET_VALID_MS);
  await tx
    .insertInto("live_ticket")
    .values({ ticket_hash: hashToken(ticket), kind, subject_id: id, token_hash: Buffer.from(session, "base64url"), expires_at: expiresAt })
    .execute();
  return { ticket };
}

/** Uses a ticket up: who listens, and by which session. Undefined for one that is unknown, used, late, or whose session has ended. */
export async function useTicket(
  tx: Tx,
  { ticket, now }: { ticket: string; now: Date },
): Promise<{ audiences: readonly Audience[]; session: string } | undefined> {
  const row = await tx
    .deleteFrom("live_ticket")
    .where("ticket_hash", "=", hashToken(ticket))
    .returning(["kind", "subject_id as subjectId", "token_hash as tokenHash", "expires_at as expiresAt"])
    .executeTakeFirst();
  if (row === undefined || row.expiresAt <= now) return undefined;
  const session = row.tokenHash.toString("base64url");
  if (!(await isSessionOpen(tx, session))) return undefined;
  return {
    session,
    audiences: ["everyone", ...(row.kind === "operator" ? ([`operator:${row.subjectId}`, "operators"] as const) : ([`member:${row.subjectId}`] as const))],
  };
}
