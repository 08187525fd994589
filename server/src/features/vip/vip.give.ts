import type { LedgerMoment } from "../../core/wallet/wallet.ts";
import type { Tx } from "../../platform/db.ts";
import type { OwnId } from "../../platform/ids.ts";
export const giveWeekBonus = async (_tx: Tx, _moment: LedgerMoment, _bonus: { id: OwnId; accountId: bigint; amountMinor: bigint }): Promise<void> => {};
