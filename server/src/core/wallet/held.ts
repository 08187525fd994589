import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import { openWallet } from "./funds.ts";
import { walletKinds } from "./posting.ts";
import { getWalletId, type LedgerMoment, passMoney, postMovement, walletStatus } from "./wallet.ts";

interface Closed {
  readonly accountId: bigint;
  /** By name, or the number of a vendor's. */
  readonly kinds: readonly (keyof typeof walletKinds | number)[];
}

/**
 * Lets officers' work through the closed wallets of an account that may not take part: opens them to everything but stakes, does it, and closes them to
 * every debit again, under their locks and in one transaction, so that nobody else ever finds them open.
 */
export async function throughClosed<Result>(tx: Tx, { accountId, kinds }: Closed, work: () => Promise<Result>): Promise<Result> {
  const numbers = kinds.map((kind) => (typeof kind === "number" ? kind : walletKinds[kind]));
  await tx.selectFrom("wallet").select("id").where("account_id", "=", accountId).where("kind", "in", numbers).orderBy("id").forUpdate().execute();
  const set = (status: number) => tx.updateTable("wallet").set({ status }).where("account_id", "=", accountId).where("kind", "in", numbers).execute();
  await set(walletStatus.noStakes);
  const result = await work();
  await set(walletStatus.noDebits);
  return result;
}

interface OfCase {
  readonly caseId: string;
  readonly accountId: bigint;
}

interface Part extends OfCase {
  readonly amountMinor: bigint;
}

/** Takes all there is in a closed main wallet into the held one, once for each step of a case; answers how much that was, in minor units. */
export async function holdAll(tx: Tx, moment: LedgerMoment, { caseId, accountId, step }: OfCase & { readonly step: string }): Promise<bigint> {
  const [from, to] = [await getWalletId(tx, { accountId, kind: "main" }), await openWallet(tx, { accountId, kind: walletKinds.held })];
  return throughClosed(tx, { accountId, kinds: ["main", "held"] }, async () => {
    const { rows } = await sql<{ balance: bigint }>`select balance from wallet where id = ${from}`.execute(tx);
    const amountMinor = rows[0]!.balance;
    if (amountMinor > 0n)
      await passMoney(tx, moment, { reason: "held", id: `${caseId} ${step}`, from, to, transit: "transit:held", kind: "hold", amountMinor });
    return amountMinor;
  });
}

/** Whether an account has money outside its held wallet, or some that may still come: in the main wallet, in a withdrawal under way, or in a round that is not over. */
export async function hasMoneyOpen(tx: Tx, accountId: bigint, kinds: readonly ("locked" | "main")[]): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (
      select from wallet w where w.account_id = ${accountId}
        and ((w.kind = any(${kinds.map((kind) => walletKinds[kind])}::smallint[]) and w.balance > 0) or exists (select from open_round o where o.wallet_id = w.id))
    ) as open`.execute(tx);
  return rows[0]!.open;
}

/** Gives held money back to the main wallet, once for each case. */
export async function returnHeld(tx: Tx, moment: LedgerMoment, { caseId, accountId, amountMinor }: Part): Promise<void> {
  if (amountMinor === 0n) return;
  const [from, to] = [await getWalletId(tx, { accountId, kind: "held" }), await getWalletId(tx, { accountId, kind: "main" })];
  await throughClosed(tx, { accountId, kinds: ["main", "held"] }, () =>
    passMoney(tx, moment, { reason: "held-return", id: caseId, from, to, transit: "transit:held", kind: "hold", amountMinor }),
  );
}

/** Hands held money over to the government, once for each case: the only way by which it leaves the member. */
export async function remitHeld(tx: Tx, moment: LedgerMoment, { caseId, accountId, amountMinor }: Part): Promise<void> {
  if (amountMinor === 0n) return;
  const walletId = await getWalletId(tx, { accountId, kind: "held" });
  await throughClosed(tx, { accountId, kinds: ["held"] }, () =>
    postMovement(tx, moment, { ref: derivedId("forfeiture", caseId), walletId, contra: "government", kind: "forfeiture", amountMinor: -amountMinor }),
  );
}
