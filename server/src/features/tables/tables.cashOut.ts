import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import type { tables } from "@laro/contract/tables";
import { cashOut, cashOutAll } from "../../core/draws/flight.ts";
import { getBalances, getMainWalletId } from "../../core/wallet/wallet.ts";
import type { Database, Db } from "../../platform/db.ts";
import { sparing } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";

/** Who cashes out, and when that was received. */
interface Casher {
  readonly db: Db;
  readonly begin: Database["begin"];
  readonly platform: Platform;
  readonly now: Date;
  readonly accountId: bigint;
  readonly session: string;
}

/** What it changes for its owner, whose other pages read it again. */
const CASHED = ["wallet.balance", "bonuses.rewards", "rewards.summary", "rounds.mine", "tables.mine"] as const;

/** Cashes a ticket out at the value of the moment it was asked for. Refuses as `cashOut` of the draws does. */
export async function cashOutTicket(
  { db, begin, platform, now, accountId, session }: Casher,
  { ticketId }: InputOf<(typeof tables)["cashOut"]>,
): Promise<OutputOf<(typeof tables)["cashOut"]>> {
  const { keys, timeZone, live } = platform;
  const walletId = await getMainWalletId(db, accountId);
  const { drawId, cashed, winMinor } = await cashOut({ begin }, keys, { now, timeZone }, { walletId, id: ticketId });
  live.stale(CASHED, [sparing(`member:${accountId}`, session)]);
  return { id: ticketId, drawId, cashed, win: winMinor, balance: (await getBalances(db, accountId)).main };
}

/** Cashes out what an account had in flight when it was shut out: nobody is there to do it, and the ticket would fly to its loss. */
export async function cashOutShutOut({ database, keys, clock, timeZone, live }: Platform, { accountId, at }: { accountId: bigint; at: Date }): Promise<void> {
  const walletId = await getMainWalletId(database.db, accountId);
  if (await cashOutAll(database, keys, { now: clock.now(), timeZone }, { walletId, at })) live.stale(CASHED, [`member:${accountId}`]);
}
