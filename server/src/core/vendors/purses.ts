import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { addJob } from "../../platform/outbox.ts";
import { getStanding } from "../accounts/standing.ts";
import { findExclusion, recallLater } from "../limits/exclusions.ts";
import { funds, openWallet } from "../wallet/funds.ts";
import { walletKinds } from "../wallet/posting.ts";
import { getWalletId, type LedgerMoment, passMoney, refreshAllowance } from "../wallet/wallet.ts";
import { openWindow } from "./play.window.ts";
import { playerRef } from "./players.ts";
import { checkRoom, type PlayGate } from "./purses.room.ts";

/** So much of one member's may be on its way at once; what is brought home by a recall comes on top. */
const OPEN_MAX = 5;

export type TransferState = "sent" | "unknown" | "done" | "refused" | "held";
export type Direction = "in" | "out";

/** Money on its way to a vendor ("in") or home ("out"). */
export interface Transfer {
  readonly id: string;
  readonly number: bigint;
  readonly accountId: bigint;
  readonly vendorId: number;
  readonly vendorCode: string;
  readonly direction: Direction;
  readonly amount: bigint;
  readonly state: TransferState;
  readonly at: Date;
  readonly settledAt: Date | null;
  readonly sends: number;
  readonly sentAt: Date;
  readonly notFoundAt: readonly Date[];
  readonly looks: number;
  /** How the vendor calls its member. */
  readonly player: string;
  readonly currency: string;
}

export const selectTransfers = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("vendor_transfer as t")
    .innerJoin("vendor as v", "v.id", "t.vendor_id")
    .innerJoin("vendor_player as p", (join) => join.onRef("p.vendor_id", "=", "t.vendor_id").onRef("p.account_id", "=", "t.account_id"))
    .innerJoin("wallet as w", (join) => join.onRef("w.account_id", "=", "t.account_id").on("w.kind", "=", walletKinds.main))
    .select([
      "t.id",
      "t.number",
      "t.account_id as accountId",
      "t.vendor_id as vendorId",
      "v.code as vendorCode",
      "t.amount",
      "t.at",
      "t.settled_at as settledAt",
    ])
    .select(["t.sends", "t.sent_at as sentAt", "t.not_found_at as notFoundAt", "t.looks", "p.player_ref as player", "w.currency"])
    .select([sql<Direction>`t.direction`.as("direction"), sql<TransferState>`t.state`.as("state")]);

/** A transfer by its id; undefined where there is none. */
export const findTransfer = (db: Db | Tx, id: string): Promise<Transfer | undefined> => selectTransfers(db).where("t.id", "=", id).executeTakeFirst();

export const openStates = ["sent", "unknown", "held"] as const satisfies readonly TransferState[];

/** What of a member's is on its way, the oldest first. */
export const listOpen = (db: Db | Tx, accountId: bigint): Promise<readonly Transfer[]> =>
  selectTransfers(db)
    .where("t.account_id", "=", accountId)
    .where("t.state", "in", [...openStates])
    .orderBy("t.number")
    .execute();

/** Which way, and what is asked of who sends money out. */
type Way = { readonly direction: "in"; readonly gate: PlayGate } | { readonly direction: "out" };

export type Start = Way & {
  readonly id: string;
  readonly accountId: bigint;
  readonly vendor: { readonly id: number; readonly code: string };
  readonly amount: bigint;
  /** When it is looked at if nobody hears of it until then. */
  readonly lookAt: Date;
  /** Whether it brings everything home: never too many. */
  readonly isRecall?: boolean;
};

/** The kind of the wallet that mirrors what lies at a vendor. */
export const purseKind = (code: string): number => funds.find((fund) => fund.code === code)?.kind ?? refuse("transfers.wallet_unknown", { field: "to" });

/**
 * Takes the money out of the wallet it leaves and writes down that the vendor is about to be asked, once for an id. Answers undefined where that was done
 * before. Refuses with `transfers.too_many_open`, towards a vendor as `checkRoom` does, and as the ledger does.
 */
