import type { InputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { Deposit, deposits } from "@laro/contract/deposits";
import { sql } from "kysely";
import { checkConsented } from "../../core/accounts/consents.ts";
import { screenKnown } from "../../core/accounts/screened.ts";
import { getStanding } from "../../core/accounts/standing.ts";
import { findBonusRule, listOffers } from "../../core/bonuses/bonuses.ts";
import { checkMay } from "../../core/limits/gates.ts";
import { checkDeposit } from "../../core/limits/deposits.ts";
import { createPayment } from "../../core/payments/psp.ts";
import { brand, type DepositMethodRule, type JurisdictionPack, packs } from "../../core/settings/packs.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import { walletStatus } from "../../core/wallet/wallet.ts";
import type { Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import type { Platform } from "../../platform/routes.ts";
import { listOpenMethods, readDay } from "./deposits.methods.ts";
import { moveDeposit, staleDeposits } from "./deposits.states.ts";
import { getDeposit } from "./deposits.ts";

/** So many deposits of a member are under way at once. */
const OPEN_MAX = 10;

type Input = InputOf<(typeof deposits)["create"]>;

interface Order extends Omit<Input, "requestId"> {
  readonly id: string;
  readonly accountId: bigint;
  readonly now: Date;
  readonly isAbroad: boolean;
}

interface Creating {
  readonly accountId: bigint;
  readonly order: Input;
  readonly now: Date;
  /** The call comes from outside the market's countries. */
  readonly isAbroad?: boolean;
}

/** Opens a deposit. The row stands before the provider is asked, so that its answer can never be about an unknown deposit. */
export async function createDeposit(platform: Platform, { accountId, order, now, isAbroad = false }: Creating): Promise<Deposit> {
  const { db, begin } = platform.database;
  const id = derivedId("deposit", String(accountId), order.requestId);
  // In a transaction of its own: what the lists say stands, whatever becomes of the order.
  await begin((tx) => screenKnown(tx, { from: accountId, to: accountId, now }));
  await begin((tx) => placeOrder(tx, platform, { ...order, id, accountId, now, isAbroad }));
  const opened = await getDeposit(db, { accountId, id });
  if (opened.amount !== order.amount || opened.method !== order.method || opened.bonusCode !== (order.bonusCode ?? null)) refuse("request.id_reused");
  if (opened.kind === "transfer" || opened.state !== "pending" || opened.payUrl !== null) return opened;
  const { kind, amount: amountMinor, method, expiresAt } = opened;
  const payment = await createPayment(platform, { reference: id, amountMinor, method, kind, expiresAt: new Date(expiresAt) }).catch(async (error: unknown) => {
    await begin((tx) => lapse(tx, id));
    throw error;
  });
  await begin(async (tx) => {
    await tx
      .updateTable("deposit")
      .set({ provider_ref: payment.id, qr_payload: payment.qrPayload, pay_url: payment.payUrl })
      .where("id", "=", id)
      .where("provider_ref", "is", null)
      .execute();
    staleDeposits(tx, [accountId]);
  });
  return getDeposit(db, { accountId, id });
}

/** What the provider did not take uses up no limit; the same request opens it again. */
async function lapse(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("deposit").set({ state: "expired" }).where("id", "=", id).where("state", "=", "pending").where("provider_ref", "is", null).execute();
}

/** Writes the order down if every rule lets it through; the wallet's lock lets one order of a member look at a time. */
export async function placeOrder(tx: Tx, platform: Platform, order: Order): Promise<void> {
  const { id, accountId, amount, now } = order;
  const select = tx
    .selectFrom("deposit")
    .select(["amount", "method", "state", "bonus_code as bonusCode", "provider_ref as providerRef", "receiving_account as receivingAccount"])
    .where("id", "=", id);
  // A deposit before its wallet, as whoever credits it does.
  const known = await select.forUpdate().executeTakeFirst();
  await lockMain(tx, accountId);
  const placed = known ?? (await select.executeTakeFirst());
  const isSame = placed?.amount === amount && placed.method === order.method && placed.bonusCode === (order.bonusCode ?? null);
  const isUnsaid = isSame && placed.providerRef === null && placed.receivingAccount === null;
  const hasLapsed = isUnsaid && placed.state === "expired";
  const pack = packs[platform.config.pack];
  // The provider is asked again, by whoever the member is by now.
  if (isUnsaid && placed.state === "pending") checkMay("deposit", await getStanding(tx, accountId), { pack, now, isAbroad: order.isAbroad });
  if (placed !== undefined && !hasLapsed) return;
  const { method, standing } = await checkOpening(tx, platform, order);
  if (order.bonusCode !== undefined) checkMay("bonus", standing, { pack, now, isAbroad: order.isAbroad });
  await checkBonus(tx, { ...order, pack });
  const expiresAt = new Date(now.getTime() + method.minutes * 60_000);
  // It counts for the day on which it is asked for again.
  if (hasLapsed) return void (await moveDeposit(tx, { id, way: "provider", to: "pending", change: { created_at: now, expires_at: expiresAt } }));
  const receiving = method.kind === "transfer" ? { receiving_account: JSON.stringify(brand.receivingAccount) } : {};
  const row = {
    id,
    account_id: accountId,
    method: method.code,
    amount,
    bonus_code: order.bonusCode ?? null,
    created_at: now,
    expires_at: expiresAt,
    ...receiving,
  };
  await tx.insertInto("deposit").values(row).execute();
  staleDeposits(tx, [accountId]);
}

const lockMain = (tx: Tx, accountId: bigint): Promise<{ status: number } | undefined> =>
  tx.selectFrom("wallet").select("status").where("account_id", "=", accountId).where("kind", "=", walletKinds.main).forUpdate().executeTakeFirst();

const getOpenMethod = async (tx: Tx, pack: JurisdictionPack, code: string): Promise<DepositMethodRule> =>
  (await listOpenMethods(tx, pack)).find((method) => method.code === code) ?? refuse("deposits.method_closed", { field: "method" });

interface Counted {
  readonly accountId: bigint;
  readonly amount: bigint;
  readonly now: Date;
  readonly timeZone: string;
  readonly pack: JurisdictionPack;
}

/** What the method's day, the member's day and their own limits still take. The caller holds the main wallet. */
async function checkLimits(tx: Tx, method: DepositMethodRule, { amount, ...asker }: Counted): Promise<void> {
  const left = (await readDay(tx, asker)).leftOf(method);
  if (amount > left) refuse("deposits.daily_maximum", { field: "amount", left: formatAmount(left) });
  await checkDeposit(tx, { ...asker, amountMinor: amount });
}

/**
 * Whether a deposit may be opened now, or one that ended taken up: since then the member may have taken a break, set a limit or been closed out. The caller holds its row, if
 * there is one; the main wallet stays locked.
 */
export async function checkOpening(
  tx: Tx,
  { config, timeZone }: Pick<Platform, "config" | "timeZone">,
  { accountId, method: code, amount, now, isAbroad }: Pick<Order, "accountId" | "method" | "amount" | "now" | "isAbroad">,
) {
  const wallet = await lockMain(tx, accountId);
  const pack = packs[config.pack];
  const method = await getOpenMethod(tx, pack, code);
  checkMethod(method, amount);
  // As it stands now, not as the session was read with: money that arrives is harder to undo than a stake.
  const standing = await getStanding(tx, accountId);
  checkMay("deposit", standing, { pack, now, isAbroad });
  await checkConsented(tx, { accountId, now });
  if (wallet === undefined || wallet.status === walletStatus.noDebits) refuse("wallet.closed");
  await checkFewOpen(tx, accountId);
  await checkLimits(tx, method, { accountId, amount, now, timeZone, pack });
  return { method, standing };
}

/** Each that is under way is asked about at the provider, or shown to an officer with its picture. */
async function checkFewOpen(tx: Tx, accountId: bigint): Promise<void> {
  const { open } = await tx
    .selectFrom("deposit")
    .select(sql<number>`count(*)::int`.as("open"))
    .where("account_id", "=", accountId)
    .where("state", "in", ["pending", "submitted", "checked"])
    .executeTakeFirstOrThrow();
  if (open >= OPEN_MAX) refuse("deposits.open_full", { maximum: OPEN_MAX });
}

function checkMethod({ minimumMinor, maximumMinor }: DepositMethodRule, amount: bigint): void {
  if (amount < minimumMinor) refuse("deposits.below_minimum", { field: "amount", minimum: formatAmount(minimumMinor) });
  if (amount > maximumMinor) refuse("deposits.above_maximum", { field: "amount", maximum: formatAmount(maximumMinor) });
}

async function checkBonus(tx: Tx, { accountId, bonusCode, amount, now, pack }: Order & { readonly pack: JurisdictionPack }): Promise<void> {
  if (bonusCode === undefined) return;
  const rule = findBonusRule(bonusCode) ?? refuse("deposits.bonus_unknown", { field: "bonusCode" });
  const isOpen = (await listOffers(tx, { accountId, now, pack })).includes(rule) && amount >= rule.minimumDepositMinor;
  if (!isOpen) refuse("deposits.bonus_closed", { field: "bonusCode" });
}
