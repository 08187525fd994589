import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import type { Gift, Given } from "../wallet/prizes.ts";
import type { LedgerMoment } from "../wallet/wallet.ts";
import { holdGrant } from "./freeRounds.ts";
import { payPrize, type Prize } from "./prizes.pay.ts";
import { WalletFault } from "./protocol.ts";

/** A prize, and what it may come to. */
export interface Bounded extends Prize {
  /** Minor units: what bounds it, and what of that is left. */
  readonly boundMinor: bigint;
  readonly leftMinor: bigint;
}

export interface Taken extends Given {
  /** It waits for officers, or was decided by them. */
  readonly isHeld: boolean;
}

/**
 * Pays a prize; one beyond what is left of its bound is kept whole until two officers decide. What was answered once is answered again, whatever became of the bound since.
 * The caller holds the row its bound is counted on. Throws a `WalletFault` of `id_reused` where the id stood for something else.
 */
export async function payOrHold(tx: Tx, moment: LedgerMoment, { boundMinor, leftMinor, ...prize }: Bounded): Promise<Taken> {
  const { gift } = prize;
  const held = await findHeld(tx, gift);
  if (held !== undefined) return { ...held, isHeld: true };
  if (gift.amountMinor > leftMinor && !(await isInBooks(tx, gift))) return hold(tx, moment, { ...prize, boundMinor });
  return { ...(await payPrize(tx, moment, prize)), isHeld: false };
}

async function findHeld(tx: Tx, { ref, amountMinor, digest }: Gift): Promise<Given | undefined> {
  const row = await tx.selectFrom("vendor_prize_held").select(["amount", "digest", "balance_after as balanceMinor"]).where("id", "=", ref).executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.amount !== amountMinor || row.digest !== digest) throw new WalletFault("id_reused");
  return { repeated: true, balanceMinor: row.balanceMinor };
}

async function isInBooks(tx: Tx, { walletId, ref }: Gift): Promise<boolean> {
  const row = await tx.selectFrom("vendor_entry").select("ref").where("wallet_id", "=", walletId).where("ref", "=", ref).executeTakeFirst();
  return row !== undefined;
}

async function hold(tx: Tx, { now }: LedgerMoment, { gift, accountId, boundMinor }: Prize & { readonly boundMinor: bigint }): Promise<Taken> {
  const { walletId, vendorId, gameId, ref, issue, foreignId, digest, amountMinor } = gift;
  const { balance } = await tx.selectFrom("wallet").select("balance").where("id", "=", walletId).executeTakeFirstOrThrow();
  const about = { id: ref, wallet_id: walletId, account_id: accountId, vendor_id: vendorId, game_id: gameId, issue, foreign_id: foreignId, digest };
  await tx
    .insertInto("vendor_prize_held")
    .values({ ...about, amount: amountMinor, bound: boundMinor, balance_after: balance, at: now })
    .execute();
  if (issue !== null) await holdGrant(tx, { id: issue, accountId });
  await tell(tx, "freeRounds.held", { prizeId: ref, accountId: String(accountId), kind: issue === null ? "vendor" : "rounds" });
  stalePrizes(tx);
  return { repeated: false, balanceMinor: balance, isHeld: true };
}

/** What officers have open shows the change. */
export const stalePrizes = (tx: Tx): void => staleOnCommit(tx, ["gateway.prizes"], ["operators"]);

/** Holds what a vendor gave of its own today against every other gift of its, and answers it with what a day may come to. */
export async function lockDay(tx: Tx, vendorId: number, { now, timeZone }: LedgerMoment): Promise<{ readonly given: bigint; readonly most: bigint }> {
  const { rows } = await sql<{ given: bigint; most: bigint }>`
    insert into vendor_prize_day (vendor_id, day) values (${vendorId}, (${now}::timestamptz at time zone ${timeZone})::date)
    on conflict (vendor_id, day) do update set given = vendor_prize_day.given
    returning given, (select v.prize_day_max from vendor v where v.id = vendor_prize_day.vendor_id) as most`.execute(tx);
  return rows[0]!;
}

/** Counts what a vendor gave of its own today. */
export async function addToDay(tx: Tx, { vendorId, amountMinor }: Pick<Gift, "vendorId" | "amountMinor">, { now, timeZone }: LedgerMoment): Promise<void> {
  await sql`update vendor_prize_day set given = given + ${amountMinor} where vendor_id = ${vendorId} and day = (${now}::timestamptz at time zone ${timeZone})::date`.execute(
    tx,
  );
}
