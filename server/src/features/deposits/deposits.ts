import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import type { Deposit, DepositState } from "@laro/contract/deposits";
import { findBonusRule } from "../../core/bonuses/bonuses.ts";
import { type DepositMethodRule, packs } from "../../core/settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";

/** What every reader of deposits selects. */
export const selectDeposits = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("deposit as d")
    .leftJoin("bonus as b", "b.deposit_id", "d.id")
    .select([
      "d.id",
      "d.number",
      "d.method",
      "d.amount",
      "d.paid",
      "d.state",
      "d.bonus_code as bonusCode",
      "d.qr_payload as qrPayload",
      "d.pay_url as payUrl",
      "d.receiving_account as receivingAccount",
      "d.slip_id as slipId",
      "d.reason",
      "d.provider_ref as providerReference",
      "d.expires_at as expiresAt",
      "d.created_at as createdAt",
      "d.settled_at as settledAt",
      "b.amount as bonus",
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectDeposits>["executeTakeFirstOrThrow"]>>;

const methodRules: ReadonlyMap<string, DepositMethodRule> = new Map(
  Object.values(packs)
    .flatMap(({ deposit }): readonly DepositMethodRule[] => deposit.methods)
    .map((method) => [method.code, method]),
);

/** A deposit as its officer sees it; what it is paid with is shown only while it can be. */
export function describeDeposit({
  number,
  method,
  state,
  bonusCode,
  qrPayload,
  payUrl,
  receivingAccount,
  expiresAt,
  createdAt,
  settledAt,
  ...row
}: Row): Deposit {
  const isOpen = state === "pending";
  return {
    ...row,
    method,
    methodName: methodRules.get(method)?.name ?? method,
    kind: receivingAccount !== null ? "transfer" : (methodRules.get(method)?.kind ?? "checkout"),
    reference: `D-${number}`,
    state: state as DepositState,
    bonusCode,
    bonusName: bonusCode === null ? null : (findBonusRule(bonusCode)?.name ?? bonusCode),
    qrPayload: isOpen ? qrPayload : null,
    payUrl: isOpen ? payUrl : null,
    receivingAccount: isOpen ? (receivingAccount as Deposit["receivingAccount"]) : null,
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  };
}

/** A deposit as its member sees it: the officers' own words stay theirs unless they reject, and so does how many of them looked. */
const describeMine = (row: Row): Deposit =>
  describeDeposit({ ...row, reason: row.state === "rejected" ? row.reason : null, state: row.state === "checked" ? "submitted" : row.state });

/** One of the member's own deposits; another's looks like none. */
export async function getDeposit(db: Db, { accountId, id }: { accountId: bigint; id: string }): Promise<Deposit> {
  const row = await selectDeposits(db).where("d.account_id", "=", accountId).where("d.id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("deposits.not_found") : describeMine(row);
}

/** The member's deposits, newest first; one the provider never opened is not shown. */
export async function listMyDeposits(
  db: Db,
  accountId: bigint,
  { cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput,
): Promise<{ list: Deposit[]; next: string | null }> {
  const rows = await selectDeposits(db)
    .where("d.account_id", "=", accountId)
    .where(({ or, eb }) => or([eb("d.provider_ref", "is not", null), eb("d.receiving_account", "is not", null), eb("d.state", "=", "credited")]))
    .$if(isNumberCursor(cursor), (query) => query.where("d.number", "<", BigInt(cursor!)))
    .orderBy("d.number", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe: describeMine, cursorOf: ({ number }) => number });
}
