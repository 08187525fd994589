import { refuse } from "@laro/contract/core/errors";
import type { Deposit } from "@laro/contract/deposits";
import { readUpload, storeImage } from "../../core/images/images.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { checkOpening } from "./deposits.order.ts";
import { moveDeposit, refuseMove } from "./deposits.states.ts";
import { getDeposit } from "./deposits.ts";

interface Slip {
  readonly accountId: bigint;
  readonly id: string;
  /** The picture as base64. */
  readonly slip: string;
  readonly now: Date;
  /** The call comes from outside the market's countries. */
  readonly isAbroad?: boolean;
}

/** Puts a bank transfer with its slip before an officer; one that expired too, because its money may be on the way, where the member could ask for as much now. */
export async function submitSlip(platform: Platform, { accountId, id, slip, now, isAbroad = false }: Slip): Promise<Deposit> {
  const { db, begin } = platform.database;
  const { kind, state } = await getDeposit(db, { accountId, id });
  if (kind !== "transfer" || !["pending", "expired"].includes(state)) refuse("deposits.not_awaiting_slip");
  const picture = await readUpload(slip, "slip");
  await begin(async (tx) => {
    const isLate = await lockLate(tx, platform, { id, accountId, now, isAbroad });
    const slipId = await storeImage(tx, platform.keys, { accountId, purpose: "slip", picture, now });
    // A late one counts for the day on which its slip came.
    const change = isLate ? { slip_id: slipId, created_at: now } : { slip_id: slipId };
    const moved = await moveDeposit(tx, { id, accountId, way: "transfer", to: "submitted", change });
    if (moved === undefined) await refuseMove(tx, { id, accountId, code: "deposits.not_awaiting_slip" });
  });
  return getDeposit(db, { accountId, id });
}

/** Locks an order and says whether it expired: such a one counts no more, so its slip asks what its opening asked. */
async function lockLate(
  tx: Tx,
  platform: Platform,
  { id, accountId, now, isAbroad }: { id: string; accountId: bigint; now: Date; isAbroad: boolean },
): Promise<boolean> {
  // A deposit before its wallet, as whoever credits it does.
  const order = await tx
    .selectFrom("deposit")
    .select(["method", "amount", "state"])
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
  if (order?.state !== "expired") return false;
  await checkOpening(tx, platform, { ...order, accountId, now, isAbroad });
  return true;
}
