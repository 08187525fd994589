import { refuse } from "@laro/contract/core/errors";
import { isHigherBound } from "@laro/contract/core/money";
import { type PartnerGame, PartnerProposal, type PartnerRules } from "@laro/contract/partners";
import { z } from "zod";
import { type Decision, decideProposal } from "../../core/approvals/proposals.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";

/** What of the rules says how much may be staked at a partner. */
export type Stakes = Pick<PartnerRules, "stakeMax" | "currencies" | "games">;

const Raised = PartnerProposal.pick({ stakeMax: true, currencies: true, games: true });
type Raised = z.output<typeof Raised>;

const addedTo = <Item>(set: readonly Item[], wanted: readonly Item[]): Item[] => [...new Set(wanted)].filter((one) => !set.includes(one));

/** What of the wanted rules would let more be staked than those in force: another bound, more currencies, more games. */
export function raisedOf(wanted: Stakes, set: Stakes): Raised {
  const [currencies, games] = [addedTo(set.currencies, wanted.currencies), addedTo(set.games, wanted.games)];
  return {
    ...(isHigherBound(wanted.stakeMax, set.stakeMax) ? { stakeMax: wanted.stakeMax } : {}),
    ...(currencies.length > 0 ? { currencies } : {}),
    ...(games.length > 0 ? { games } : {}),
  };
}

/** What of the wanted rules holds at once while the rest waits. Refuses with `partners.currency_needed` where no currency would be left. */
export function narrowedTo(wanted: Stakes, set: Stakes, { stakeMax, currencies = [], games = [] }: Raised): Stakes {
  const kept = addedTo(currencies, wanted.currencies);
  if (kept.length === 0) refuse("partners.currency_needed", { field: "currencies" });
  return { stakeMax: stakeMax === undefined ? wanted.stakeMax : set.stakeMax, currencies: kept, games: addedTo(games, wanted.games) };
}

/** Has raised stakes wait for another officer. Refuses with `gateway.already_proposed` where some wait. */
export async function proposeStakes(tx: Tx, partnerId: number, raised: Raised, { reason, by, now }: Omit<Decision, "id">): Promise<void> {
  const isNew = await tx
    .insertInto("partner_proposal")
    .values({ id: newId(now), partner_id: partnerId, wanted: JSON.stringify(z.encode(Raised, raised)), reason, ...proposer(by, now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew === undefined) refuse("gateway.already_proposed");
}

const proposer = (by: Decision["by"], now: Date) => ({ proposed_by: by.id, proposed_name: by.name, proposed_at: now });
const readRaised = (wanted: unknown): Raised => z.decode(Raised, wanted as z.input<typeof Raised>);

/** What waits for a second officer at a partner. */
export async function findStakesProposal(db: Db, partnerId: number): Promise<PartnerProposal | undefined> {
  const row = await db
    .selectFrom("partner_proposal")
    .select(["id", "wanted", "reason", "proposed_name as proposedBy", "proposed_at as proposedAt"])
    .where("partner_id", "=", partnerId)
    .where("state", "=", "proposed")
    .executeTakeFirst();
  return row && { ...row, ...readRaised(row.wanted), proposedAt: row.proposedAt.toISOString() };
}

/**
 * Decides stakes that wait; confirmed, what was to be added joins what is in force by then. Answers the partner. Refuses with `gateway.proposal_not_found`,
 * `gateway.not_proposed` or `gateway.own_proposal`.
 */
export async function decideStakes(tx: Tx, to: "confirmed" | "declined", decision: Decision): Promise<number> {
  const isMoved = await decideProposal(tx, "partner_proposal", to, decision);
  const row = await tx.selectFrom("partner_proposal").select(["partner_id as partnerId", "wanted", "state"]).where("id", "=", decision.id).executeTakeFirst();
  if (row === undefined) refuse("gateway.proposal_not_found", { field: "id" });
  if (!isMoved) refuse(row.state === "proposed" ? "gateway.own_proposal" : "gateway.not_proposed");
  if (to === "confirmed") await raiseStakes(tx, row.partnerId, readRaised(row.wanted));
  return row.partnerId;
}

async function raiseStakes(tx: Tx, partnerId: number, { stakeMax, currencies = [], games = [] }: Raised): Promise<void> {
  const set = await tx.selectFrom("partner").select(["currencies", "games"]).where("id", "=", partnerId).forUpdate().executeTakeFirstOrThrow();
  await tx
    .updateTable("partner")
    .set({
      ...(stakeMax === undefined ? {} : { stake_max: stakeMax }),
      currencies: [...set.currencies, ...addedTo(set.currencies, currencies)],
      games: [...set.games, ...addedTo(set.games as PartnerGame[], games)],
    })
    .where("id", "=", partnerId)
    .execute();
}
