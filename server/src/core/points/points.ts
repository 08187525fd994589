import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { type PointsKind, POINTS_STEP, POINTS_STEP_MINOR } from "@laro/contract/points";
import type { Db, Tx } from "../../platform/db.ts";
import type { OwnId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { isFlagOn } from "../settings/settings.ts";

/** Whether points are on: off, nothing is earned, converted or redeemed, and what members have stays theirs. */
export const isPointsOn = (db: Db | Tx): Promise<boolean> => isFlagOn(db, "pointsSystem");

/** Refuses with `points.closed` while points are switched off. */
export async function checkPointsOn(db: Db | Tx): Promise<void> {
  if (!(await isPointsOn(db))) refuse("points.closed");
}

/** What some points are converted to, in minor units; less than a whole step is worth nothing. */
export const pointsWorth = (points: bigint): bigint => (points / BigInt(POINTS_STEP)) * POINTS_STEP_MINOR;

/** The points ratio as people read it. */
export const POINTS_RATIO = `${POINTS_STEP} : ${formatAmount(POINTS_STEP_MINOR)}`;

interface Change {
  readonly accountId: bigint;
  /** The line's id: the same id writes one line, however often it is asked for. */
  readonly ref: OwnId;
  readonly points: bigint;
  /** What the member's page says of it: nothing personal, for lines stay. */
  readonly detail: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

/**
 * Gives points, once for its `ref`, and answers whether this call did it. The member's account of points is locked until the transaction ends; whoever also moves money takes it
 * before the wallet.
 */
export async function givePoints(tx: Tx, change: Change & { readonly kind: Extract<PointsKind, "won" | "returned"> }): Promise<boolean> {
  if (change.points <= 0n) throw new Error(`${change.points} points cannot be given.`);
  return writeLine(tx, change, change.points);
}

/** Takes points, once for its `ref`, and answers whether this call did it; locks as `givePoints` does. Refuses with `points.insufficient`. */
export async function takePoints(tx: Tx, change: Change & { readonly kind: Extract<PointsKind, "converted" | "redeemed"> }): Promise<boolean> {
  if (change.points <= 0n) throw new Error(`${change.points} points cannot be taken.`);
  return writeLine(tx, change, -change.points);
}

/** A member's points, locked until the transaction ends; opened with none if they never had any. */
export async function lockPoints(tx: Tx, accountId: bigint): Promise<{ readonly balance: bigint; readonly seq: bigint }> {
  await tx
    .insertInto("points_account")
    .values({ account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx.selectFrom("points_account").select(["balance", "seq"]).where("account_id", "=", accountId).forUpdate().executeTakeFirstOrThrow();
}

async function writeLine(tx: Tx, { accountId, ref, kind, detail, now }: Change & { readonly kind: PointsKind }, changed: bigint): Promise<boolean> {
  const { balance, seq } = await lockPoints(tx, accountId);
  if ((await findLine(tx, ref)) !== undefined) return false;
  if (balance + changed < 0n) refuse("points.insufficient", { balance: Number(balance), needed: Number(-changed) });
  const after = { balance: balance + changed, seq: seq + 1n };
  await tx.updateTable("points_account").set(after).where("account_id", "=", accountId).execute();
  const line = { account_id: accountId, seq: after.seq, ref, kind, changed, balance_after: after.balance, detail: JSON.stringify(detail), at: now };
  await tx.insertInto("points_line").values(line).execute();
  stalePoints(tx, accountId);
  return true;
}

/** What was written for an id, where it was. */
export const findLine = (db: Db | Tx, ref: OwnId) =>
  (db as Db).selectFrom("points_line").select(["changed", "balance_after as balanceAfter", "detail"]).where("ref", "=", ref).executeTakeFirst();

/** A member's points; none if they never had any. */
export async function readPoints(db: Db | Tx, accountId: bigint): Promise<bigint> {
  const row = await (db as Db).selectFrom("points_account").select("balance").where("account_id", "=", accountId).executeTakeFirst();
  return row?.balance ?? 0n;
}

/** Makes a member's pages look again once the transaction commits. */
export const stalePoints = (tx: Tx, accountId: bigint): void =>
  staleOnCommit(tx, ["points.balance", "points.details", "points.rewards", "points.redeems"], [`member:${accountId}`]);
