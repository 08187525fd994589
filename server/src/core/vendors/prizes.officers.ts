import { refuse } from "@laro/contract/core/errors";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import type { LedgerMoment } from "../wallet/wallet.ts";
import { issueId, prizeId } from "./ids.ts";
import { stalePrizes } from "./prizes.held.ts";
import { payPrize, type Prize } from "./prizes.pay.ts";

interface Word {
  readonly id: string;
  /** What the vendor said, or what was found. */
  readonly reason: string;
  readonly by: OperatorActor;
  readonly now: Date;
}

/**
 * Writes down what one officer wants paid of a held prize, from nothing to all of it; nothing moves. Refuses with `gateway.prize_not_found`, `gateway.prize_not_held`,
 * `gateway.pays_more` and `gateway.already_proposed`.
 */
export async function proposePayment(tx: Tx, { id, paysMinor, reason, by, now }: Word & { readonly paysMinor: bigint }): Promise<void> {
  const { amount, pays } = await lockHeld(tx, id);
  if (pays !== null) refuse("gateway.already_proposed");
  if (paysMinor > amount) refuse("gateway.pays_more", { field: "pays" });
  await tx
    .updateTable("vendor_prize_held")
    .set({ pays: paysMinor, reason, proposed_by: by.id, proposed_name: by.name, proposed_at: now })
    .where("id", "=", id)
    .execute();
  stalePrizes(tx);
}

/**
 * Pays of a held prize what another officer proposed. A proposal may have been declined and made anew since it was looked at: what was seen is what is confirmed. Refuses with
 * `gateway.prize_not_found`, `gateway.prize_not_held`, `gateway.not_proposed`, `gateway.own_proposal` or `gateway.proposal_other`.
 */
export async function confirmPayment(
  tx: Tx,
  { timeZone }: Pick<LedgerMoment, "timeZone">,
  { id, paysMinor, reason, by, now }: Word & { readonly paysMinor: bigint },
): Promise<void> {
  const { pays, proposedBy, ...held } = await lockHeld(tx, id);
  if (pays === null) refuse("gateway.not_proposed");
  if (proposedBy === by.id) refuse("gateway.own_proposal");
  if (pays !== paysMinor) refuse("gateway.proposal_other");
  await tx
    .updateTable("vendor_prize_held")
    .set({ state: "decided", decision: reason, decided_by: by.id, decided_name: by.name, decided_at: now })
    .where("id", "=", id)
    .execute();
  await payPrize(tx, { now, timeZone }, prizeOf(held, pays));
  stalePrizes(tx);
}

/** Takes a proposal off the table, the proposer's own too. Refuses with `gateway.prize_not_found`, `gateway.prize_not_held` or `gateway.not_proposed`. */
export async function declinePayment(tx: Tx, { id }: Pick<Word, "id">): Promise<void> {
  const { pays } = await lockHeld(tx, id);
  if (pays === null) refuse("gateway.not_proposed");
  await tx
    .updateTable("vendor_prize_held")
    .set({ pays: null, reason: null, proposed_by: null, proposed_name: null, proposed_at: null })
    .where("id", "=", id)
    .execute();
  stalePrizes(tx);
}

type Held = Awaited<ReturnType<typeof lockHeld>>;

function prizeOf(
  { code, walletId, accountId, vendorId, gameId, issue, foreignId, digest, wagering }: Omit<Held, "pays" | "proposedBy">,
  paysMinor: bigint,
): Prize {
  const ref = issue === null ? prizeId({ code, walletId }, foreignId) : issueId({ code, walletId }, issue);
  return { gift: { type: "prize", walletId, vendorId, gameId, ref, amountMinor: paysMinor, digest, foreignId, issue }, accountId, wagering: wagering ?? 0 };
}

async function lockHeld(tx: Tx, id: string) {
  const row = await tx
    .selectFrom("vendor_prize_held as h")
    .innerJoin("vendor as v", "v.id", "h.vendor_id")
    .leftJoin("free_round as f", "f.id", "h.issue")
    .select(["h.state", "h.amount", "h.pays", "h.proposed_by as proposedBy", "h.wallet_id as walletId", "h.account_id as accountId"])
    .select(["h.vendor_id as vendorId", "v.code", "h.game_id as gameId", "h.issue", "h.foreign_id as foreignId", "h.digest", "f.wagering"])
    .where("h.id", "=", id)
    .forUpdate("h")
    .executeTakeFirst();
  if (row === undefined) refuse("gateway.prize_not_found", { field: "id" });
  if (row.state !== "held") refuse("gateway.prize_not_held");
  return row;
}
