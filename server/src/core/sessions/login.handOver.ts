import { refuse } from "@laro/contract/core/errors";
import type { Entered } from "@laro/contract/sessions";
import type { Actor } from "../../platform/actor.ts";
import type { Database, Db } from "../../platform/db.ts";
import { enter, getAccountToEnter } from "./login.enter.ts";
import { endSession, hashToken } from "./sessions.ts";
import { takeTicket } from "./tickets.ts";
import type { Visit } from "./visit.ts";

/**
 * Opens a session of the member whose other screen gave the ticket. Whoever is logged in as another must have agreed, for the ticket may be a stranger's: refuses with
 * `sessions.other_open`, and the ticket stays good. A session's own token in its place is ended: it has stood in an address, which others keep.
 */
export async function takeOver(
  { db, begin }: { db: Db; begin: Database["begin"] },
  { ticket, replaces = false, actor, ...visit }: Visit & { ticket: string; replaces?: boolean | undefined; actor: Actor },
): Promise<Entered> {
  const { now } = visit;
  const taken = await begin(async (tx) => {
    await endSession(tx, { session: hashToken(ticket).toString("base64url"), now });
    const opens = await takeTicket(tx, "handOver", { ticket, now });
    if (opens?.kind === "member" && actor.kind === "member" && actor.id !== opens.subjectId && !replaces) refuse("sessions.other_open");
    return opens;
  });
  if (taken?.kind !== "member") refuse("sessions.ticket_over");
  const account = await getAccountToEnter(db, taken.subjectId);
  return enter(begin, { ...visit, account, entry: "player", method: "handOver", mustChangePassword: false, passwordExpired: false });
}
