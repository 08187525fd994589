import type { InputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import type { Deposit, deposits, DepositState } from "@laro/contract/deposits";
import { isVerified } from "../../core/accounts/accounts.ts";
import { createPayment } from "../../core/payments/psp.ts";
import { packs, type JurisdictionPack } from "../../core/settings/packs.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import { walletStatus } from "../../core/wallet/wallet.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";

export const DEPOSIT_ENDPOINTS = ["deposits.mine", "deposits.get"] as const;

/** How long a QR code can be paid. */
const DEPOSIT_MINUTES = 15;

const methods = [{ code: "QRPH", name: "QR Ph" }] as const;

/** The ways to pay in, with the pack's limits in minor units. */
export const listMethods = ({ deposit }: JurisdictionPack) =>
  methods.map((method) => ({ ...method, minimum: deposit.minimumMinor, maximum: deposit.maximumMinor, minutes: DEPOSIT_MINUTES }));

type Order = InputOf<(typeof deposits)["create"]>;

/** Opens a deposit with the payment provider. The row stands before the provider is asked, so that its answer can never be about an unknown deposit. */
export async function createDeposit(platform: Platform, { accountId, order, now }: { accountId: bigint; order: Order; now: Date }): Promise<Deposit> {
  const { db, begin } = platform.database;
  await checkOrder(db, { accountId, order, pack: packs[platform.config.pack] });
  const id = derivedId("deposit", String(accountId), order.requestId);
  const expiresAt = new Date(now.getTime() + DEPOSIT_MINUTES * 60_000);
  await begin((tx) =>
    tx
      .insertInto("deposit")
      .values({ id, account_id: accountId, method: order.method, amount: order.amount, created_at: now, expires_at: expiresAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  const opened = await getDeposit(db, { accountId, id });
  if (opened.amount !== order.amount || opened.method !== order.method) refuse("request.id_reused");
  if (opened.state !== "pending" || opened.payUrl !== null) return opened;
  const payment = await createPayment(platform, { reference: id, amountMinor: opened.amount, method: opened.method, expiresAt: new Date(opened.expiresAt) });
  await begin(async (tx) => {
    await tx
      .updateTable("deposit")
      .set({ provider_ref: payment.id, qr_payload: payment.qrPayload, pay_url: payment.payUrl })
      .where("id", "=", id)
      .where("pay_url", "is", null)
      .execute();
    await staleOnCommit(tx, DEPOSIT_ENDPOINTS, [`member:${accountId}`]);
  });
  return getDeposit(db, { accountId, id });
}

async function checkOrder(db: Db, { accountId, order, pack }: { accountId: bigint; order: Order; pack: JurisdictionPack }): Promise<void> {
  const method = listMethods(pack).find(({ code }) => code === order.method);
  if (method === undefined) refuse("deposits.method_closed", { field: "method" });
  if (order.amount < method.minimum) refuse("deposits.below_minimum", { field: "amount", minimum: formatAmount(method.minimum) });
  if (order.amount > method.maximum) refuse("deposits.above_maximum", { field: "amount", maximum: formatAmount(method.maximum) });
  if (pack.verifiedOnly && !(await isVerified(db, accountId))) refuse("limits.kyc_required");
  const wallet = await db.selectFrom("wallet").select("status").where("account_id", "=", accountId).where("kind", "=", walletKinds.main).executeTakeFirst();
  if (wallet?.status !== walletStatus.open) refuse("wallet.closed");
}

const columns = [
  "id",
  "number",
  "method",
  "amount",
  "paid",
  "state",
  "qr_payload as qrPayload",
  "pay_url as payUrl",
  "expires_at as expiresAt",
  "created_at as createdAt",
  "settled_at as settledAt",
] as const;

const ownedBy = (db: Db, accountId: bigint) => db.selectFrom("deposit").select(columns).where("account_id", "=", accountId);

type Row = Awaited<ReturnType<ReturnType<typeof ownedBy>["executeTakeFirstOrThrow"]>>;

/** A code that can no longer be paid is not shown. */
function describe({ number, state, qrPayload, payUrl, expiresAt, createdAt, settledAt, ...row }: Row): Deposit {
  const isOpen = state === "pending";
  return {
    ...row,
    reference: `D-${number}`,
    state: state as DepositState,
    qrPayload: isOpen ? qrPayload : null,
    payUrl: isOpen ? payUrl : null,
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  };
}

/** One of the member's own deposits; another's looks like none. */
export async function getDeposit(db: Db, { accountId, id }: { accountId: bigint; id: string }): Promise<Deposit> {
  const row = await ownedBy(db, accountId).where("id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("deposits.not_found") : describe(row);
}

/** The member's deposits, newest first; one the provider never opened is not shown. */
export async function listMyDeposits(
  db: Db,
  accountId: bigint,
  { cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput,
): Promise<{ list: Deposit[]; next: string | null }> {
  const rows = await ownedBy(db, accountId)
    .where(({ or, eb }) => or([eb("provider_ref", "is not", null), eb("state", "=", "credited")]))
    .$if(/^[0-9]{1,18}$/.test(cursor ?? ""), (query) => query.where("number", "<", BigInt(cursor!)))
    .orderBy("number", "desc")
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  return { list: page.map(describe), next: rows.length > limit ? String(page.at(-1)!.number) : null };
}

const EXPIRED_AT_ONCE_MAX = 1_000;

/** Expires deposits nobody paid in time. */
export async function expireDeposits(tx: Tx, now: Date): Promise<void> {
  const due = tx
    .selectFrom("deposit")
    .select("id")
    .where("state", "=", "pending")
    .where("expires_at", "<=", now)
    .limit(EXPIRED_AT_ONCE_MAX)
    .forUpdate()
    .skipLocked();
  const expired = await tx
    .updateTable("deposit")
    .set({ state: "expired" })
    .where("id", "in", due)
    .where("state", "=", "pending")
    .returning("account_id as accountId")
    .execute();
  for (const { accountId } of expired) await staleOnCommit(tx, DEPOSIT_ENDPOINTS, [`member:${accountId}`]);
}
