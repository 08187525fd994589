import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { DepositState } from "@laro/contract/deposits";
import type { PaymentEvent, PaymentMoment } from "../../core/payments/webhooks.ts";
import { getWalletId, postMovement } from "../../core/wallet/wallet.ts";
import type { Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import { DEPOSIT_ENDPOINTS } from "./deposits.ts";

/** Money that arrived is credited, however late it comes or whatever was said before. */
const leadsTo = {
  pending: ["credited", "failed", "expired"],
  failed: ["credited"],
  expired: ["credited"],
  credited: [],
} as const satisfies Record<DepositState, readonly DepositState[]>;

/** Credits what was really paid, once; a deposit that was credited stays as it is. */
export async function creditDeposit(tx: Tx, { reference: id, providerId, amount }: PaymentEvent, { now, timeZone }: PaymentMoment): Promise<void> {
  const accountId = await moveDeposit(tx, { id, to: "credited", change: { paid: amount, provider_ref: providerId, settled_at: now } });
  if (accountId === undefined) return;
  const walletId = await getWalletId(tx, { accountId, kind: "main" });
  await postMovement(tx, { now, timeZone }, { ref: derivedId("deposit-credit", id), walletId, contra: "psp:deposit", kind: "deposit", amountMinor: amount });
  await tell(tx, "deposits.credited", { depositId: id, accountId: String(accountId), amount: formatAmount(amount) });
  await staleOnCommit(tx, [...DEPOSIT_ENDPOINTS, "wallet.balance", "wallet.history", "withdrawals.terms"], [`member:${accountId}`]);
}

/** Closes a deposit the payer declined. */
export async function failDeposit(tx: Tx, { reference: id, amount }: PaymentEvent, { now }: PaymentMoment): Promise<void> {
  const accountId = await moveDeposit(tx, { id, to: "failed", change: { settled_at: now } });
  if (accountId === undefined) return;
  await tell(tx, "deposits.failed", { depositId: id, accountId: String(accountId), amount: formatAmount(amount) });
  await staleOnCommit(tx, DEPOSIT_ENDPOINTS, [`member:${accountId}`]);
}

interface Move {
  readonly id: string;
  readonly to: DepositState;
  readonly change: { readonly paid?: bigint; readonly provider_ref?: string; readonly settled_at: Date };
}

/** Answers whose deposit moved; undefined if it was past this already. Refuses with `webhooks.reference_unknown`. */
async function moveDeposit(tx: Tx, { id, to, change }: Move): Promise<bigint | undefined> {
  const from = Object.entries(leadsTo).flatMap(([state, next]) => ((next as readonly DepositState[]).includes(to) ? [state] : []));
  const moved = await tx
    .updateTable("deposit")
    .set({ ...change, state: to })
    .where("id", "=", id)
    .where("state", "in", from)
    .returning("account_id as accountId")
    .executeTakeFirst();
  if (moved !== undefined) return moved.accountId;
  const known = await tx.selectFrom("deposit").select("id").where("id", "=", id).executeTakeFirst();
  return known === undefined ? refuse("webhooks.reference_unknown") : undefined;
}
