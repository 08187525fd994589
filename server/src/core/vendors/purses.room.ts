import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { getStanding } from "../accounts/standing.ts";
import { checkNotExcluded } from "../limits/exclusions.ts";
import { checkMay, type Gate } from "../limits/gates.ts";
import { listLimits } from "../limits/limits.ts";
import type { LedgerMoment } from "../wallet/wallet.ts";

/** What the market asks of who plays, and whether the call comes from outside it. */
export type PlayGate = Pick<Gate, "pack" | "isAbroad">;

interface Leaving {
  readonly accountId: bigint;
  readonly amount: bigint;
  readonly gate: PlayGate;
}

/**
 * Whether money may leave for a vendor, whose stakes no limit of ours sees: not in a break, only to who may play, not with a limit of stakes or time, and of a loss limit all
 * that is there must have room. Refuses with `protection.excluded`, as `checkMay` does, with `transfers.limit_set` or `transfers.loss_limit`. Asked under the main wallet's lock.
 */
export async function checkRoom(tx: Tx, { now, timeZone }: LedgerMoment, { accountId, amount, gate }: Leaving): Promise<void> {
  await checkNotExcluded(tx, { accountId, now });
  checkMay("play", await getStanding(tx, accountId), { ...gate, now });
  const { list, time } = await listLimits(tx, { accountId, now, timeZone });
  if (time.length > 0 || list.some(({ kind }) => kind === "stake")) refuse("transfers.limit_set");
  const losses = list.filter(({ kind }) => kind === "loss");
  if (losses.length === 0) return;
  const away = await sumAway(tx, accountId);
  const left = losses.map((limit) => limit.amount - limit.used - away).reduce((least, one) => (one < least ? one : least));
  if (amount > left) refuse("transfers.loss_limit", { field: "amount", left: formatAmount(left > 0n ? left : 0n) });
}

/** What lies at vendors or is on its way, and what is missing there that no record explains yet: all of it may be lost. */
async function sumAway(tx: Tx, accountId: bigint): Promise<bigint> {
  const { rows } = await sql<{ away: bigint }>`select money_away(${accountId}) as away`.execute(tx);
  return rows[0]!.away;
}
