import { formatAmount } from "@laro/contract/core/money";
import { createDeposit } from "../../features/deposits/deposits.order.ts";
import { approveDeposit, rejectDeposit } from "../../features/deposits/deposits.queue.ts";
import { submitSlip } from "../../features/deposits/deposits.slip.ts";
import { expireDeposits } from "../../features/deposits/deposits.states.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import { HOUR_MS, minutes } from "./plan.ts";
import type { PlannedTransfer } from "./plan.office.ts";
import { later, record, unlessRefused, type Past } from "./past.ts";
import { drawSlip } from "./slip.ts";

const SLIP_AFTER_MS = minutes(9);
const DECIDED_AFTER_MS = minutes(70);
const EXPIRED_AFTER_MS = 25 * HOUR_MS;

interface Requested extends PlannedTransfer {
  readonly accountId: bigint;
  readonly at: Date;
  readonly officer: OperatorActor;
}

/** Opens a bank transfer and takes it as far as its plan says. */
export async function seedTransfer(past: Past, planned: Requested): Promise<void> {
  const { platform } = past;
  const { name, accountId, amountMinor: amount, agoMs, at, ends } = planned;
  const order = { requestId: derivedId("demo-transfer", name, String(agoMs)), method: "TRANSFER", amount };
  const { id } = await createDeposit(platform, { accountId, order, now: at });
  if (ends === "expired") return platform.database.begin((tx) => expireDeposits(tx, later(at, EXPIRED_AFTER_MS)));
  await unlessRefused(submitSlip(platform, { accountId, id, slip: await drawSlip(), now: later(at, SLIP_AFTER_MS) }), "deposits.not_awaiting_slip");
  if (ends !== "waiting")
    await unlessRefused(
      platform.database.begin((tx) => decisions[ends](tx, past, { ...planned, id })),
      "deposits.not_submitted",
    );
}

type Decide = (tx: Tx, past: Past, transfer: Requested & { id: string }) => Promise<void>;

const decisions: Readonly<Record<"credited" | "rejected", Decide>> = {
  credited: async (tx, past, { id, accountId, amountMinor: paid, at, officer, reason = "" }) => {
    const [now, amount] = [later(at, DECIDED_AFTER_MS), formatAmount(paid)];
    await record(tx, past, { id, officer, endpoint: "deposits.approve", input: { id, paid: amount, reason }, now });
    await approveDeposit(tx, { id, paid, reason, officer, now, timeZone: past.platform.timeZone });
    await past.write(tx, "deposits.credited", { depositId: id, accountId: String(accountId), amount }, now);
  },
  rejected: async (tx, past, { id, accountId, amountMinor, at, officer, reason = "" }) => {
    const now = later(at, DECIDED_AFTER_MS);
    await record(tx, past, { id, officer, endpoint: "deposits.reject", input: { id, reason }, now });
    await rejectDeposit(tx, { id, reason, officer, now });
    await past.write(tx, "deposits.failed", { depositId: id, accountId: String(accountId), amount: formatAmount(amountMinor) }, now);
  },
};
