import { refuse } from "@laro/contract/core/errors";
import { grantBonus } from "../../core/bonuses/bonuses.ts";
import { flagMessage, type PaymentEvent, type PaymentMoment } from "../../core/payments/webhooks.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import { addTurnover } from "../../core/turnover/turnover.ts";
import { getWalletId, type LedgerMoment, postMovement } from "../../core/wallet/wallet.ts";
import type { Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { moveDeposit } from "./deposits.states.ts";

/** The provider says that it was paid: what really arrived is credited, once. */
export async function creditDeposit(tx: Tx, event: PaymentEvent, { now, timeZone, pack }: PaymentMoment): Promise<void> {
  const { reference: id, providerId, amount } = event;
  const moved = await moveDeposit(tx, { id, way: "provider", to: "credited", change: { paid: amount, provider_ref: providerId, settled_at: now } });
  if (moved === undefined) return checkRepeated(tx, event);
  await creditMoney(tx, { now, timeZone }, { ...moved, paidMinor: amount, pack });
}

/** Closes a deposit the payer declined. */
export async function failDeposit(tx: Tx, event: PaymentEvent, { now }: PaymentMoment): Promise<void> {
  const moved = await moveDeposit(tx, { id: event.reference, way: "provider", to: "failed", change: { settled_at: now } });
  if (moved === undefined) await checkRepeated(tx, event);
}

interface Credit {
  readonly id: string;
  readonly accountId: bigint;
  readonly bonusCode: string | null;
  /** What really arrived. */
  readonly paidMinor: bigint;
  readonly pack: JurisdictionPack;
}

/** Puts what arrived into the main wallet, to be staked once, and gives the bonus that was chosen with it. */
export async function creditMoney(tx: Tx, moment: LedgerMoment, { id, accountId, bonusCode, paidMinor, pack }: Credit): Promise<void> {
  const walletId = await getWalletId(tx, { accountId, kind: "main" });
  await postMovement(tx, moment, { ref: derivedId("deposit-credit", id), walletId, contra: "psp:deposit", kind: "deposit", amountMinor: paidMinor });
  await addTurnover(tx, { accountId, source: "deposit", sourceId: id, neededMinor: paidMinor, now: moment.now });
  if (bonusCode !== null) await grantBonus(tx, moment, { accountId, depositId: id, code: bonusCode, paidMinor, pack });
  staleOnCommit(tx, ["wallet.balance", "wallet.history", "withdrawals.terms"], [`member:${accountId}`]);
}

/** Hearing the same again is no news; another payment of what is paid, or its contrary, is marked for a person to look at. */
async function checkRepeated(tx: Tx, event: PaymentEvent): Promise<void> {
  const row = await tx
    .selectFrom("deposit")
    .select(["state", "paid", "provider_ref as providerRef", "receiving_account as receivingAccount"])
    .where("id", "=", event.reference)
    .executeTakeFirst();
  if (row === undefined) refuse("webhooks.reference_unknown");
  // The provider never opened a bank transfer.
  if (row.receivingAccount !== null) refuse("webhooks.contradiction");
  const isNoNews = event.type === "payment.paid" ? row.paid === event.amount && row.providerRef === event.providerId : row.state !== "credited";
  if (!isNoNews) await flagMessage(tx, event, "webhooks.contradiction");
}
