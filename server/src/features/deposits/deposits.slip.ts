import { refuse } from "@laro/contract/core/errors";
import type { Deposit } from "@laro/contract/deposits";
import { readUpload, storeImage } from "../../core/images/images.ts";
import type { Platform } from "../../platform/routes.ts";
import { moveDeposit, refuseMove } from "./deposits.states.ts";
import { getDeposit } from "./deposits.ts";

interface Slip {
  readonly accountId: bigint;
  readonly id: string;
  /** The picture as base64. */
  readonly slip: string;
  readonly now: Date;
}

/** Puts a bank transfer with its slip before an officer; one that expired too, because its money may be on the way. */
export async function submitSlip({ database, keys }: Platform, { accountId, id, slip, now }: Slip): Promise<Deposit> {
  const { db, begin } = database;
  const { kind, state } = await getDeposit(db, { accountId, id });
  if (kind !== "transfer" || !["pending", "expired"].includes(state)) refuse("deposits.not_awaiting_slip");
  const picture = await readUpload(slip, "slip");
  await begin(async (tx) => {
    const slipId = await storeImage(tx, keys, { accountId, purpose: "slip", picture, now });
    const moved = await moveDeposit(tx, { id, accountId, way: "transfer", to: "submitted", change: { slip_id: slipId } });
    if (moved === undefined) await refuseMove(tx, { id, accountId, code: "deposits.not_awaiting_slip" });
  });
  return getDeposit(db, { accountId, id });
}
