import { type ErrorCode, Refusal } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { derivedId, newId } from "../../platform/ids.ts";
import { getStanding } from "../accounts/standing.ts";
import { isFrozen } from "../wallet/freeze.ts";
import { funds, listWallets, openWallet } from "../wallet/funds.ts";
import { throughClosed } from "../wallet/held.ts";
import { walletKinds } from "../wallet/posting.ts";
import { lockPurse } from "../wallet/purses.ts";
import { listUnmatchedKinds, matchPurse, roomForUnmatched } from "../wallet/unmatched.ts";
import { noteFault } from "./faults.ts";
import { isOutOfReach } from "./lines.ts";
import { playerRef } from "./players.ts";
import { findTransfer, openStates, selectTransfers, startTransfer, tellOwner, type Transfer } from "./purses.ts";
import { askBalance, firstLook, lookAt, type Reached, reachVendor, sendTransfer } from "./purses.send.ts";

/** So many transfers of a vendor are looked at at once, one after the other. */
const TRANSFERS_MAX = 50;
/** A vendor that says nothing, or takes so long over it, so often in a row is left alone until the next look. */
const SILENCES_MAX = 3;
const SLOW_MS = 2_000;
/** A vendor has eight seconds in all to say what is there and to give it back. */
const BALANCE_MS = 3_000;
const RECALL_SEND_MS = 5_000;

