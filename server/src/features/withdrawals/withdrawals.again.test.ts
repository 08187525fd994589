import { expect, test } from "vitest";
import { bindPayoutAccount } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld } from "../../testing/world.ts";
import { sendAgain } from "./withdrawals.payout.ts";

const HOUR_MS = 60 * 60_000;

test("of approved payouts of which nothing is heard each is asked about again, behind a hundred that stay open too; an hour later they come round", async () => {
  const world = await createWorld();
  try {
    const { url, platform } = world.open;
    const ann = await world.player();
    await asOwner(
      url,
      `insert into withdrawal (id, account_id, payout_account_id, amount, state, created_at, decided_at)
       select gen_random_uuid(), $1, $2, 20000, 'approved', $3, $3 from generate_series(1, 101)`,
      [ann.id, await bindPayoutAccount(ann), new Date(world.clock.now().getTime() - 3 * HOUR_MS)],
    );
    /** Whom one run asks about; the provider says "open" of each, and its job is done. */
    const ask = async (): Promise<readonly string[]> => {
      await platform.database.begin((tx) => sendAgain(tx, world.clock.now()));
      const jobs = await asOwner<{ key: string }>(url, "select key from graphile_worker.jobs where key like 'payout:%' order by id");
      await asOwner(url, "delete from graphile_worker._private_jobs where key like 'payout:%'");
      return jobs.map(({ key }) => key);
    };
    const [first, second] = [await ask(), await ask()];
    expect([first.length, second.length, new Set([...first, ...second]).size]).toEqual([100, 1, 101]);
    expect(await ask()).toEqual([]);
    await world.pass(HOUR_MS);
    expect(await ask()).toHaveLength(100);
  } finally {
    await world.close();
  }
});
