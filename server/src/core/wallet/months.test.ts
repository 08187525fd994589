import { reports } from "@laro/contract/reports";
import { rounds } from "@laro/contract/rounds";
import { wallet } from "@laro/contract/wallet";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { addJob } from "../../platform/outbox.ts";
import { enterAgain } from "../../testing/cashier.ts";
import { asOwner, endRealityChecks } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { rollDice } from "../../testing/bets.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { keepMonths, listMonths, moveMonth } from "./months.ts";

const COLD = "laro_test_cold";
const DAY_MS = 24 * 60 * 60_000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
  // Inside the data folder, as only a test may: a real one is another disk.
  const known = await asOwner(world.open.url, "select from pg_tablespace where spcname = $1", [COLD]);
  if (known.length === 0)
    await withOwner(async (client) => {
      await client.query("set allow_in_place_tablespaces = on");
      await client.query(`create tablespace ${COLD} location ''`);
    });
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

async function withOwner<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: world.open.url });
  await client.connect();
  return work(client).finally(() => client.end());
}

const BET = { stake: 1_00n };

async function openMonths(): Promise<void> {
  await world.open.platform.database.begin((tx) => addJob(tx, "wallet:openMonths", {}));
  await world.work();
}

/** Where the lines of a wallet lie, by part. */
const partsOf = async ({ id }: Person & { id: bigint }): Promise<readonly string[]> =>
  (
    await asOwner<{ part: string }>(
      world.open.url,
      "select distinct t.tableoid::regclass::text as part from transfer t join wallet w on w.id = t.wallet_id where w.account_id = $1 order by 1",
      [id],
    )
  ).map(({ part }) => part);

const monthOf = (at: Date): string => at.toLocaleDateString("en-CA", { timeZone: "Asia/Manila" }).slice(0, 7);
const partName = (at: Date): string => monthOf(at).replace("-", "_");

/** Goes some days into the next month. */
async function passToNextMonth(): Promise<void> {
  const month = monthOf(world.clock.now());
  while (monthOf(world.clock.now()) === month) await world.pass(7 * DAY_MS);
  await world.pass(2 * DAY_MS);
}

async function player() {
  const ann = await world.player({ balance: 100_00n });
  await endRealityChecks(world, ann.id);
  return ann;
}

/** All that a member can read back of their money, page by page and by month. */
async function readBack(person: Person): Promise<unknown> {
  const [first, played] = [await person.call(wallet.history, { limit: 2 }), await person.call(rounds.mine, { limit: 2 })];
  return {
    first,
    second: await person.call(wallet.history, { limit: 2, cursor: first.next ?? "" }),
    played,
    earlier: await person.call(rounds.mine, { limit: 50, cursor: played.next ?? "" }),
    balance: await person.call(wallet.balance, {}),
    months: await person.call(reports.months, {}),
  };
}

test("the journal is one part until it is kept by months, which happens once and changes nothing that is read back", async () => {
  const ann = await player();
  for (let round = 0; round < 3; round++) await rollDice(world, ann.id, BET);
  await openMonths();
  expect((await withOwner(listMonths)).map(({ name }) => name)).toEqual(["early"]);
  const before = await readBack(ann);
  await withOwner((client) => keepMonths(client, world.clock.now()));
  expect(await readBack(ann)).toEqual(before);
  await rollDice(world, ann.id, BET);
  expect(await partsOf(ann)).toEqual(["transfer_early"]);
  expect((await withOwner(listMonths)).map(({ name }) => name)).toEqual(["early", "2026_11", "2026_12", "2027_01", "rest"]);
  await expect(withOwner((client) => keepMonths(client, world.clock.now()))).rejects.toThrow(/^The journal is kept by months already: /);
});

