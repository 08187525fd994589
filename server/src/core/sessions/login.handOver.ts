import { refuse } from "@laro/contract/core/errors";
import type { Entered } from "@laro/contract/sessions";
import type { Database, Db } from "../../platform/db.ts";
import { enter, getAccountToEnter } from "./login.enter.ts";
import { endSession, hashToken } from "./sessions.ts";
import { takeTicket } from "./tickets.ts";
import type { Visit } from "./visit.ts";

/** Opens a session of the member whose other screen gave the ticket. A session's own token in its place is ended: it has stood in an address, which others keep. */
export async function takeOver({ db, begin }: { db: Db; begin: Database["begin"] }, { ticket, ...visit }: Visit & { ticket: string }): Promise<Entered> {
  const { now } = visit;
  const taken = await begin(async (tx) => {
    await endSession(tx, { session: hashToken(ticket).toString("base64url"), now });
    return takeTicket(tx, "handOver", { ticket, now });
  });
  if (taken?.kind !== "member") refuse("sessions.ticket_over");
  const account = await getAccountToEnter(db, taken.subjectId);
  return enter(begin, { ...visit, account, entry: "player", method: "handOver", mustChangePassword: false, passwordExpired: false });
}
