import { expect, onTestFinished, test } from "vitest";
import { beginThreadOf } from "../../testing/feedback.ts";
import { asOwner } from "../../testing/owner.ts";
import { countRead } from "../../testing/plans.ts";
import { createWorld } from "../../testing/world.ts";
import { listQueue } from "./feedback.office.ts";

const MANY = 5_000;

test("a page of what waits for customer service reads a page, however many wait", async () => {
  const world = await createWorld();
  onTestFinished(() => world.close());
  const { url, platform } = world.open;
  const ann = await world.player();
  const id = await beginThreadOf(world, ann, { type: 1 });
  await asOwner(
    url,
    `insert into account overriding system value select (jsonb_populate_record(a, jsonb_build_object('id', 1000000 + n, 'name', 'many' || n))).* from account a, generate_series(1, ${MANY}) n where a.id = $1`,
    [ann.id],
  );
  await asOwner(
    url,
    `insert into feedback overriding system value
     select (jsonb_populate_record(f, jsonb_build_object('id', gen_random_uuid(), 'number', 1000000 + n, 'account_id', 1000000 + n, 'due_at', f.due_at + n * interval '1 minute', 'harm', n > ${MANY} - 30))).*
     from feedback f, generate_series(1, ${MANY}) n where f.id = $1`,
    [id],
  );
  for (const table of ["account", "feedback"]) await asOwner(url, `analyze ${table}`);
  const { db } = platform.database;
  const ask = { state: "new", limit: 20 } as const;
  const first = await listQueue(db, ask);
  const second = await listQueue(db, { ...ask, cursor: first.next! });
  // Thirty with words of harm, and then what is due first.
  expect([...first.list, ...second.list].map(({ harm }) => harm)).toEqual(Array.from({ length: 40 }, (_, at) => at < 30));
  expect(second.list[10]!.id).toBe(id);
  // How many there are in each state is asked beside it.
  expect(await countRead({ db, url }, "account", (reading) => listQueue(reading, { ...ask, cursor: first.next! }))).toBeLessThan(100);
});
