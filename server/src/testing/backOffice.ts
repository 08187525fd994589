import { randomUUID } from "node:crypto";
import { getWalletId, postMovement } from "../core/wallet/wallet.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/outbox.ts";
import { asOwner } from "./owner.ts";
import type { World } from "./world.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Puts a line of yesterday against the provider's account into the journal, of which the provider knows nothing. */
export async function plantLine(world: World, accountId: bigint, amountMinor: bigint): Promise<void> {
  const { database, timeZone } = world.open.platform;
  const now = new Date(world.clock.now().getTime() - DAY_MS);
  await database.begin(async (tx) => {
    const walletId = await getWalletId(tx, { accountId, kind: "main" });
    await postMovement(tx, { now, timeZone }, { ref: newId(now), walletId, contra: "psp:deposit", kind: "deposit", amountMinor });
  });
}

/** Leaves a deposit as it stands once it was credited just now. */
export async function plantDeposit(world: World, accountId: bigint, paidMinor: bigint): Promise<void> {
  await asOwner(
    world.open.url,
    "insert into deposit (id, account_id, method, amount, paid, state, created_at, expires_at, settled_at) values ($1, $2, 'TRANSFER', $3, $3, 'credited', $4, $4, $4)",
    [randomUUID(), String(accountId), String(paidMinor), world.clock.now()],
  );
}

/** Lets the rules against money laundering look, as the worker does every quarter of an hour. */
export const lookForLaundering = (world: World): Promise<void> => world.open.platform.database.begin((tx) => addJob(tx, "aml:look", {}));
