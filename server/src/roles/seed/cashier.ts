import { formatAmount } from "@laro/contract/core/money";
import type { PaymentEvent } from "../../core/payments/webhooks.ts";
import { packs } from "../../core/settings/packs.ts";
import { placeOrder } from "../../features/deposits/deposits.order.ts";
import { creditDeposit } from "../../features/deposits/deposits.settle.ts";
import { failPayout, settlePayout } from "../../features/withdrawals/withdrawals.payout.ts";
import { approveWithdrawal, rejectWithdrawal } from "../../features/withdrawals/withdrawals.queue.ts";
import { settleReceipt } from "../../features/withdrawals/withdrawals.receipt.ts";
import { requestWithdrawal } from "../../features/withdrawals/withdrawals.request.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import { addJob } from "../../platform/outbox.ts";
import type { PlannedDeposit, PlannedEnd, PlannedWithdrawal } from "./plan.ts";
import { later, record, unlessRefused, type Past } from "./past.ts";

const MINUTE_MS = 60_000;
const PAYS_AFTER_MS = 2 * MINUTE_MS;

export function paymentEvent(type: PaymentEvent["type"], reference: string, amount: bigint, now: Date): PaymentEvent {
  const [id, providerId] = [derivedId("demo-event", type, reference), derivedId("demo-payment", reference)];
  return { id, type, reference, providerId, amount, currency: "PHP", at: now.toISOString() };
}

/** The id of the deposit someone makes on a day. */
export const depositIdOf = (accountId: bigint, { name, day }: { name: string; day: number }): string =>
  derivedId("deposit", String(accountId), derivedId("demo-deposit", name, String(day)));

/** A deposit and the provider's word that it was paid. The provider itself is not there yet: the deposit has no QR code and no page, and needs none any more. */
export async function seedDeposit({ platform, write }: Past, planned: PlannedDeposit, accountId: bigint, now: Date): Promise<void> {
  const { timeZone, config, database } = platform;
  const { amountMinor: amount, paidMinor = amount, method, bonusCode } = planned;
  const depositId = depositIdOf(accountId, planned);
  const paidAt = later(now, PAYS_AFTER_MS);
  await database.begin(async (tx) => {
    await placeOrder(tx, platform, { id: depositId, accountId, method, amount, bonusCode, now, isAbroad: false });
    await creditDeposit(tx, paymentEvent("payment.paid", depositId, paidMinor, paidAt), { now: paidAt, timeZone, pack: packs[config.pack] });
    await write(tx, "deposits.credited", { depositId, accountId: String(accountId), amount: formatAmount(paidMinor) }, paidAt);
  });
}

const DECIDED_AFTER_MS = 25 * MINUTE_MS;
const PAID_AFTER_MS = 30 * MINUTE_MS;
const ANSWERED_AFTER_MS = 42 * MINUTE_MS;
/** Approved ones wait for a payout run, so that the console shows some; then the provider pays them and the flow goes on. */
const PAYOUT_RUN_AFTER_MS = 60 * MINUTE_MS;

const REASONS = {
  check: "The prize is in the list of winners",
  approve: "Turnover complete, account holder matches",
  reject: "The account holder is not the verified name",
} as const;

interface Requested extends PlannedWithdrawal {
  readonly accountId: bigint;
  readonly at: Date;
}

/** Asks for a withdrawal and takes it as far as its plan says. */
export async function seedWithdrawal(past: Past, planned: Requested, officer: OperatorActor): Promise<void> {
  const id = await request(past, planned);
  if (id === undefined) return;
  for (const state of waysTo[planned.ends])
    await unlessRefused(
      past.platform.database.begin((tx) => steps[state](tx, past, { id, planned, officer })),
      ...doneBefore,
    );
}

const doneBefore = ["withdrawals.not_pending", "withdrawals.own_approval", "withdrawals.not_paid"] as const;

const waysTo = {
  pending: [],
  checked: ["checked"],
  approved: ["approved"],
  paid: ["approved", "paid"],
  received: ["approved", "paid", "received"],
  rejected: ["rejected"],
  investigating: ["approved", "paid", "investigating"],
  failed: ["approved", "failed"],
} as const satisfies Record<PlannedEnd, readonly Exclude<PlannedEnd, "pending">[]>;

