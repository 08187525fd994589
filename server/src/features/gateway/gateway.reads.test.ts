import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lockStanding } from "../../core/wallet/vendorRounds.ts";
import { getWalletId } from "../../core/wallet/wallet.ts";
import { derivedId } from "../../platform/ids.ts";
import { asOwner } from "../../testing/owner.ts";
import { countRead } from "../../testing/plans.ts";
import { createWorld, type World } from "../../testing/world.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { search } from "./gateway.search.ts";

const PLAYED = 200_000;

let world: World;
let walletId: bigint;
let roundId: string;

/** Somebody with two stakes in an open round, among two hundred thousand other rounds of the same vendor. */
beforeAll(async () => {
  world = await createWorld();
  const { url, platform } = world.open;
  await asOwner(url, "insert into vendor (id, code, name, state, simulated, sort) values (9, 'NINE', 'NINE', 'test', true, 9)");
  const { id: accountId } = await world.player({ balance: 50_00n });
  walletId = await getWalletId(platform.database.db, { accountId, kind: "main" });
  const others = (from: string) =>
    asOwner(
      url,
      `with played as (select n, $2::timestamptz + n * interval '1 second' as at, uuid_floor($2::timestamptz + n * interval '1 second') as round_id from generate_series(1, ${PLAYED / 2}) n), named as (
         insert into vendor_round (wallet_id, key, vendor_id, round_id, foreign_id, game_id, at, closed_at) select $1, gen_random_uuid(), 9, round_id, 'r' || n, -9, at, at from played
       )
       insert into vendor_entry (wallet_id, ref, vendor_id, round_id, game_id, type, amount, digest, foreign_id, balance_after, at)
       select $1, gen_random_uuid(), 9, round_id, -9, 1, 100, n, 'e' || n, 0, at from played`,
      [walletId, from],
    );
  await others("2026-08-01");
  const round = { walletId, vendorId: 9, gameId: -9, key: derivedId("vendor-round", "a"), foreignId: "theirs", lookAfterS: 600 };
  for (const foreignId of ["a", "b"]) {
    const step = { ref: derivedId("vendor", foreignId), type: "bet", amountMinor: 3_00n, digest: 0n, foreignId } as const;
    await platform.vendorLedger.book({ round, steps: [step], closes: false });
    await world.pass(1_000);
  }
  await others("2026-11-01");
  const rows = await asOwner<{ id: string }>(url, "select round_id as id from vendor_round where foreign_id = 'theirs'");
  roundId = rows[0]!.id;
  for (const table of ["vendor_entry", "vendor_round"]) await asOwner(url, `vacuum analyze ${table}`);
});
afterAll(() => world.close());

const read = (table: string, work: Parameters<typeof countRead>[2]) => countRead({ db: world.open.platform.database.db, url: world.open.url }, table, work);

test("what stands of a vendor's round is found without reading all that its wallet ever played", async () => {
  const find = (db: unknown) => lockStanding(db as Tx, { walletId, roundId });
  expect(await find(world.open.platform.database.db)).toMatchObject([{ id: "a" }, { id: "b" }]);
  expect(await read("vendor_entry", find)).toBeLessThan(PLAYED / 4);
});

test("what a vendor calls a round of ours is found without reading all rounds of the wallet", async () => {
  const { db } = world.open.platform.database;
  expect((await search(db, roundId)).rounds).toMatchObject([{ theirRound: "theirs" }]);
  // As the search asks, among whose other questions this one would not be seen.
  const name = (of: Db) => sql`select foreign_id from vendor_round where wallet_id = ${walletId} and round_id = ${roundId} limit 1`.execute(of);
  expect(await read("vendor_round", name)).toBeLessThan(PLAYED / 4);
});
