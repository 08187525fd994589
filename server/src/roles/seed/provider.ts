import { formatAmount } from "@laro/contract/core/money";
import { sql } from "kysely";
import { signHeaders, tellHistory, type PastPayment } from "../../core/payments/psp.ts";
import { takePaymentMessage } from "../../core/payments/webhooks.ts";
import { runDay } from "../../features/reconciliation/reconciliation.run.ts";
import { explainDifference } from "../../features/reconciliation/reconciliation.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import type { Platform } from "../../platform/routes.ts";
import { paymentEvents } from "../gateway.ts";
import { depositIdOf } from "./cashier.ts";
import { deposits, minutes, type PlannedDeposit } from "./plan.ts";
import { explanations } from "./plan.office.ts";
import { later, record, unlessRefused, type Ids, type Past } from "./past.ts";

/** How many of the days before today are held against the provider's report. */
const DAYS_CHECKED = 10;
const AGAIN_AFTER_MS = minutes(6);

/** The provider's second message about one deposit, by the door they all come through: it is flagged, and moves nothing. */
export async function hearAgain({ platform, clock }: Past, planned: PlannedDeposit, accountId: bigint, now: Date): Promise<void> {
  const { config } = platform;
  if (planned.paidAgainMinor === undefined || config.pspSecret === undefined) return;
  const reference = depositIdOf(accountId, planned);
  clock.at = later(now, AGAIN_AFTER_MS);
  const event = {
    id: derivedId("demo-event", "payment.paid", reference, "again"),
    type: "payment.paid",
    reference,
    providerId: derivedId("demo-payment", reference, "again"),
    amount: formatAmount(planned.paidAgainMinor),
    currency: "PHP",
    at: clock.at.toISOString(),
  };
  const content = JSON.stringify(event);
  const headers = signHeaders({ secret: config.pspSecret, now: clock.at, content });
  const message = { rawBody: Buffer.from(content), timestamp: headers["x-psp-timestamp"]!, signature: headers["x-psp-signature"]! };
  await takePaymentMessage(platform, message, paymentEvents);
}

interface Closing {
  readonly present: Platform;
  readonly ids: Ids;
  readonly officer: OperatorActor;
}

/** Tells the simulated provider what it would have paid, holds the last days against its report, and explains what is known. */
export async function reconcilePast(past: Past, { present, ids, officer }: Closing): Promise<void> {
  const { database, config, log } = present;
  if (config.pspUrl === undefined) return;
  const checked = await unlessRefused(checkDays(past, present, ids), "deposits.provider_unreachable", "reconciliation.report_unreachable");
  if (checked === undefined) return log.warn({}, "the payment provider did not take the demo world's payments: its days are not reconciled");
  for (const { explanation, ...deposit } of explanations)
    await database.begin((tx) => explain(tx, past, { reference: depositIdOf(ids.get(deposit.name)!, deposit), explanation, officer }));
}

async function checkDays(past: Past, present: Platform, ids: Ids): Promise<number> {
  await tellHistory(present, await readPayments(present.database.db, ids));
  const { rows } = await sql<{ day: string }>`
    select ((${past.end}::timestamptz at time zone ${present.timeZone})::date - back)::text as day from generate_series(${DAYS_CHECKED}::integer, 1, -1) back`.execute(
    present.database.db as Tx,
  );
  for (const { day } of rows) await runDay(present, day);
  return rows.length;
}

/** What was paid in and out, as the provider's report has it: here and there another amount than its messages said. */
async function readPayments(db: Db, ids: Ids): Promise<readonly PastPayment[]> {
  const { rows } = await sql<PastPayment>`
    select 'payments' as flow, id::text as reference, paid as "amountMinor", settled_at as at from deposit where state = 'credited' and receiving_account is null
    union all
    select 'payouts', id::text, amount - fee, paid_at from withdrawal where paid_at is not null order by at`.execute(db as Tx);
  const reported = new Map(deposits.map((planned) => [depositIdOf(ids.get(planned.name)!, planned), planned]));
  return rows.map((row) => {
    const { reportedMinor = row.amountMinor, paidAgainMinor = 0n } = reported.get(row.reference) ?? {};
    return { ...row, amountMinor: reportedMinor + paidAgainMinor };
  });
}

interface Known {
  readonly reference: string;
  readonly explanation: string;
  readonly officer: OperatorActor;
}

async function explain(tx: Tx, past: Past, { reference, explanation, officer }: Known): Promise<void> {
  const open = await tx.selectFrom("party_difference").select("id").where("reference", "=", reference).where("explanation", "is", null).executeTakeFirst();
  if (open === undefined) return;
  const now = past.end;
  await record(tx, past, { id: reference, officer, endpoint: "reconciliation.explain", input: { id: String(open.id), explanation }, now });
  await explainDifference(tx, { id: open.id, explanation, officer, now });
}
