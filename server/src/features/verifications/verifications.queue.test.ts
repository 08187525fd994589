import { afterAll, beforeAll, expect, test } from "vitest";
import { endCodes } from "../../core/codes/codes.ts";
import type { Tx } from "../../platform/db.ts";
import { asOwner } from "../../testing/owner.ts";
import { countRead } from "../../testing/plans.ts";
import { handIn } from "../../testing/verifications.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { listQueue } from "./verifications.review.ts";

const MANY = 5_000;

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

test("a page of the reviewers' queue reads a page, however many wait", async () => {
  const { url, platform } = world.open;
  const ann = await world.player();
  const id = await handIn(world, ann, { payeename: "Many Reyes" });
  await asOwner(
    url,
    `insert into account overriding system value select (jsonb_populate_record(a, jsonb_build_object('id', 1000000 + n, 'name', 'many' || n))).* from account a, generate_series(1, ${MANY}) n where a.id = $1`,
    [ann.id],
  );
  await asOwner(
    url,
    `insert into verification overriding system value
     select (jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid(), 'number', 1000000 + n, 'account_id', 1000000 + n, 'due_at', v.due_at + n * interval '1 minute'))).*
     from verification v, generate_series(1, ${MANY}) n where v.id = $1`,
    [id],
  );
  for (const table of ["account", "verification"]) await asOwner(url, `analyze ${table}`);
  const ask = { state: "submitted", limit: 20, now: world.clock.now() } as const;
  const { list, next } = await listQueue(platform.database.db, ask);
  expect([list[0]!.id, list.length]).toEqual([id, 20]);
  // How many there are in each state is asked beside it.
  const counted = await countRead({ db: platform.database.db, url }, "account", (db) => listQueue(db, { ...ask, cursor: next! }));
  expect(counted).toBeLessThan(100);
});

test("the codes of an account end without a look at everybody's", async () => {
  const { url, platform } = world.open;
  await asOwner(
    url,
    `insert into code (id, purpose, target, device, account_id, hash, created_at, expires_at)
     select gen_random_uuid(), 'login', sha256(n::text::bytea), sha256('d'), n % 1000, sha256('h'), $1, $1::timestamptz + interval '10 minutes' from generate_series(1, ${MANY}) n`,
    [world.clock.now()],
  );
  await asOwner(url, "analyze code");
  const end = (db: unknown) => endCodes(db as Tx, { accountId: 7n, now: world.clock.now() });
  const open = () => asOwner<{ n: number }>(url, "select count(*)::int as n from code where ended_at is null");
  await end(platform.database.db);
  expect(await open()).toEqual([{ n: MANY - MANY / 1_000 }]);
  expect(await countRead({ db: platform.database.db, url }, "code", end)).toBeLessThan(100);
});
