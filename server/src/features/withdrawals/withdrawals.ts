import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import { givesBack, type Withdrawal, type WithdrawalCase, type WithdrawalState } from "@laro/contract/withdrawals";
import { sql } from "kysely";
import { bankName, maskNumber } from "../../core/payments/banks.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";

/** What every reader of withdrawals selects, as it stands at a moment. */
export const selectWithdrawals = (db: Db | Tx, now: Date) =>
  (db as Db)
    .selectFrom("withdrawal as w")
    .innerJoin("payout_account as p", "p.id", "w.payout_account_id")
    .leftJoin("withdrawal_case as c", "c.withdrawal_id", "w.id")
    .select(["w.id", "w.number", "w.amount", "w.fee", "w.state", "w.reason", "w.forced"])
    .select(["w.created_at as createdAt", "w.decided_at as decidedAt", "w.paid_at as paidAt", "w.received_by as receivedBy", "w.closed_at as closedAt"])
    .select(["p.bank", "p.number as accountNumber"])
    .select(["c.answer", "c.remaining", "c.opened_at as openedAt", "c.returned"])
    .select(sql<string[]>`array(select f.image_id::text from withdrawal_proof f where f.withdrawal_id = w.id order by f.at, f.image_id)`.as("proofs"))
    // A withdrawal has one case: what officers closed stays closed.
    .select(
      sql<Date | null>`case when w.state = 'received' and c.withdrawal_id is null and w.disputable_until > ${now} then w.disputable_until end`.as(
        "disputableUntil",
      ),
    );

export type WithdrawalRow = Awaited<ReturnType<ReturnType<typeof selectWithdrawals>["executeTakeFirstOrThrow"]>>;

/** A withdrawal as its officer sees it. */
export function describeWithdrawal(row: WithdrawalRow): Withdrawal {
  const { id, number, amount, fee, state, bank, accountNumber, reason, forced, returned } = row;
  const payout = amount - fee;
  return {
    id,
    reference: `W-${number}`,
    amount,
    fee,
    payout,
    state: state as WithdrawalState,
    bank: bankName(bank),
    numberMasked: maskNumber(accountNumber),
    reason,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    paidAt: row.paidAt?.toISOString() ?? null,
    receivedBy: state === "paid" ? (row.receivedBy?.toISOString() ?? null) : null,
    forced,
    disputableUntil: row.disputableUntil?.toISOString() ?? null,
    case: describeCase(row),
    returned: returned === null ? null : givesBack({ payout, fee }, returned),
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}

function describeCase({ amount, fee, answer, remaining, openedAt, proofs }: WithdrawalRow): WithdrawalCase | null {
  if (answer === null || remaining === null || openedAt === null) return null;
  return { answer: answer as WithdrawalCase["answer"], received: amount - fee - remaining, remaining, proofs, openedAt: openedAt.toISOString() };
}

/** A withdrawal as its member sees it: the officers' own words stay theirs unless they reject. */
const describeMine = (row: WithdrawalRow): Withdrawal => describeWithdrawal({ ...row, reason: row.state === "rejected" ? row.reason : null });

/** One of the member's own withdrawals; another's looks like none. */
export async function getWithdrawal(db: Db | Tx, { accountId, id, now }: { accountId: bigint; id: string; now: Date }): Promise<Withdrawal> {
  const row = await selectWithdrawals(db, now).where("w.account_id", "=", accountId).where("w.id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("withdrawals.not_found") : describeMine(row);
}

/** The member's withdrawals, newest first. */
export async function listMyWithdrawals(
  db: Db,
  { accountId, now, cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput & { accountId: bigint; now: Date },
): Promise<{ list: Withdrawal[]; next: string | null }> {
  const rows = await selectWithdrawals(db, now)
    .where("w.account_id", "=", accountId)
    .$if(isNumberCursor(cursor), (query) => query.where("w.number", "<", BigInt(cursor!)))
    .orderBy("w.number", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe: describeMine, cursorOf: ({ number }) => number });
}
