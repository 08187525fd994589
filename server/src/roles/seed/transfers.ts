import { formatAmount } from "@laro/contract/core/money";
import { packs } from "../../core/settings/packs.ts";
import { approveDeposit, rejectDeposit } from "../../features/deposits/deposits.decisions.ts";
import { createDeposit } from "../../features/deposits/deposits.order.ts";
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
const CHECKED_AFTER_MS = minutes(20);
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
      "deposits.own_approval",
    );
}

type Decide = (tx: Tx, past: Past, transfer: Requested & { id: string }) => Promise<void>;

const momentOf = ({ platform }: Past, now: Date) => ({ now, timeZone: platform.timeZone, pack: packs[platform.config.pack] });

const decisions: Readonly<Record<"checked" | "credited" | "rejected", Decide>> = {
  checked: async (tx, past, transfer) => {
    await approve(tx, past, transfer, later(transfer.at, CHECKED_AFTER_MS));
  },
  credited: async (tx, past, transfer) => {
    const now = later(transfer.at, DECIDED_AFTER_MS);
    await approve(tx, past, transfer, now);
    const { id, accountId, amountMinor } = transfer;
    await past.write(tx, "deposits.credited", { depositId: id, accountId: String(accountId), amount: formatAmount(amountMinor) }, now);
  },
  rejected: async (tx, past, { id, accountId, amountMinor, at, officer, reason = "" }) => {
    const now = later(at, DECIDED_AFTER_MS);
    await record(tx, past, { id, officer, endpoint: "deposits.reject", input: { id, reason }, now });
    await rejectDeposit(tx, { id, reason, officer, ...momentOf(past, now) });
    await past.write(tx, "deposits.failed", { depositId: id, accountId: String(accountId), amount: formatAmount(amountMinor) }, now);
  },
};

async function approve(tx: Tx, past: Past, { id, amountMinor: paid, officer, reason = "" }: Requested & { id: string }, now: Date): Promise<void> {
  await record(tx, past, { id, officer, endpoint: "deposits.approve", input: { id, paid: formatAmount(paid), reason }, now });
  await approveDeposit(tx, { id, paid, reason, officer, ...momentOf(past, now) });
}
