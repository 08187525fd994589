import type { Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import { readFactors, removeTotp } from "../factors/factors.ts";
import { removePasskeys } from "../sessions/passkeys.ts";

/** Who means to take an account over binds a factor of their own before they change its contact, to be spared by the rest. */
const PLANTED_WITHIN_MS = 72 * 60 * 60_000;

interface Undone {
  readonly accountId: bigint;
  /** When the contact was changed. */
  readonly changedAt: Date;
  /** What whoever undoes it has just shown is their own. */
  readonly shown?: string | undefined;
  readonly passkey?: string | undefined;
  readonly now: Date;
}

/** With a contact change that is undone goes whatever was bound since three days before it; the owner is told, who may bind theirs again. */
export async function removePlanted(tx: Tx, { accountId, changedAt, shown, passkey, now }: Undone): Promise<void> {
  const since = new Date(changedAt.getTime() - PLANTED_WITHIN_MS);
  const whose = { kind: "member", id: accountId } as const;
  await removePasskeys(tx, { accountId, since, except: passkey, now });
  const { totpSince } = await readFactors(tx, whose);
  if (totpSince !== null && new Date(totpSince) >= since && shown !== "totp") {
    await removeTotp(tx, whose);
    await tell(tx, "accounts.credentialChanged", { accountId: String(accountId), changeId: newId(now), kind: "totpRemoved" });
    staleOnCommit(tx, ["factors.mine"], [`member:${accountId}`]);
  }
  await tell(tx, "accounts.changeUndone", { accountId: String(accountId), undoneId: newId(now), since: since.toISOString() });
}
