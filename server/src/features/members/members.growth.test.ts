import { type KyselyPlugin, RawNode, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "../../platform/db.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { findMembers, listMembers } from "./members.search.ts";

/** Tried with 200,000 as well; what the planner chooses is the same from here on. */
const ACCOUNTS = 60_000;
const FILL_MS = 120_000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { url } = world.open;
  const fill = (statement: string) => asOwner(url, statement, []);
  await fill(`insert into account (name, nickname, type, password_hash, password_changed_at, created_at, verification, closed, restrictions)
    select 'grown' || n, 'grown' || n, case when n % 50 = 0 then 1 else 0 end, '', now(), now(), case when n % 3 = 0 then 'A' else 'N' end, n % 4000 = 0,
           case when n % 5000 = 0 then array['play'] else '{}' end from generate_series(1, ${ACCOUNTS}) n`);
  await fill("insert into wallet (account_id, kind, currency) select id, 1, 'PHP' from account on conflict do nothing");
  await fill(`insert into session (token_hash, kind, subject_id, must_change_password, ip, created_at, seen_at)
    select sha256(id::text::bytea), 'member', id, false, '10.9.' || id % 200 || '.' || id % 250, now(), now() from account`);
  await fill(
    `insert into payout_account (account_id, bank, holder, number, created_at) select id, 'GCASH', 'Somebody', '0917' || lpad(id::text, 7, '0'), now() from account`,
  );
  await fill(
    `insert into account_contact (account_id, kind, sealed, hash, masked, at) select id, 'phone', '', sha256(id::text::bytea), '', now() from account`,
  );
  await fill(`insert into account_device (account_id, device, agent, first_at, last_at) select id, sha256(id::text::bytea), '', now(), now() from account`);
  await fill(
    `insert into account_address (account_id, address, first_at, last_at) select id, '10.9.' || id % 200 || '.' || id % 250, now(), now() from account`,
  );
  await fill("analyze");
}, FILL_MS);
afterAll(() => world.close());

/** How the database would find what is asked for. */
async function plansOf(work: (tx: Tx) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  const explain: KyselyPlugin = {
    transformQuery: ({ node }) => (RawNode.is(node) ? { ...node, sqlFragments: [`explain ${node.sqlFragments[0]}`, ...node.sqlFragments.slice(1)] } : node),
    transformResult: async ({ result }) => {
      plans.push(...result.rows.map((row) => String(row["QUERY PLAN"])));
      return { ...result, rows: [] };
    },
  };
  await world.open.platform.database.begin((tx) => work(tx.withPlugin(explain) as Tx));
  return plans.join("\n");
}

const db = (tx: Tx) => tx as never;

test(
  "among tens of thousands of accounts every search and every filter goes by an index and reads no table from end to end",
  async () => {
    const { keys } = world.open.platform;
    const searches: readonly ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => listMembers(db(tx), { limit: 50 }),
      (tx) => listMembers(db(tx), { search: "grown1999" }),
      (tx) => listMembers(db(tx), { search: "g" }),
      (tx) => listMembers(db(tx), { search: "31500" }),
      (tx) => listMembers(db(tx), { state: "closed" }),
      (tx) => listMembers(db(tx), { state: "restricted" }),
      (tx) => listMembers(db(tx), { state: "ineligible" }),
      (tx) => listMembers(db(tx), { verification: "A" }),
      (tx) => listMembers(db(tx), { verification: "R" }),
      (tx) => listMembers(db(tx), { type: 41 }),
      (tx) => findMembers(tx, keys, "+639171234567"),
      (tx) => findMembers(tx, keys, "09170001500"),
      (tx) => findMembers(tx, keys, "ana@example.com"),
      (tx) => findMembers(tx, keys, "00".repeat(32)),
      (tx) => findMembers(tx, keys, "10.9.100.100"),
    ];
    for (const search of searches) {
      const plan = await plansOf(search);
      expect(plan).toMatch(/Index/);
      expect(plan).not.toMatch(/Seq Scan on/);
    }
  },
  FILL_MS,
);

test("what is found among them is what was looked for", async () => {
  const { keys, database } = world.open.platform;
  const { list } = await listMembers(database.db, { search: "grown59999" });
  expect(list.map(({ name }) => name)).toEqual(["grown59999"]);
  const number = await database.begin((tx) => sql<{ number: string }>`select number from payout_account limit 1`.execute(tx));
  expect((await database.begin((tx) => findMembers(tx, keys, number.rows[0]!.number))).list).toHaveLength(1);
});
