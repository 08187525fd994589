import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { sweepExpired } from "./sweep.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const count = async (table: string): Promise<number> =>
  (await asOwner<{ count: number }>(world.open.url, `select count(*)::int as count from ${table}`))[0]!.count;

test("what has expired goes so many at once, each part a transaction of its own, until nothing of it is left; what has not stays", async () => {
  const plant = [
    "insert into once select 'once' || n, $1::timestamptz - n * interval '1 minute' from generate_series(-5, 20) n",
    "insert into captcha select gen_random_uuid(), 'abcd', $1::timestamptz - n * interval '1 minute' from generate_series(-5, 20) n",
    "insert into live_ticket select sha256(n::text::bytea), 'member', 1, '', $1::timestamptz - n * interval '1 minute' from generate_series(-5, 20) n",
    `insert into session (token_hash, kind, subject_id, must_change_password, ip, created_at, seen_at)
       select sha256((kind || n)::bytea), kind, 1, false, '', $1::timestamptz - n * interval '12 hours', $1::timestamptz - n * interval '12 hours' + interval '1 hour'
       from generate_series(1, 100) n, unnest(array['member', 'operator']) kind`,
  ];
  for (const statement of plant) await asOwner(world.open.url, statement, [world.clock.now()]);
  const before = await world.open.platform.database.pool.query<{ xid: string }>("select pg_current_xact_id()::text as xid");
  await sweepExpired(world.open.platform.database, world.clock.now(), 7);
  const after = await world.open.platform.database.pool.query<{ xid: string }>("select pg_current_xact_id()::text as xid");
  expect([await count("once"), await count("captcha"), await count("live_ticket")]).toEqual([6, 6, 6]);
  // Members' sessions are kept for 32 days, operators' for one; they were used an hour after they were opened.
  expect([await count("session where kind = 'member'"), await count("session where kind = 'operator'")]).toEqual([64, 2]);
  expect(Number(after.rows[0]!.xid) - Number(before.rows[0]!.xid)).toBeGreaterThan((20 + 20 + 20 + 36 + 98) / 7);
});