test("months stand ready ahead of time, and lines that came before their month was opened move into it", async () => {
  await passToNextMonth();
  await world.pass(400 * DAY_MS);
  const ann = await player();
  await rollDice(world, ann.id, BET);
  expect(await partsOf(ann)).toEqual(["transfer_rest"]);
  await openMonths();
  expect(await partsOf(ann)).toEqual([`transfer_${partName(world.clock.now())}`]);
  await openMonths();
  const names = (await withOwner(listMonths)).map(({ name }) => name);
  expect(names.indexOf("rest") - names.indexOf(partName(world.clock.now()))).toBe(4);
  await rollDice(world, ann.id, BET);
  expect((await ann.call(rounds.mine, {})).list).toHaveLength(2);
});

test("no part of journal and rounds, moved or not, lets the services change or remove a line", async () => {
  const open = await asOwner(
    world.open.url,
    `select c.relname, p.privilege from pg_class c, unnest(array['update', 'delete', 'truncate']) p(privilege)
     where c.relname ~ '^(transfer|round)(_|$)' and c.relkind in ('r', 'p') and has_table_privilege('laro_app', c.oid, p.privilege)`,
  );
  expect(open).toEqual([]);
});

test("a closed month moves to another disk while bets go on; all that is read back is the same, and every line of it is there", async () => {
  await openMonths();
  const [ann, ben] = [await player(), await player()];
  for (let round = 0; round < 4; round++) await rollDice(world, ann.id, BET);
  const closed = partName(world.clock.now());
  await passToNextMonth();
  await openMonths();
  for (const person of [ann, ben]) await enterAgain(person);
  await rollDice(world, ann.id, BET);
  const before = await readBack(ann);
  const over = new AbortController();
  const betting = (async () => {
    let played = 0;
    for (; !over.signal.aborted; played += 1) await rollDice(world, ben.id, { stake: 1_00n, target: 9_700 });
    return played;
  })();
  await withOwner((client) => moveMonth(client, { name: closed, place: COLD, now: world.clock.now() }));
  over.abort();
  expect(await betting).toBeGreaterThan(0);
  expect(await readBack(ann)).toEqual(before);
  expect(await partsOf(ann)).toEqual([closed, partName(world.clock.now())].map((name) => `transfer_${name}`));
  const places = new Map((await withOwner(listMonths)).map(({ name, place }) => [name, place]));
  expect([places.get(closed), places.get(partName(world.clock.now()))]).toEqual([COLD, "pg_default"]);
  await withOwner((client) => moveMonth(client, { name: closed, place: "pg_default", now: world.clock.now() }));
  expect(await readBack(ann)).toEqual(before);
});

test("a month that is running or unknown and a place that is none are refused in one sentence, and nothing moves", async () => {
  const now = world.clock.now();
  const refusalOf = (name: string, place: string): Promise<string> =>
    withOwner((client) => moveMonth(client, { name, place, now })).then(
      () => "",
      (error: Error) => error.message,
    );
  const before = await withOwner(listMonths);
  expect(await refusalOf(partName(now), COLD)).toMatch(/^The month \S+ is not closed: /);
  expect(await refusalOf("1999_01", COLD)).toMatch(/^The journal has no month 1999_01: /);
  expect(await refusalOf("rest", COLD)).toMatch(/^The journal has no month rest: /);
  expect(await refusalOf("early", "nowhere")).toMatch(/^There is no tablespace nowhere: /);
  expect(await withOwner(listMonths)).toEqual(before);
});

test("a copy that lacks a line is found out, and the month stays where it was", async () => {
  await openMonths();
  const ann = await player();
  await rollDice(world, ann.id, BET);
  const closed = partName(world.clock.now());
  await passToNextMonth();
  await openMonths();
  await enterAgain(ann);
  const before = await readBack(ann);
  await withOwner(async (client) => {
    const query = client.query.bind(client);
    const lossy = Object.assign(Object.create(client) as pg.Client, {
      query: (text: string, values?: unknown[]) => query(text.startsWith("insert into transfer") ? `${text} offset 1` : text, values),
    });
    await expect(moveMonth(lossy, { name: closed, place: COLD, now: world.clock.now() })).rejects.toThrow(/^The copy of transfer_\S+ holds /);
  });
  expect(await readBack(ann)).toEqual(before);
});