export async function startTransfer(tx: Tx, moment: LedgerMoment, start: Start): Promise<Transfer | undefined> {
  const { id, accountId, vendor, direction, amount, lookAt, isRecall = false } = start;
  const main = await getWalletId(tx, { accountId, kind: "main" });
  // First, so that of many at once each sees those before it; it has the lowest id of the account's wallets.
  await tx.selectFrom("wallet").select("id").where("id", "=", main).forUpdate().execute();
  if ((await tx.selectFrom("vendor_transfer").select("id").where("id", "=", id).executeTakeFirst()) !== undefined) return undefined;
  if (!isRecall && (await listOpen(tx, accountId)).length >= OPEN_MAX) refuse("transfers.too_many_open");
  if (start.direction === "in") await checkRoom(tx, moment, { accountId, amount, gate: start.gate });
  await playerRef(tx, { vendorId: vendor.id, accountId });
  const row = { id, account_id: accountId, vendor_id: vendor.id, direction, amount, at: moment.now, sent_at: moment.now, look_at: lookAt };
  await tx.insertInto("vendor_transfer").values(row).execute();
  const walletKind = purseKind(vendor.code);
  const purse = await openWallet(tx, { accountId, kind: walletKind });
  await openWindow(tx, { vendorId: vendor.id, walletKind, now: moment.now });
  const moving = await openWallet(tx, { accountId, kind: walletKinds.moving });
  const from = direction === "in" ? main : purse;
  await passMoney(tx, moment, { reason: "fund", id, from, to: moving, transit: "transit:fund", kind: "transfer", amountMinor: amount });
  await looksAt(tx, id, lookAt);
  if (direction === "in") await refreshAllowance(tx, accountId);
  tellOwner(tx, accountId);
  return findTransfer(tx, id);
}

/** A look that comes by the minute may come too late. Each looks at all that is due, so that one at a time is enough: many would take every worker. */
export const looksAt = (tx: Tx, id: string, runAt: Date): Promise<void> =>
  addJob(tx, "vendors:lookAtTransfers", {}, { key: `lookAtTransfer:${id}`, runAt, queue: "transfers" });

export interface Settled {
  readonly id: string;
  readonly to: "done" | "refused";
  /** What the vendor said; null where officers did. */
  readonly answer: object | null;
  readonly balanceThere?: bigint | null;
  /** It was asked for so often and no more. */
  readonly sends?: number | undefined;
}

/** Ends a transfer that is open: what is done goes on, what was refused goes back. False where it had ended, or was asked for again. */
export async function settleTransfer(tx: Tx, moment: LedgerMoment, { id, to, answer, balanceThere = null, sends }: Settled): Promise<boolean> {
  const ended = await tx
    .updateTable("vendor_transfer as t")
    .from("vendor as v")
    .set({ state: to, settled_at: moment.now, look_at: null, answer: answer === null ? null : JSON.stringify(answer), balance_there: balanceThere })
    .whereRef("v.id", "=", "t.vendor_id")
    .where("t.id", "=", id)
    .where("t.state", "in", [...openStates])
    .$if(sends !== undefined, (query) => query.where("t.sends", "=", sends!))
    .returning(["t.account_id as accountId", "v.code", "t.direction", "t.amount"])
    .executeTakeFirst();
  if (ended === undefined) return false;
  const { accountId, code, direction, amount: amountMinor } = ended;
  const from = await openWallet(tx, { accountId, kind: walletKinds.moving });
  const isAway = (direction === "in") === (to === "done");
  const target = isAway ? await openWallet(tx, { accountId, kind: purseKind(code) }) : await getWalletId(tx, { accountId, kind: "main" });
  await passMoney(tx, moment, { reason: "fund-settled", id, from, to: target, transit: "transit:fund", kind: "transfer", amountMinor });
  if (isAway) await recallOfShutOut(tx, { accountId, now: moment.now });
  else await refreshAllowance(tx, accountId);
  tellOwner(tx, accountId);
  return true;
}

/** Who is shut out, by a break, an officer or a case, has nothing at vendors: what arrives or is won there afterwards comes home as well. */
export async function recallOfShutOut(tx: Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<void> {
  const { eligibility, restrictions } = await getStanding(tx, accountId);
  const isShutOut = eligibility !== "open" || restrictions.includes("play") || (await findExclusion(tx, { accountId, now })) !== undefined;
  if (isShutOut) await recallLater(tx, accountId);
}

export const tellOwner = (tx: Tx, accountId: bigint): void =>
  staleOnCommit(tx, ["transfers.wallets", "wallet.balance", "wallet.history"], [`member:${accountId}`]);
