import type { Tx } from "../../platform/db.ts";
import type { Subscribers } from "../../platform/jobs.ts";
import type { Keys } from "../../platform/keys.ts";
import { openText, sealText } from "../../platform/sealing.ts";

type Secret = Pick<Keys, "dataKey">;

/** Where goods go. */
export interface Receiver {
  readonly address: string;
  /** E.164. */
  readonly mobile: string;
}

const placeOf = (id: string) => ({ use: "redeem", context: id });

/** Seals where the goods of a redeem go. */
export const sealReceiver = (keys: Secret, id: string, receiver: Receiver): Buffer => sealText(keys, placeOf(id), JSON.stringify(receiver));

/** Where the goods of a redeem go; empty once it was erased. */
export const openReceiver = (keys: Secret, id: string, sealed: Buffer | null): Receiver =>
  sealed === null ? { address: "", mobile: "" } : (JSON.parse(openText(keys, placeOf(id), sealed)) as Receiver);

/** Nobody needs to know any more where a member's goods went. */
async function eraseReceivers(tx: Tx, accountId: bigint): Promise<void> {
  await tx.updateTable("points_redeem").set({ sealed: null }).where("account_id", "=", accountId).where("sealed", "is not", null).execute();
}

export const pointsSubscribers: Subscribers = {
  "privacy.erased": [async (tx, { accountId }) => eraseReceivers(tx, BigInt(accountId))],
};
