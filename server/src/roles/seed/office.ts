import { formatAmount } from "@laro/contract/core/money";
import { packs } from "../../core/settings/packs.ts";
import { confirmAdjustment, declineAdjustment, proposeAdjustment, proposeReversal } from "../../features/adjustments/adjustments.ts";
import { closeAlert, lookForLaundering, openCase } from "../../features/aml/aml.ts";
import { shutOut, takeBreak } from "../../features/protection/protection.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import { DAY_MS, HOUR_MS, isOnDay, minutes, breaks, type PlannedBreak } from "./plan.ts";
import { adjustments, amlDecisions, type PlannedAdjustment } from "./plan.office.ts";
import { later, record, unlessRefused, type Ids, type Past } from "./past.ts";

/** Who proposes and who confirms. */
export type Officers = readonly [OperatorActor, OperatorActor];

const BREAK_AFTER_MS = 5 * HOUR_MS;

/** What happens at the officers' desks on a day before its play, and the members' own breaks. */
export async function keepOffice(past: Past, ids: Ids, { day, dawn, officers }: { day: number; dawn: Date; officers: Officers }): Promise<void> {
  const { begin } = past.platform.database;
  for (const planned of adjustments.filter(({ agoMs }) => isOnDay(agoMs, day)))
    await begin((tx) => seedAdjustment(tx, past, { ...planned, accountId: ids.get(planned.name)!, at: later(past.end, -planned.agoMs), officers }));
  for (const planned of breaks.filter((one) => one.day === day))
    await begin((tx) => seedBreak(tx, past, { ...planned, accountId: ids.get(planned.name)!, now: later(dawn, BREAK_AFTER_MS) }));
}

/** Looks for laundering when a day is over, as the worker does all day. */
export async function lookAtDay({ platform: { database, timeZone, config } }: Past, dawn: Date): Promise<void> {
  await lookForLaundering(database, { now: later(dawn, DAY_MS), timeZone, pack: packs[config.pack] });
}

const CONFIRMED_AFTER_MS = minutes(45);
const MIRRORED_AFTER_MS = minutes(80);

interface Proposed extends PlannedAdjustment {
  readonly accountId: bigint;
  readonly at: Date;
  readonly officers: Officers;
}

/** One correction with all that becomes of it, in one transaction: its id is of the moment, so after an interruption it is there or it is not. */
async function seedAdjustment(tx: Tx, past: Past, planned: Proposed): Promise<void> {
  const { name, accountId, kind, amountMinor, reason, ends, at, officers } = planned;
  const known = await tx.selectFrom("adjustment").select("id").where("account_id", "=", accountId).where("reason", "=", reason).executeTakeFirst();
  if (known !== undefined) return;
  const [officer] = officers;
  const proposal = { memberName: name, kind, reason };
  const { id } = await proposeAdjustment(tx, { ...proposal, amount: amountMinor, officer, now: at });
  const input = { ...proposal, requestId: derivedId("demo-adjustment", name, reason), amount: formatAmount(amountMinor) };
  await record(tx, past, { id, officer, endpoint: "adjustments.propose", input, now: at });
  if (ends !== "proposed") await decideProposal(tx, past, { ...planned, id });
  if (ends === "reversed") await mirror(tx, past, { ...planned, id });
}

type Kept = Proposed & { readonly id: string };

async function decideProposal(tx: Tx, past: Past, { id, accountId, kind, amountMinor, ends, decision = "", at, officers: [, officer] }: Kept): Promise<void> {
  const now = later(at, CONFIRMED_AFTER_MS);
  const answer = { id, reason: decision };
  const isDeclined = ends === "declined";
  await record(tx, past, { id, officer, endpoint: isDeclined ? "adjustments.decline" : "adjustments.confirm", input: answer, now });
  if (isDeclined) return void (await declineAdjustment(tx, { ...answer, officer, now }));
  await confirmAdjustment(tx, { ...answer, officer, now, timeZone: past.platform.timeZone });
  await past.write(tx, "adjustments.confirmed", { adjustmentId: id, accountId: String(accountId), kind, amount: formatAmount(amountMinor) }, now);
}

/** Whoever confirmed the mistake proposes to mirror it, and the other confirms that. */
async function mirror(tx: Tx, past: Past, { id, name, reversal = "", decision = "", at, officers: [confirmer, proposer] }: Kept): Promise<void> {
  const [askedAt, now] = [later(at, MIRRORED_AFTER_MS), later(at, MIRRORED_AFTER_MS + CONFIRMED_AFTER_MS)];
  const proposal = { memberName: name, original: derivedId("adjustment", id), reason: reversal };
  const mirrored = await proposeReversal(tx, { ...proposal, officer: proposer, now: askedAt });
  await record(tx, past, { id: mirrored.id, officer: proposer, endpoint: "adjustments.proposeReversal", input: proposal, now: askedAt });
  const answer = { id: mirrored.id, reason: decision };
  await record(tx, past, { id: mirrored.id, officer: confirmer, endpoint: "adjustments.confirm", input: answer, now });
  await confirmAdjustment(tx, { ...answer, officer: confirmer, now, timeZone: past.platform.timeZone });
}

/** A member's own break from play, once. */
async function seedBreak(tx: Tx, { platform: { config } }: Past, { name, kind, period, accountId, now }: PlannedBreak & { accountId: bigint; now: Date }) {
  const known = await tx.selectFrom("exclusion").select("id").where("account_id", "=", accountId).executeTakeFirst();
  if (known !== undefined) return;
  const member = { accountId, now, pack: packs[config.pack] };
  await (kind === "timeout" ? takeBreak(tx, { ...member, name, period }) : shutOut(tx, { ...member, kind, period, reason: null, madeBy: name }));
}

const decide = { close: closeAlert, openCase } as const;

/** The first decisions about what the rules against laundering found. */
export async function decideAlerts(
  tx: Tx,
  past: Pick<Past, "gatekeeper">,
  { ids, officer, now }: { ids: Ids; officer: OperatorActor; now: Date },
): Promise<void> {
  for (const { name, decision, reason } of amlDecisions) {
    const alert = await tx.selectFrom("aml_alert").select("id").where("account_id", "=", ids.get(name)!).orderBy("number").executeTakeFirst();
    if (alert === undefined) continue;
    const answer = { id: alert.id, reason };
    const decided = await unlessRefused(decide[decision](tx, { ...answer, officer, now }), "aml.not_open");
    if (decided !== undefined) await record(tx, past, { id: alert.id, officer, endpoint: `aml.${decision}`, input: answer, now });
  }
}
