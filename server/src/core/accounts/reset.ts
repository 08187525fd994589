import type { Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Keys } from "../../platform/keys.ts";
import { tell } from "../../platform/outbox.ts";
import { endCodes } from "../codes/codes.ts";
import { undoChange } from "../contacts/changes.ts";
import { contactKinds } from "../contacts/contacts.ts";
import { forgetWhence } from "../devices/devices.ts";
import { endChallenges } from "../sessions/challenge.ts";
import { forgetAllRemembered } from "../sessions/remember.ts";
import { endSessions } from "../sessions/sessions.ts";
import { reopenClosing } from "./closing.ts";
import { removePlanted } from "./planted.ts";
import { reopenNames } from "./reopened.ts";

/** After a reset by phone money and ways in rest so long: whoever holds the number may be a thief, and the owner is told meanwhile. */
const REST_MS = 72 * 60 * 60_000;

interface Reset {
  readonly accountId: bigint;
  readonly passwordHash: string;
  /** What the reset stands on. */
  readonly by: "phone" | "email";
  /** It is the contact before, within the days in which its owner may stop the change. */
  readonly isFormer?: boolean;
  /** The factor that was shown on the way. */
  readonly shown?: { readonly shown?: string | undefined; readonly passkey?: string | undefined };
  readonly now: Date;
}

/** Sets a password that was forgotten: whoever is in the account is out of it, no browser or address of it is trusted any more, and its owner is told. */
export async function resetPassword(
  tx: Tx,
  keys: Pick<Keys, "dataKey">,
  { accountId, passwordHash, by, isFormer = false, shown = {}, now }: Reset,
): Promise<void> {
  const rest = by === "phone" ? { rest_from: now, rest_until: new Date(now.getTime() + REST_MS), rest_cause: "recovery" } : {};
  await tx
    .updateTable("account")
    .set({ password_hash: passwordHash, must_change_password: false, password_changed_at: now, ...rest })
    .where("id", "=", accountId)
    .execute();
  await endSessions(tx, { kind: "member", subjectId: accountId, now });
  await forgetAllRemembered(tx, accountId);
  await endChallenges(tx, accountId);
  await forgetWhence(tx, accountId);
  await endCodes(tx, { accountId, now });
  // Who holds the new contact alone takes from the old one's owner no way to stop its change.
  for (const kind of contactKinds.filter((each) => each !== by || isFormer)) {
    const changedAt = await undoChange(tx, { accountId, kind, now });
    if (changedAt !== undefined) await removePlanted(tx, { accountId, changedAt, ...shown, now });
  }
  await reopenClosing(tx, accountId);
  await reopenNames(tx, keys, accountId);
  await tell(tx, "accounts.recovered", { accountId: String(accountId), resetId: newId(now) });
}
