import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packs } from "../../core/settings/packs.ts";
import type { Db } from "../../platform/db.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { readDashboard } from "./teams.dashboard.ts";
import { listDays } from "./teams.days.ts";
import { readMember } from "./teams.member.ts";
import { listMembers } from "./teams.members.ts";
import { listMoney } from "./teams.money.ts";
import { readReport } from "./teams.report.ts";
import type { Reader } from "./teams.ts";

/** A top agent over 5 agents over 4,000 over 36,000 members; a small one over 5 agents over nobody; a wide one over 5,001. */
const FILL_MS = 120_000;
const [TOP, SMALL, WIDE] = [1_000_001n, 1_000_002n, 1_000_003n];

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const fill = (statement: string) => asOwner(world.open.url, statement);
  await fill(`create view grown as
    select ${TOP}::bigint as id, null::bigint as up, array[${TOP}::bigint] as path
    union all select ${SMALL}, null, array[${SMALL}::bigint] union all select ${WIDE}, null, array[${WIDE}::bigint]
    union all select 1000010 + k, ${TOP}, array[${TOP}::bigint, 1000010 + k] from generate_series(1, 5) k
    union all select 1000020 + k, ${SMALL}, array[${SMALL}::bigint, 1000020 + k] from generate_series(1, 5) k
    union all select 1010000 + k, 1000011 + k % 5, array[${TOP}::bigint, 1000011 + k % 5, 1010000 + k] from generate_series(1, 4000) k
    union all select 1100000 + k, 1010001 + k % 4000, array[${TOP}::bigint, 1000011 + (1 + k % 4000) % 5, 1010001 + k % 4000, 1100000 + k] from generate_series(1, 36000) k
    union all select 1200000 + k, ${WIDE}, array[${WIDE}::bigint, 1200000 + k] from generate_series(1, 5001) k`);
  await fill(`insert into account (id, name, nickname, type, password_hash, password_changed_at, created_at) overriding system value
    select id, 'grown' || id, 'grown', 1, '', now(), now() from grown`);
  await fill("insert into agent_node (account_id, parent_id, path, joined_at) select id, up, path, now() from grown");
  await fill(`insert into member_day select d::date, id, up, 3, 300, 300, 100, 50, false, 0, 0, 0, 0
    from grown, generate_series('2026-09-28'::date, '2026-10-04', interval '1 day') d where up is not null and up <> ${WIDE}`);
  await fill(`insert into line_day select d::date, p.id, p.up, cardinality(p.path), 10, 0, 0, 1, 0, 30, 3000, 0, 0, 3000, 1000, 500, 0, 0, 0, 0
    from grown p, generate_series('2026-09-28'::date, '2026-10-04', interval '1 day') d where p.id < 1100000`);
  await fill("insert into activity_day (day, state) select d::date, 'frozen' from generate_series('2026-09-28'::date, '2026-10-04', interval '1 day') d");
  await fill(
    "insert into line_hour select h, p.id, p.up, 3, 300, 300, 100 from grown p, generate_series('2026-10-04T16:00:00Z'::timestamptz, '2026-10-05T03:00:00Z', interval '1 hour') h where p.id < 1100000",
  );
  await fill("drop view grown");
  await fill("vacuum analyze");
}, FILL_MS);
afterAll(() => world.close());

const readerOf = (agentId: bigint): Reader => {
  const { keys, timeZone } = world.open.platform;
  return { agentId, timeZone, keys, now: world.clock.now(), pack: packs.sandbox };
};

/** How many blocks the database asks for to answer: what a read costs on any machine. */
const blocksOf = (work: (db: Db) => Promise<unknown>): Promise<number> =>
  world.open.platform.database.begin(async (tx) => {
    const count = async () => {
      const { rows } = await sql<{ blocks: bigint }>`
        select coalesce(sum(pg_stat_get_xact_blocks_fetched(oid)), 0)::bigint as blocks from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`.execute(
        tx,
      );
      return Number(rows[0]!.blocks);
    };
    const before = await count();
    await work(tx as unknown as Db);
    return (await count()) - before;
  });

const span = { from: "2026-09-28", to: "2026-10-04" };
const today = { from: "2026-10-05", to: "2026-10-05" };
const pages: Readonly<Record<string, (db: Db, id: bigint) => Promise<unknown>>> = {
  dashboard: (db, id) => readDashboard(db, readerOf(id), span),
  days: (db, id) => listDays(db, readerOf(id), span),
  report: (db, id) => readReport(db, readerOf(id), span),
  "report of today": (db, id) => readReport(db, readerOf(id), today),
  members: (db, id) => listMembers(db, readerOf(id), span),
  "members of the line": (db, id) => listMembers(db, readerOf(id), { ...span, reach: "line", limit: 4 }),
  member: (db, id) => readMember(db, readerOf(id), { id: id === TOP ? 1_000_011n : 1_000_021n, ...span }),
  money: (db, id) => listMoney(db, readerOf(id), span),
};

test.each(Object.entries(pages))(
  "the page %s of an agent over 40,000 accounts reads no more than twice what one over five does [AGENT-02, AGENT-04, AGENT-06]",
  async (_, read) => {
    const [small, top] = [await blocksOf((db) => read(db, SMALL)), await blocksOf((db) => read(db, TOP))];
    expect(small).toBeGreaterThan(10);
    // Less than any of the tables has from end to end.
    expect(small).toBeLessThan(400);
    expect(top).toBeLessThanOrEqual(2 * small);
  },
);

test("a level of more than 5,000 accounts is not sorted by a figure, but listed in the order of the tree", async () => {
  const { db } = world.open.platform.database;
  await expect(readReport(db, readerOf(WIDE), span)).rejects.toMatchObject({ code: "teams.level_too_large" });
  expect((await listMembers(db, readerOf(WIDE), { ...span, limit: 100 })).list).toHaveLength(100);
  expect((await readDashboard(db, readerOf(WIDE), span)).movers).toBeNull();
  await expect(listMoney(db, readerOf(WIDE), span)).rejects.toMatchObject({ code: "teams.level_too_large" });
});

test("a filter that leaves nobody looks at a part of the line for each page and ends with it; one that leaves some loses none", async () => {
  const { db } = world.open.platform.database;
  const read = async (type: number, limit: number) => {
    const found: bigint[] = [];
    let turned = 0;
    for (let cursor: string | undefined; ; turned++) {
      const { list, next } = await listMembers(db, readerOf(TOP), { ...span, reach: "line", type, limit, cursor });
      found.push(...list.map(({ id }) => id));
      if (next === null) return { found, turned };
      cursor = next;
    }
  };
  // 40,005 stand below, 5,000 of whom are looked at for a page.
  expect(await read(99, 10)).toEqual({ found: [], turned: 8 });
  await asOwner(world.open.url, "update account set type = 41 where id in (1000011, 1000015, 1100001, 1136000)");
  expect((await read(41, 1)).found.toSorted()).toEqual([1_000_011n, 1_000_015n, 1_100_001n, 1_136_000n]);
});
