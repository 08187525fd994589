import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "../../testing/owner.ts";
import { addPartner, askPartner, type TestPartner } from "../../testing/partners.ts";
import { countRead } from "../../testing/plans.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { leastUuid, tellReport } from "./partners.report.ts";

const HOUR_MS = 60 * 60_000;
const [PLAYERS, ROUNDS, MANY, IDLE] = [300, 20, 8_000, 20_000];

let world: World;
let partner: TestPartner;
let day: { readonly from: string; readonly until: string };

/** Some hundred players with some rounds each, and one with thousands, on a day and the same on the days around it; and among them thousands who never played, and one who has won free rounds alone. */
beforeAll(async () => {
  world = await createWorld();
  const { url, platform } = world.open;
  const now = world.clock.now();
  partner = await addPartner(url, platform.keys, { code: "ISLA", secret: "s".repeat(64), walletUrl: "https://isla.example", now });
  const until = new Date(now.getTime() - 3 * HOUR_MS);
  day = { from: new Date(until.getTime() - 25 * HOUR_MS).toISOString(), until: until.toISOString() };
  await asOwner(
    url,
    `with player as (
       insert into partner_player (partner_id, foreign_id, currency)
       select id, case when n = 0 then 'many' else case n % 3 when 0 then 'É' when 1 then 'b' else 'B' end || n end, 'PHP' from partner, generate_series(0, ${PLAYERS}) n where code = 'ISLA' returning *
     ), seed as (
       insert into partner_seed (player_id, server_seed, server_seed_hash, client_seed, created_at) select id, sha256('a'), sha256('b'), 'c', $1 from player returning *
     )
     insert into partner_round (id, partner_id, player_id, launch_id, game_code, version, digest, stake, choice, at, state, seed_id, nonce, win, outcome, drawn_at, ended_at)
     select gen_random_uuid(), p.partner_id, p.id, gen_random_uuid(), 'DICE', 1, 0, 100, '{}', d.at, 'closed', s.id, n, n % 3 * 50, '{}', d.at, d.at
     from player p join seed s on s.player_id = p.id
     cross join lateral generate_series(1, case p.foreign_id when 'many' then 3 * ${MANY} else 3 * ${ROUNDS} end) n
     cross join lateral (select $1::timestamptz + (n % 3 - 1) * interval '25 hours' + (n % 1440) * interval '1 minute' as at) d`,
    [day.from],
  );
  await asOwner(
    url,
    `insert into partner_player (partner_id, foreign_id, currency)
     select id, 'b-idle' || n, 'PHP' from partner, generate_series(1, ${IDLE}) n where code = 'ISLA'`,
  );
  await asOwner(
    url,
    `with player as (insert into partner_player (partner_id, foreign_id, currency) select id, 'free', 'PHP' from partner where code = 'ISLA' returning *)
     insert into partner_free_round (id, partner_id, player_id, issue, digest, game_code, rounds, stake, until, used, won, state, at, ending_at, ended_at)
     select gen_random_uuid(), partner_id, id, 'gift', 0, 'DICE', 1, 100, $1, 1, 50, 'closed', $1, $1, $1 from player`,
    [day.from],
  );
  await asOwner(url, "analyze partner_round");
  await asOwner(url, "analyze partner_player");
});
afterAll(() => world.close());

/** Every part of a list. */
async function readAll<Item>(level: "accounts" | "entries", more: { limit: number; account_id?: string }): Promise<Item[]> {
  const all: Item[] = [];
  for (let after: unknown = ""; after !== null;) {
    const { status, body } = await askPartner(world.address, partner, "report", { ...day, ...more, level, after });
    expect(status).toBe(200);
    const list = body[level] as readonly Item[];
    expect(list.length).toBeLessThanOrEqual(more.limit);
    all.push(...list);
    after = body["next"];
  }
  return all;
}

const inBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

test("what a partner is told page by page is the whole day, in the order of its bytes, each thing once", async () => {
  const accounts = await readAll<{ account_id: string; entries: number; digest: string }>("accounts", { limit: 37 });
  expect(accounts.map(({ account_id: id }) => id)).toEqual([...new Set(accounts.map(({ account_id: id }) => id))].toSorted(inBytes));
  expect(accounts).toHaveLength(PLAYERS + 2);
  expect(accounts).toContainEqual(expect.objectContaining({ account_id: "free", entries: 1, prize: "0.50" }));
  const { body: sums } = await askPartner(world.address, partner, "report", { ...day, level: "sums" });
  expect(accounts.reduce((all, { entries }) => all + entries, 0)).toBe(sums["entries"]);
  expect(
    String(
      BigInt.asUintN(
        64,
        accounts.reduce((all, { digest }) => all + BigInt(digest), 0n),
      ),
    ),
  ).toBe(sums["digest"]);
  for (const [account_id, limit] of [
    ["many", 500],
    ["b1", 1],
  ] as const) {
    const entries = await readAll<{ id: string }>("entries", { account_id, limit });
    expect(entries.map(({ id }) => id)).toEqual([...new Set(entries.map(({ id }) => id))].toSorted(inBytes));
    expect(entries).toHaveLength(accounts.find((one) => one.account_id === account_id)!.entries);
  }
});

test("a page of a partner's report reads a page, however much was played on the day and however many did not play", async () => {
  const { url, platform } = world.open;
  const [row] = await asOwner<{ id: number }>(url, "select id from partner where code = 'ISLA'");
  const read = (table: string, question: object) =>
    countRead({ db: platform.database.db, url }, table, (db) => tellReport(db, row!.id, { ...day, ...question }));
  expect(await read("partner_round", { level: "entries", account_id: "many", limit: 50, after: "80000000" })).toBeLessThan(500);
  for (const limit of [10, 1]) {
    const page = { level: "accounts", limit, after: "b" };
    // One look for each who played on each of the days, and what is told of the page.
    expect(await read("partner_round", page)).toBeLessThan(3 * (PLAYERS + 1) + 500);
    expect(await read("partner_player", page)).toBeLessThan(2 * (PLAYERS + 2));
  }
});

test.each([
  ["", "00000000-0000-0000-0000-000000000000"],
  ["0190a1b2-c3d4-8e5f-a6b7-c8d9e0f1a2b3-bet", "0190a1b2-c3d4-8e5f-a6b7-c8d9e0f1a2b3"],
  ["0190", "01900000-0000-0000-0000-000000000000"],
  ["01A", "01a00000-0000-0000-0000-000000000000"],
  ["01 ", "01000000-0000-0000-0000-000000000000"],
  ["gift", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
  ["0190a1b2x", "0190a1b2-ffff-ffff-ffff-ffffffffffff"],
  ["0190a1b2!", "0190a1b2-0000-0000-0000-000000000000"],
])("no id after %j begins below %s", (after, least) => expect(leastUuid(after)).toBe(least));
