import type { Tx } from "../../platform/db.ts";
import { contentDigest, type OwnId } from "../../platform/ids.ts";
import type { Platform } from "../../platform/routes.ts";
import { type Gift, give } from "../wallet/prizes.ts";
import { type VendorRound, type VendorStep } from "../wallet/vendorCalls.ts";
import type { LedgerMoment } from "../wallet/wallet.ts";
import { noteFault } from "./faults.ts";
import { findIssue, type Issue, lockGrant } from "./freeRounds.ts";
import { issueId, prizeId, transactionId } from "./ids.ts";
import type { VendorPlayer } from "./players.ts";
import { addToDay, lockDay, payOrHold, type Taken } from "./prizes.held.ts";
import { WalletFault, type WalletOutcome, type WalletRequest } from "./protocol.ts";
import { inTurn } from "./rareCalls.ts";
import { balanceTold, faultOf, type Setting } from "./setting.ts";

export type PrizeRequest = Extract<WalletRequest, { kind: "prize" }>;
type FinishRequest = Extract<WalletRequest, { kind: "finishIssue" }>;

const momentOf = ({ clock, timeZone }: Platform): LedgerMoment => ({ now: clock.now(), timeZone });

const inOurWords = (error: unknown): never => {
  throw faultOf(error, undefined);
};

/** What officers are to know of a prize that was taken for the first time. */
function noteOddities(
  setting: Setting,
  { action, isCut, accountId, theirId }: { action: string; isCut: boolean; accountId: bigint; theirId: string },
  { repeated, isHeld }: Taken,
): void {
  if (repeated) return;
  if (isCut) noteFault(setting, { action, kind: "fraction", accountId, theirId });
  if (isHeld) noteFault(setting, { action, kind: "above_bound", accountId, theirId });
}

/** A prize that the vendor gives: money of its own, once for its id, whatever is closed. Beyond what it may give in a day it waits for officers. */
export async function takePrize(
  setting: Setting,
  { request, player, gameId }: { request: PrizeRequest; player: VendorPlayer; gameId: number },
): Promise<WalletOutcome> {
  const { platform, vendor } = setting;
  const { walletId, accountId, currency } = player;
  const { id, amountMinor, isCut, content } = request;
  const where = { code: vendor.code, walletId };
  const ref = prizeId(where, id);
  const gift = { type: "prize", walletId, vendorId: vendor.id, gameId, ref, amountMinor, digest: contentDigest(content), foreignId: id, issue: null } as const;
  const moment = momentOf(platform);
  const given = await inTurn(platform.database, vendor, async (tx) => {
    if (request.isWin) await checkNoWin(tx, walletId, transactionId(where, id));
    return giveOfDay(tx, moment, { gift, accountId });
  }).catch(inOurWords);
  noteOddities(setting, { action: "prize", isCut, accountId, theirId: id }, given);
  return { balanceMinor: await balanceTold(setting, player, given), currency, round: "", ids: [ref] };
}

async function giveOfDay(tx: Tx, moment: LedgerMoment, { gift, accountId }: { gift: Gift; accountId: bigint }): Promise<Taken> {
  const { given, most } = await lockDay(tx, gift.vendorId, moment);
  const taken = await payOrHold(tx, moment, { gift, accountId, wagering: 0, boundMinor: most, leftMinor: most - given });
  if (!taken.repeated && !taken.isHeld) await addToDay(tx, gift, moment);
  return taken;
}

/** One id is not a win of a round and a prize as well. */
async function checkNoWin(tx: Tx, walletId: bigint, ref: OwnId): Promise<void> {
  const row = await tx
    .selectFrom("vendor_entry")
    .select("ref")
    .where("wallet_id", "=", walletId)
    .where("ref", "=", ref)
    .where("type", "in", [1, 2])
    .executeTakeFirst();
  if (row !== undefined) throw new WalletFault("id_reused");
}

/** The end of free rounds we granted: what they won is a prize of ours, once, whatever became of the grant meanwhile. More than they can come to waits for officers. */
export async function finishIssue(setting: Setting, request: FinishRequest): Promise<WalletOutcome> {
  const { platform, vendor } = setting;
  const issue = await findIssue(platform.database.db, { vendorId: vendor.id, id: request.issue });
  if (issue === undefined) throw new WalletFault("issue_unknown");
  if (request.player !== undefined && request.player !== issue.playerRef) throw new WalletFault("player_unknown");
  if (request.currency !== undefined && request.currency !== issue.currency) throw new WalletFault("currency_other");
  const moment = momentOf(platform);
  const given = await inTurn(platform.database, vendor, (tx) => payIssue(tx, moment, { vendor, issue, amountMinor: request.amountMinor })).catch(inOurWords);
  noteOddities(setting, { action: "finishIssue", isCut: request.isCut, accountId: issue.accountId, theirId: issue.id }, given);
  return { balanceMinor: await balanceTold(setting, issue, given), currency: issue.currency, round: "", ids: [] };
}

interface Payment {
  readonly vendor: { readonly id: number; readonly code: string };
  readonly issue: Issue;
  readonly amountMinor: bigint;
}

async function payIssue(tx: Tx, moment: LedgerMoment, { vendor, issue, amountMinor }: Payment): Promise<Taken> {
  const { id, walletId, accountId, gameId, wagering } = issue;
  const ref = issueId({ code: vendor.code, walletId }, id);
  const gift = { type: "prize", walletId, vendorId: vendor.id, gameId, ref, amountMinor, digest: contentDigest(id), foreignId: id, issue: id } as const;
  const boundMinor = await lockGrant(tx, id);
  return payOrHold(tx, moment, { gift, accountId, wagering, boundMinor, leftMinor: boundMinor });
}

/** A bet that its vendor pays for: its id is kept, nothing moves, and no round of ours opens. */
export async function keepFreeBet(
  setting: Setting,
  { player, round, step }: { player: VendorPlayer; round: VendorRound; step: VendorStep },
): Promise<WalletOutcome> {
  const { platform, vendor } = setting;
  const { walletId } = player;
  const { ref, digest, foreignId } = step;
  const gift = { type: "freeBet", walletId, vendorId: vendor.id, gameId: round.gameId, ref, amountMinor: 0n, digest, foreignId, issue: null } as const;
  const given = await inTurn(platform.database, vendor, (tx) => give(tx, momentOf(platform), gift)).catch(inOurWords);
  return { balanceMinor: await balanceTold(setting, player, given), currency: player.currency, round: round.key, ids: [ref] };
}
