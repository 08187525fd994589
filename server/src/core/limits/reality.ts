import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { refreshAllowance } from "../wallet/wallet.ts";

/** Gives a new member the reality check. */
export async function startRealityChecks(tx: Tx, { accountId, everyMinutes, now }: { accountId: bigint; everyMinutes: number; now: Date }): Promise<void> {
  await tx.insertInto("play_protection").values({ account_id: accountId, reality_minutes: everyMinutes, reality_checked_at: now }).execute();
  await refreshAllowance(tx, accountId);
}

/** Chooses how often the check comes; the span that runs is measured anew from its begin. */
export async function setRealityMinutes(tx: Tx, { accountId, everyMinutes }: { accountId: bigint; everyMinutes: number }): Promise<void> {
  await tx.updateTable("play_protection").set({ reality_minutes: everyMinutes }).where("account_id", "=", accountId).execute();
  await refreshAllowance(tx, accountId);
}

/** The member has seen the check: the next span begins now. */
export async function answerRealityCheck(tx: Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<void> {
  await tx.updateTable("play_protection").set({ reality_checked_at: now }).where("account_id", "=", accountId).execute();
  await refreshAllowance(tx, accountId);
}

export interface RealityCheck {
  readonly everyMinutes: number;
  readonly since: Date;
  readonly dueAt: Date;
}

/** Since when a member plays without a check, and when the next one falls due. */
export async function getRealityCheck(db: Db | Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<RealityCheck> {
  const row = await (db as Db)
    .selectFrom("play_protection")
    .select("reality_minutes as everyMinutes")
    .select(sql<Date>`reality_due(${accountId}::bigint, ${now})`.as("dueAt"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return { ...row, since: new Date(row.dueAt.getTime() - row.everyMinutes * 60_000) };
}