async function request({ platform }: Past, { accountId, amountMinor, requestedAgoMs, at }: Requested): Promise<string | undefined> {
  const requestId = derivedId("demo-withdrawal", String(accountId), String(requestedAgoMs));
  const payout = await platform.database.db
    .selectFrom("payout_account")
    .select("id")
    .where("account_id", "=", accountId)
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const input = { requestId, amount: amountMinor, payoutAccountId: payout.id };
  const asked = requestWithdrawal(platform, { accountId, request: input, prove: () => Promise.resolve(), now: at });
  return (await unlessRefused(asked, "wallet.insufficient_funds", "withdrawals.turnover_open"))?.id;
}

interface Step {
  readonly id: string;
  readonly planned: Requested;
  readonly officer: OperatorActor;
}

const steps: Readonly<Record<Exclude<PlannedEnd, "pending">, (tx: Tx, past: Past, step: Step) => Promise<void>>> = {
  checked: async (tx, past, step) => {
    const now = later(step.planned.at, DECIDED_AFTER_MS);
    const decision = { id: step.id, reason: REASONS.check };
    await record(tx, past, { ...step, endpoint: "withdrawals.approve", input: decision, now });
    await approveWithdrawal(tx, { ...decision, officer: step.officer, ...momentOf(past, now) });
  },
  approved: async (tx, past, step) => {
    const now = later(step.planned.at, DECIDED_AFTER_MS);
    const decision = { id: step.id, reason: REASONS.approve };
    await record(tx, past, { ...step, endpoint: "withdrawals.approve", input: decision, now });
    await approveWithdrawal(tx, { ...decision, officer: step.officer, ...momentOf(past, now) });
    await addJob(tx, "withdrawals:payout", { withdrawalId: step.id }, { key: `payout:${step.id}`, runAt: later(past.end, PAYOUT_RUN_AFTER_MS) });
    await past.write(tx, "withdrawals.approved", eventOf(step), now);
  },
  rejected: async (tx, past, step) => {
    const now = later(step.planned.at, DECIDED_AFTER_MS);
    const decision = { id: step.id, reason: REASONS.reject };
    await record(tx, past, { ...step, endpoint: "withdrawals.reject", input: decision, now });
    await rejectWithdrawal(tx, { ...decision, officer: step.officer, ...momentOf(past, now) });
    await past.write(tx, "withdrawals.rejected", eventOf(step), now);
  },
  paid: async (tx, past, step) => {
    const now = later(step.planned.at, PAID_AFTER_MS);
    await settlePayout(tx, paymentEvent("payout.paid", step.id, step.planned.amountMinor, now), momentOf(past, now));
    await past.write(tx, "withdrawals.paid", eventOf(step), now);
  },
  failed: async (tx, past, step) => {
    const now = later(step.planned.at, PAID_AFTER_MS);
    await failPayout(tx, paymentEvent("payout.failed", step.id, step.planned.amountMinor, now), momentOf(past, now));
    await past.write(tx, "withdrawals.failed", eventOf(step), now);
  },
  received: async (tx, { platform: { keys } }, { id, planned: { accountId, at } }) => {
    await settleReceipt(tx, { accountId, keys, id, remaining: 0n, picture: undefined, now: later(at, ANSWERED_AFTER_MS) });
  },
  investigating: async (tx, past, step) => {
    const { accountId, amountMinor, at } = step.planned;
    const [now, remaining] = [later(at, ANSWERED_AFTER_MS), amountMinor / 2n];
    await settleReceipt(tx, { accountId, keys: past.platform.keys, id: step.id, remaining, picture: undefined, now });
    await past.write(tx, "withdrawals.investigating", { ...eventOf(step), amount: formatAmount(remaining) }, now);
  },
};

const momentOf = ({ platform }: Past, now: Date) => ({ now, timeZone: platform.timeZone, pack: packs[platform.config.pack] });

const eventOf = ({ id, planned }: Step) => ({ withdrawalId: id, accountId: String(planned.accountId), amount: formatAmount(planned.amountMinor) });
