import { addJob } from "../platform/outbox.ts";
import { credit } from "./money.ts";
import type { World } from "./world.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Credits a deposit of yesterday, of which the provider knows nothing. */
export async function plantLine({ clock, open }: World, accountId: bigint, amountMinor: bigint): Promise<void> {
  const { database, timeZone } = open.platform;
  const now = new Date(clock.now().getTime() - DAY_MS);
  await database.begin((tx) => credit(tx, { now, timeZone }, { accountId, amountMinor }));
}

/** Credits a deposit just now. */
export async function plantDeposit({ clock, open }: World, accountId: bigint, amountMinor: bigint): Promise<void> {
  const { database, timeZone } = open.platform;
  await database.begin((tx) => credit(tx, { now: clock.now(), timeZone }, { accountId, amountMinor, method: "TRANSFER" }));
}

/** Lets the rules against money laundering look, as the worker does every quarter of an hour. */
export const lookForLaundering = (world: World): Promise<void> => world.open.platform.database.begin((tx) => addJob(tx, "aml:look", {}));
