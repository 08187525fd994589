import { refuse } from "@laro/contract/core/errors";
import { isHigherBound } from "@laro/contract/core/money";
import { type RulesProposal, VendorRules } from "@laro/contract/gateway";
import { z } from "zod";
import { type Decision, decideProposal } from "../../core/approvals/proposals.ts";
import { checkAddresses, setRules } from "../../core/vendors/rules.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";

/** What of the rules lets money move, or lets somebody else ask for it. */
const Kept = VendorRules.pick({ addresses: true, stakeMax: true, hourLossMax: true, grantWinMax: true, prizeDayMax: true, roundRule: true }).partial();
type Bounds = Partial<Pick<VendorRules, keyof (typeof Kept)["shape"]>>;

export interface By {
  readonly reason: string;
  readonly by: OperatorActor;
  readonly now: Date;
}

/** Those of the wanted bounds that would let more money move than the rules in force. */
function raisedOf(wanted: VendorRules, set: VendorRules): Bounds {
  return {
    ...(isWider(wanted.addresses, set.addresses) ? { addresses: wanted.addresses } : {}),
    ...(isHigherBound(wanted.stakeMax, set.stakeMax) ? { stakeMax: wanted.stakeMax } : {}),
    ...(isHigherBound(wanted.hourLossMax, set.hourLossMax) ? { hourLossMax: wanted.hourLossMax } : {}),
    ...(wanted.grantWinMax > set.grantWinMax ? { grantWinMax: wanted.grantWinMax } : {}),
    ...(wanted.prizeDayMax > set.prizeDayMax ? { prizeDayMax: wanted.prizeDayMax } : {}),
    // Held rounds are decided by officers; given back, they are decided by nobody.
    ...(wanted.roundRule === "refund" && set.roundRule === "hold" ? { roundRule: wanted.roundRule } : {}),
  };
}

/** Whether calls may come from where they could not; no address at all is any. */
const isWider = (wanted: readonly string[], set: readonly string[]): boolean =>
  set.length > 0 && (wanted.length === 0 || wanted.some((one) => !set.includes(one)));

const written = (rules: VendorRules): string => JSON.stringify(z.encode(VendorRules, rules));

/**
 * Sets a vendor's rules: what narrows holds at once, what would let more money move, or calls come from elsewhere, waits for another officer. Refuses with `gateway.address_wrong`,
 * `gateway.as_it_is` where nothing would change, and `gateway.already_proposed` where bounds wait.
 */
export async function changeRules(
  tx: Tx,
  { vendorId, set, wanted }: { vendorId: number; set: VendorRules; wanted: VendorRules },
  { reason, by, now }: By,
): Promise<void> {
  if (written(wanted) === written(set)) refuse("gateway.as_it_is");
  checkAddresses(wanted.addresses);
  const raised = raisedOf(wanted, set);
  const atOnce = Object.fromEntries(Object.entries(wanted).filter(([name]) => !(name in raised)));
  await setRules(tx, vendorId, atOnce);
  if (Object.keys(raised).length > 0) await proposeBounds(tx, vendorId, raised, { reason, by, now });
  tellDesk(tx);
}

async function proposeBounds(tx: Tx, vendorId: number, raised: Bounds, { reason, by, now }: By): Promise<void> {
  const row = { id: newId(now), vendor_id: vendorId, wanted: JSON.stringify(z.encode(Kept, raised)), reason };
  const isNew = await tx
    .insertInto("gateway_proposal")
    .values({ ...row, proposed_by: by.id, proposed_name: by.name, proposed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew === undefined) refuse("gateway.already_proposed");
}

/** What waits for a second officer at a vendor. */
export async function findProposal(db: Db, vendorId: number): Promise<RulesProposal | undefined> {
  const row = await db
    .selectFrom("gateway_proposal")
    .select(["id", "wanted", "reason", "proposed_name as proposedBy", "proposed_at as proposedAt"])
    .where("vendor_id", "=", vendorId)
    .where("state", "=", "proposed")
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { wanted, proposedAt, ...proposal } = row;
  return { ...proposal, ...z.decode(Kept, wanted as z.input<typeof Kept>), proposedAt: proposedAt.toISOString() };
}

/** Decides bounds that wait; confirmed, they hold within a second. Answers the vendor. Refuses with `gateway.proposal_not_found`, `gateway.not_proposed` or `gateway.own_proposal`. */
export async function decideBounds(tx: Tx, to: "confirmed" | "declined", decision: Decision): Promise<number> {
  const isMoved = await decideProposal(tx, "gateway_proposal", to, decision);
  const row = await tx.selectFrom("gateway_proposal").select(["vendor_id as vendorId", "wanted", "state"]).where("id", "=", decision.id).executeTakeFirst();
  if (row === undefined) refuse("gateway.proposal_not_found", { field: "id" });
  if (!isMoved) refuse(row.state === "proposed" ? "gateway.own_proposal" : "gateway.not_proposed");
  if (to === "confirmed") await setRules(tx, row.vendorId, z.decode(Kept, row.wanted as z.input<typeof Kept>) as Partial<VendorRules>);
  tellDesk(tx);
  return row.vendorId;
}

/** What officers have open shows the change. */
export const tellDesk = (tx: Tx): void => staleOnCommit(tx, ["gateway.get", "gateway.list"], ["operators"]);
