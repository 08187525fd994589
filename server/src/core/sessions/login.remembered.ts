import { refuse } from "@laro/contract/core/errors";
import type { Entered } from "@laro/contract/sessions";
import type { Visitor } from "../../platform/browser.ts";
import type { Database, Db } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { tell } from "../../platform/outbox.ts";
import { isFlagOn } from "../settings/settings.ts";
import { enter, type AccountToEnter } from "./login.enter.ts";
import { findRemembered, isOfDevice, issueRemembered } from "./remember.ts";
import { endRememberedSessions } from "./sessions.ts";
import type { Visit } from "./visit.ts";

/** Whose answer got lost asks again within this; later, a second use says that somebody has a copy. */
const LOST_ANSWER_MS = 60_000;

/**
 * Opens the session of whoever this browser remembers, once for each token. A token used twice, or in another browser than its own, has been copied: all of
 * its kind and the sessions they opened end, and the owner is told. Refuses with `sessions.not_remembered`.
 */
export async function logInRemembered({ db, begin }: { db: Db; begin: Database["begin"] }, visit: Visit): Promise<Entered> {
  const { visitor, now } = visit;
  const token = await findRemembered(db, visitor);
  if (token === undefined || token.expiresAt <= now) return refuseUnknown(visitor);
  if (!isOfDevice(token, visitor)) return raiseAlarm(begin, token, { visitor, now });
  const spent = await begin((tx) =>
    tx
      .updateTable("remember_token")
      .set({ spent_at: now })
      .where("selector", "=", token.selector)
      .where("spent_at", "is", null)
      .returning("selector")
      .executeTakeFirst(),
  );
  if (spent === undefined) {
    const spentAtMs = (await findRemembered(db, visitor))?.spentAt?.getTime() ?? 0;
    const isLostAnswer = now.getTime() - spentAtMs <= LOST_ANSWER_MS;
    return isLostAnswer ? refuse("sessions.not_remembered") : raiseAlarm(begin, token, { visitor, now });
  }
  // What it brought opens nothing any more, even if a second factor comes first.
  visitor.clearCookie("laro_remember");
  if (token.closed) refuse("sessions.account_closed");
  const account: AccountToEnter = { id: token.accountId, name: token.name, type: token.type, factorWhen: token.factorWhen };
  const mustChangePassword = token.mustChange && (await isFlagOn(db, "forcedPasswordChange"));
  const entrance = { ...visit, account, entry: "player", method: "remembered", mustChangePassword, passwordExpired: false } as const;
  const entered = await enter(begin, entrance);
  await begin((tx) => issueRemembered(tx, { accountId: token.accountId, visitor, now, expiresAt: token.expiresAt }));
  return entered;
}

function refuseUnknown(visitor: Visitor): never {
  visitor.clearCookie("laro_remember");
  return refuse("sessions.not_remembered");
}

async function raiseAlarm(
  begin: Database["begin"],
  { accountId, device }: { accountId: bigint; device: Buffer },
  { visitor, now }: { visitor: Visitor; now: Date },
): Promise<never> {
  await begin(async (tx) => {
    const gone = await tx.deleteFrom("remember_token").where("account_id", "=", accountId).where("device", "=", device).returning("selector").execute();
    if (gone.length === 0) return;
    await endRememberedSessions(tx, { accountId, device, now });
    await tell(tx, "sessions.rememberStolen", { accountId: String(accountId), entryId: newId(now) });
  });
  return refuseUnknown(visitor);
}
