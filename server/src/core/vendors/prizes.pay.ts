import { formatAmount } from "@laro/contract/core/money";
import type { Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import { addTurnover } from "../turnover/turnover.ts";
import { type Gift, give, type Given } from "../wallet/prizes.ts";
import type { LedgerMoment } from "../wallet/wallet.ts";
import { finishGrant } from "./freeRounds.ts";

/** A prize, and whose it is. */
export interface Prize {
  readonly gift: Gift;
  readonly accountId: bigint;
  /** How often it must be staked, where it is of a grant of ours. */
  readonly wagering: number;
}

/** What a prize changes for who gets it. */
const MOVED = ["wallet.balance", "wallet.history", "bonuses.rewards", "rewards.summary", "withdrawals.terms", "freeRounds.mine"] as const;

/** Pays a prize with what follows from it: a grant of ours has ended, what must be staked for it stands, and its member is told. Once for its id. */
export async function payPrize(tx: Tx, moment: LedgerMoment, { gift, accountId, wagering }: Prize): Promise<Given> {
  const given = await give(tx, moment, gift);
  if (given.repeated) return given;
  const { ref, issue, amountMinor } = gift;
  const { now } = moment;
  if (issue !== null) {
    await finishGrant(tx, { id: issue, wonMinor: amountMinor, now });
    if (amountMinor > 0n && wagering > 0)
      await addTurnover(tx, { accountId, source: "freeRounds", sourceId: ref, neededMinor: amountMinor * BigInt(wagering), now });
  }
  const kind = issue === null ? "vendor" : "rounds";
  if (amountMinor > 0n) await tell(tx, "freeRounds.won", { prizeId: ref, accountId: String(accountId), amount: formatAmount(amountMinor), kind });
  staleOnCommit(tx, MOVED, [`member:${accountId}`]);
  return given;
}
