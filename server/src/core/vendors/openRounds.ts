import type { Tx } from "../../platform/db.ts";
import { rollBack, type VendorRound } from "../wallet/vendorCalls.ts";
import { lockStanding } from "../wallet/vendorRounds.ts";
import type { LedgerMoment } from "../wallet/wallet.ts";
import { roundKey, transactionId, undoingId } from "./ids.ts";

/** An open round of a vendor. */
export interface OpenRound {
  readonly vendorId: number;
  readonly code: string;
  readonly walletId: bigint;
  /** What the vendor calls it. */
  readonly theirs: string;
  /** Its first entry. */
  readonly roundId: string;
  readonly gameId: number;
}

/** An open round as the ledger is asked about it; one that exists is never looked at by this. */
export const namedRound = ({ code, walletId, vendorId, gameId, theirs }: OpenRound): VendorRound => ({
  walletId,
  vendorId,
  gameId,
  key: roundKey({ code, walletId }, theirs),
  foreignId: theirs,
  lookAfterS: 0,
});

/** Takes back what was staked, and ends the round. Not where a win stands: then nothing happens, and false is answered. */
export async function refundRound(tx: Tx, moment: LedgerMoment, round: OpenRound): Promise<boolean> {
  const standing = await lockStanding(tx, round);
  if (standing.some(({ isWin }) => isWin)) return false;
  const rollbacks = standing.map(({ id }) => ({ ref: undoingId(round, id), foreignId: id, original: transactionId(round, id), originalForeignId: id }));
  await rollBack(tx, moment, { round: namedRound(round), rollbacks, closes: true });
  return true;
}

/** Ends a round as it stands. */
export async function closeRound(tx: Tx, moment: LedgerMoment, round: OpenRound): Promise<void> {
  await lockStanding(tx, round);
  await rollBack(tx, moment, { round: namedRound(round), rollbacks: [], closes: true });
}