/** Asks vendors what became of transfers nobody heard of. One that fails is logged, waits for its next look and holds up no other. */
export async function lookAtTransfers(platform: Platform): Promise<void> {
  const { database, clock } = platform;
  const { rows } = await sql<{ id: string }>`
    select t.id from vendor v cross join lateral (
      select id from vendor_transfer t where t.vendor_id = v.id and t.state in ('sent', 'unknown') and t.look_at <= ${clock.now()} order by t.look_at limit ${TRANSFERS_MAX}
    ) t where v.wallet_mode = 'transfer'`.execute(database.db);
  if (rows.length === 0) return;
  const due = await selectTransfers(database.db)
    .where(
      "t.id",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("t.number")
    .execute();
  await Promise.all([...Map.groupBy(due, ({ vendorCode }) => vendorCode)].map(([code, transfers]) => lookAtVendor(platform, code, transfers)));
}

async function lookAtVendor(platform: Platform, code: string, transfers: readonly Transfer[]): Promise<void> {
  const reached = await reachVendor(platform, code);
  if (reached === undefined) platform.log.error({ vendor: code }, "money is on its way to a vendor that nobody can ask");
  let silences = 0;
  for (const transfer of transfers) {
    // Of one that nobody can ask nobody waits for an answer: all that is due is looked at, so that after a day officers can decide.
    if (reached !== undefined && (silences >= SILENCES_MAX || isOutOfReach(platform, reached.vendor))) return;
    const askedMs = performance.now();
    const state = await lookAt(platform, reached, transfer).catch((error: Error) => {
      platform.log.error({ err: error, vendor: code, transfer: transfer.id }, "a transfer waits for its next look");
      return "unknown" as const;
    });
    const isSaid = (state === "done" || state === "refused") && performance.now() - askedMs < SLOW_MS;
    silences = isSaid ? 0 : silences + 1;
  }
}

const isRefusal = (error: unknown, code: ErrorCode): boolean => error instanceof Refusal && error.code === code;

/** What a recall came to at one vendor. */
export interface Recalled {
  readonly code: string;
  readonly outcome: "brought" | "onItsWay" | "unreachable" | "empty";
  readonly amount: bigint;
}

interface Asked {
  readonly accountId: bigint;
  readonly requestId: string;
  /** The house asks, not the member: then what a case of eligibility closed lets money home. */
  readonly isOurs?: boolean;
}

/** Brings everything home that a member has at vendors, all of them asked at once. What a vendor says is there is asked for, and what differs from what we know of is unmatched until its records come. */
export async function recallAll(platform: Platform, asked: Asked): Promise<readonly Recalled[]> {
  const { db } = platform.database;
  const [own, unmatched] = [await listWallets(db, asked.accountId), await listUnmatchedKinds(db, asked.accountId)];
  const purses = funds.flatMap(({ code, kind }) => {
    const purse = own.find((wallet) => wallet.kind === kind && kind !== walletKinds.main);
    const id = derivedId("recall", String(asked.accountId), asked.requestId, code);
    return purse === undefined ? [] : [{ code, kind, balance: purse.balance, isEmpty: purse.balance === 0n && !unmatched.has(kind), id }];
  });
  const recalled = await Promise.all(purses.map((purse) => recallOne(platform, asked, purse)));
  return recalled.filter((one) => one !== undefined);
}

interface Purse {
  readonly code: string;
  readonly kind: number;
  readonly balance: bigint;
  /** Nothing is known to be there, and nobody said otherwise. */
  readonly isEmpty: boolean;
  readonly id: string;
}

async function recallOne(platform: Platform, { accountId, isOurs = false }: Asked, { code, balance, isEmpty, id, kind }: Purse): Promise<Recalled | undefined> {
  const { database, clock } = platform;
  const known = await findTransfer(database.db, id);
  if (known !== undefined) return { code, outcome: outcomeOf(known.state), amount: known.amount };
  if (isEmpty) return undefined;
  const unreachable = { code, outcome: "unreachable", amount: balance } as const;
  const reached = await reachVendor(platform, code);
  if (reached === undefined) return unreachable;
  const main = await database.db
    .selectFrom("wallet")
    .select(["id", "currency"])
    .where("account_id", "=", accountId)
    .where("kind", "=", walletKinds.main)
    .executeTakeFirstOrThrow();
  const player = await database.begin((tx) => playerRef(tx, { vendorId: reached.vendor.id, accountId }));
  const [askedAt, last] = [clock.now(), await findLast(database.db, { accountId, vendorId: reached.vendor.id })];
  const there = await askBalance(platform, reached, { player, currency: main.currency, timeoutMs: BALANCE_MS });
  if (there === undefined) return unreachable;
  const found = { id, accountId, isOurs, walletId: main.id, kind, there, askedAt, last };
  const { begun, amount } = await beginRecall(platform, reached, found).catch((error: unknown) => {
    // Another recall was faster: what it took is on its way.
    if (isRefusal(error, "wallet.insufficient_funds")) return { begun: undefined, amount: there };
    throw error;
  });
  if (begun === undefined) return { code, outcome: amount === 0n ? "empty" : "onItsWay", amount };
  return { code, outcome: outcomeOf(await sendTransfer(platform, reached, begun, RECALL_SEND_MS)), amount };
}

interface Found {
  readonly id: string;
  readonly accountId: bigint;
  readonly isOurs: boolean;
  /** The main wallet. */
  readonly walletId: bigint;
  readonly kind: number;
  readonly there: bigint;
  readonly askedAt: Date;
  /** The last transfer before it was asked; undefined while one is on its way. */
  readonly last: bigint | undefined;
}

/** The number of a member's last transfer to a vendor or from it; undefined while one is on its way. */
async function findLast(db: Db | Tx, { accountId, vendorId }: { accountId: bigint; vendorId: number }): Promise<bigint | undefined> {
  const { rows } = await sql<{ last: bigint; isOpen: boolean }>`
    select coalesce(max(number), 0) as last, coalesce(bool_or(state = any(${[...openStates]}::text[])), false) as "isOpen"
    from vendor_transfer where account_id = ${accountId} and vendor_id = ${vendorId}`.execute(db as Tx);
  return rows[0]!.isOpen ? undefined : rows[0]!.last;
}

/**
 * Begins to bring home what a vendor says is there. What it said while something was on its way, or before something was, cannot be held against what we know of, and what it
 * says beyond what may be believed without records stays there: then no more is asked for than we know of.
 */
async function beginRecall(platform: Platform, { vendor }: Reached, found: Found): Promise<{ begun: Transfer | undefined; amount: bigint }> {
  const { database, clock, timeZone } = platform;
  const { id, accountId, isOurs, walletId, kind, there, askedAt, last } = found;
  const moment = { now: clock.now(), timeZone };
  return database.begin(async (tx) => {
    await sql`select from wallet where id = ${walletId} for update`.execute(tx);
    const isOld = last === undefined || (await findLast(tx, { accountId, vendorId: vendor.id })) !== last;
    const purse = { accountId, vendorId: vendor.id, walletId, purseId: await openWallet(tx, { accountId, kind }) };
    const word = { purse, thereMinor: there, askedAt };
    const isMatched = !isOld && (await matchPurse(tx, moment, { ...word, mostMinor: await roomForUnmatched(tx, vendor.id) }));
    if (!isOld && !isMatched)
      noteFault({ platform, vendor, requestId: null }, { action: "transfer", kind: "recall_above_bound", direction: "out", accountId, theirId: id });
    const balance = await lockPurse(tx, purse);
    const amount = there < balance ? there : balance;
    tellOwner(tx, accountId);
    // Another recall was faster.
    if (amount === 0n) return { begun: undefined, amount: isOld ? there : amount };
    const start = { id, accountId, vendor, direction: "out", amount, lookAt: firstLook(moment.now), isRecall: true } as const;
    const begin = () => startTransfer(tx, moment, start);
    return { begun: await (isOurs && (await isBarred(tx, accountId)) ? throughClosed(tx, { accountId, kinds: [kind] }, begin) : begin()), amount };
  });
}

/** Whether it is a case of eligibility alone that closes the account's wallets: what officers froze stays where it is. */
async function isBarred(tx: Tx, accountId: bigint): Promise<boolean> {
  const { eligibility } = await getStanding(tx, accountId);
  return eligibility === "ineligible" && !(await isFrozen(tx, accountId));
}

const outcomeOf = (state: Transfer["state"]): Recalled["outcome"] => (state === "done" ? "brought" : state === "refused" ? "empty" : "onItsWay");

/** Brings home what a member has at vendors who may not play. A vendor that says nothing is asked again later: the job fails until it does. */
export async function recallShutOut(platform: Platform, accountId: bigint): Promise<void> {
  const recalled = await recallAll(platform, { accountId, requestId: newId(platform.clock.now()), isOurs: true }).catch((error: unknown) => {
    // What officers froze stays where it is until they let go.
    if (isRefusal(error, "wallet.closed")) return [];
    throw error;
  });
  const missing = recalled.filter(({ outcome }) => outcome === "unreachable").map(({ code }) => code);
  if (missing.length > 0) throw new Error(`Nothing was heard of ${missing.join(", ")}: what is there is asked for again.`);
}
