import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import type { tables } from "@laro/contract/tables";
import { decide } from "../../core/draws/turns.ts";
import { getMainWalletId } from "../../core/wallet/wallet.ts";
import type { Database, Db } from "../../platform/db.ts";
import { sparing } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { describeTicket } from "./tables.ts";

/** Who decides, and when that was received. */
interface Decider {
  readonly db: Db;
  readonly begin: Database["begin"];
  readonly platform: Platform;
  readonly now: Date;
  readonly accountId: bigint;
  readonly session: string;
}

/** What it changes for its owner, whose other pages read it again. */
const DECIDED = ["wallet.balance", "bonuses.rewards", "rewards.summary", "tables.mine"] as const;

/** Takes a decision about a ticket. Refuses as `decide` of the draws does. */
export async function actOnTicket(
  { db, begin, platform: { live, timeZone }, now, accountId, session }: Decider,
  decision: InputOf<(typeof tables)["act"]>,
): Promise<OutputOf<(typeof tables)["act"]>> {
  const walletId = await getMainWalletId(db, accountId);
  const { ticket, balanceMinor } = await decide({ begin }, { now, timeZone }, { walletId, ...decision });
  live.stale(DECIDED, [sparing(`member:${accountId}`, session)]);
  return { ...describeTicket(ticket), balance: balanceMinor };
}
