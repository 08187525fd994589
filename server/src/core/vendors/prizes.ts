import { formatAmount } from "@laro/contract/core/money";
import type { Tx } from "../../platform/db.ts";
import { contentDigest, type OwnId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { addTurnover } from "../turnover/turnover.ts";
import { give, type Given } from "../wallet/prizes.ts";
import { type VendorRound, type VendorStep } from "../wallet/vendorCalls.ts";
import type { LedgerMoment } from "../wallet/wallet.ts";
import { noteFault } from "./faults.ts";
import { finishGrant, findIssue, type Issue } from "./freeRounds.ts";
import { issueId, prizeId, transactionId } from "./ids.ts";
import type { VendorPlayer } from "./players.ts";
import { WalletFault, type WalletOutcome, type WalletRequest, type WalletStep } from "./protocol.ts";
import { balanceTold, faultOf, type Setting } from "./setting.ts";

export type PrizeRequest = Extract<WalletRequest, { kind: "prize" }>;
type FinishRequest = Extract<WalletRequest, { kind: "finishIssue" }>;

/** What a prize changes for who gets it. */
const MOVED = ["wallet.balance", "wallet.history", "bonuses.rewards", "withdrawals.terms", "freeRounds.mine"] as const;

const momentOf = ({ clock, timeZone }: Platform): LedgerMoment => ({ now: clock.now(), timeZone });

const inOurWords = (error: unknown): never => {
  throw faultOf(error, undefined);
};

/** A prize that the vendor gives: money of its own, once for its id, whatever is closed. */
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
  const given = await platform.database
    .begin(async (tx) => {
      if (request.isWin) await checkNoWin(tx, walletId, transactionId(where, id));
      const paid = await give(tx, momentOf(platform), gift);
      if (!paid.repeated) await tellPrize(tx, { accountId, prizeId: ref, amountMinor, kind: "vendor" });
      return paid;
    })
    .catch(inOurWords);
  if (isCut && !given.repeated) noteFault(setting, { action: "prize", kind: "fraction", accountId, theirId: id });
  return { balanceMinor: await balanceTold(setting, player, given), currency, round: "", ids: [ref] };
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

/** The end of free rounds we granted: what they won is a prize of ours, once, whatever became of the grant meanwhile. */
export async function finishIssue(setting: Setting, request: FinishRequest): Promise<WalletOutcome> {
  const { platform, vendor } = setting;
  const issue = await findIssue(platform.database.db, { vendorId: vendor.id, id: request.issue });
  if (issue === undefined) throw new WalletFault("issue_unknown");
  if (request.player !== undefined && request.player !== issue.playerRef) throw new WalletFault("player_unknown");
  if (request.currency !== undefined && request.currency !== issue.currency) throw new WalletFault("currency_other");
  const moment = momentOf(platform);
  const given = await platform.database.begin((tx) => payIssue(tx, moment, { vendor, issue, amountMinor: request.amountMinor })).catch(inOurWords);
  if (request.isCut && !given.repeated) noteFault(setting, { action: "finishIssue", kind: "fraction", accountId: issue.accountId, theirId: issue.id });
  return { balanceMinor: await balanceTold(setting, issue, given), currency: issue.currency, round: "", ids: [] };
}

interface Payment {
  readonly vendor: { readonly id: number; readonly code: string };
  readonly issue: Issue;
  readonly amountMinor: bigint;
}

async function payIssue(tx: Tx, moment: LedgerMoment, { vendor, issue, amountMinor }: Payment): Promise<Given> {
  const { id, walletId, accountId, gameId, wagering } = issue;
  const ref = issueId({ code: vendor.code, walletId }, id);
  const gift = { type: "prize", walletId, vendorId: vendor.id, gameId, ref, amountMinor, digest: contentDigest(id), foreignId: id, issue: id } as const;
  const given = await give(tx, moment, gift);
  if (given.repeated) return given;
  await finishGrant(tx, { id, wonMinor: amountMinor, now: moment.now });
  if (amountMinor > 0n && wagering > 0)
    await addTurnover(tx, { accountId, source: "freeRounds", sourceId: ref, neededMinor: amountMinor * BigInt(wagering), now: moment.now });
  await tellPrize(tx, { accountId, prizeId: ref, amountMinor, kind: "rounds" });
  return given;
}

interface Told {
  readonly accountId: bigint;
  readonly prizeId: string;
  readonly amountMinor: bigint;
  readonly kind: "rounds" | "vendor";
}

async function tellPrize(tx: Tx, { accountId, prizeId: id, amountMinor, kind }: Told): Promise<void> {
  if (amountMinor > 0n) await tell(tx, "freeRounds.won", { prizeId: id, accountId: String(accountId), amount: formatAmount(amountMinor), kind });
  staleOnCommit(tx, MOVED, [`member:${accountId}`]);
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
  const given = await platform.database.begin((tx) => give(tx, momentOf(platform), gift)).catch(inOurWords);
  return { balanceMinor: await balanceTold(setting, player, given), currency: player.currency, round: round.key, ids: [ref] };
}

interface Jackpots {
  readonly walletId: bigint;
  readonly steps: readonly WalletStep[];
  readonly ref: (id: string) => OwnId;
}

/** Keeps which parts of a call's amounts were a jackpot's. A call that names none costs nothing. */
export async function keepJackpots({ database }: Pick<Platform, "database">, { walletId, steps, ref }: Jackpots): Promise<void> {
  const rows = steps.flatMap(({ id, jackpot }) =>
    jackpot === undefined ? [] : [{ wallet_id: walletId, ref: ref(id), contribution: jackpot.contribution ?? null, win: jackpot.win ?? null }],
  );
  if (rows.length === 0) return;
  await database.begin((tx) =>
    tx
      .insertInto("vendor_jackpot")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}
