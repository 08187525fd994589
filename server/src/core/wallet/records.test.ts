import { rounds } from "@laro/contract/rounds";
import { transfers } from "@laro/contract/transfers";
import { wallet } from "@laro/contract/wallet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId, requestedId } from "../../platform/ids.ts";
import { bindPayoutAccount } from "../../testing/cashier.ts";
import { adjust, reverse } from "../../testing/money.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { purseVendors } from "../../testing/purses.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { countMovements, listMovements } from "./history.ts";
import { systemAccounts } from "./posting.ts";
import { listRounds } from "./rounds.ts";
import { getWalletId } from "./wallet.ts";

const timeZone = "Asia/Manila";
const PAGE = 20;
const LINES = 25_000;
/** How many rows are skipped at once on the way to page 1,000: the largest page there is. */
const STRIDE = 100;
/** An index may be one level deeper here than there, and rows may lie less closely. */
const BLOCKS_MORE_MAX = 12;
const LOOKS = 3;

let world: World;
let officer: Person;
beforeAll(async () => {
  world = await createWorld({ vendors: purseVendors });
  officer = await world.operator("auditor");
});
afterAll(() => world.close());

const walletOf = (accountId: bigint) => getWalletId(world.open.platform.database.db, { accountId, kind: "main" });
const moment = () => ({ now: world.clock.now(), timeZone });

test("only an operator may read a member's journal, and only of a member there is", async () => {
  const ann = await world.player();
  expect(await ann.refused(wallet.lines, { memberName: ann.name })).toBe("sessions.required");
  expect((await officer.refusal(wallet.lines, { memberName: "nobody-at-all" })).field).toBe("memberName");
});

test("an officer reads every line of a member over all wallets, page by page, each once and each with its far side", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  await bindPayoutAccount(ann);
  const move = (from: string, to: string, amount: bigint) => ann.call(transfers.move, { requestId: newId(world.clock.now()), from, to, amount });
  await world.pass(1_000);
  await move("MAIN", "AG", 300_00n);
  await world.pass(1_000);
  await move("MAIN", "BBIN", 100_00n);
  await world.pass(1_000);
  await move("AG", "MAIN", 50_00n);
  const listed: { wallet: string; contra: string; amount: bigint; seq: string }[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await officer.call(wallet.lines, { memberName: ann.name.toUpperCase(), limit: 2, ...(cursor === undefined ? {} : { cursor }) });
    expect(page.list.length).toBeLessThanOrEqual(2);
    expect(page.wallets).toEqual([
      { code: "MAIN", balance: 650_00n },
      { code: "BONUS", balance: 0n },
      { code: "LOCKED", balance: 0n },
      { code: "AG", balance: 250_00n },
      { code: "MOVING", balance: 0n },
      { code: "BBIN", balance: 100_00n },
    ]);
    listed.push(...page.list.map(({ wallet: code, contra, amount, seq }) => ({ wallet: code, contra, amount, seq })));
    cursor = page.next;
  }
  const fund = (code: string, amount: bigint, seq: string) => ({ wallet: code, contra: "transit:fund", amount, seq });
  // Out of the vendor's wallet onto its way, and from there home.
  expect(listed.slice(0, 4).toSorted((a, b) => (a.wallet + a.seq < b.wallet + b.seq ? -1 : 1))).toEqual([
    fund("AG", -50_00n, "2"),
    fund("MAIN", 50_00n, "4"),
    fund("MOVING", 50_00n, "5"),
    fund("MOVING", -50_00n, "6"),
  ]);
  expect(listed).toHaveLength(13);
  expect(new Set(listed.map(({ wallet: code, seq }) => `${code} ${seq}`)).size).toBe(13);
  expect(listed.at(-1)).toEqual({ wallet: "MAIN", contra: "adjustment", amount: 1_000_00n, seq: "1" });
  expect(await world.audit()).toEqual([]);
});

test("an operation opened by its reference shows its own lines and whether it was mirrored; another member's shows none", async () => {
  const [ann, ben] = [await world.player({ balance: 500_00n }), await world.player()];
  const requestId = newId(world.clock.now());
  await ann.call(rounds.play, { requestId, gameCode: "DICE", stake: 10_00n, choice: { target: 9_799, side: "under" } });
  const reference = requestedId(requestId, "round", String(ann.id));
  const lines = async (person: { name: string }) => (await officer.call(wallet.lines, { memberName: person.name, reference })).list;
  const before = await lines(ann);
  expect(before.map(({ kind, contra, reversed }) => ({ kind, contra, reversed }))).toEqual(
    before.map(() => ({ kind: "bet", contra: "house:DICE", reversed: false })),
  );
  expect(before.at(-1)?.amount).toBe(-10_00n);
  await world.open.platform.database.begin(async (tx) => reverse(tx, moment(), { walletId: await walletOf(ann.id), original: reference }));
  expect((await lines(ann)).every(({ reversed }) => reversed)).toBe(true);
  expect(await lines(ben)).toEqual([]);
  expect(await world.audit()).toEqual([]);
});

test("a line at the edge of a Manila day is listed and counted on its own day, even where lines were written in another order than their moments", async () => {
  const ann = await world.player();
  const walletId = await walletOf(ann.id);
  // Two lines whose moments and seqs run against each other around midnight between 6 and 7 October in Manila.
  const at = [
    "2026-10-06T15:59:50Z",
    "2026-10-06T16:00:01Z",
    "2026-10-06T15:59:59.999Z",
    "2026-10-06T16:00:00Z",
    "2026-10-07T15:59:59.999Z",
    "2026-10-07T16:00:00Z",
  ];
  for (const [index, when] of at.entries())
    await world.open.platform.database.begin((tx) => adjust(tx, { now: new Date(when), timeZone }, { accountId: ann.id, amountMinor: BigInt(index + 1) }));
  const { db } = world.open.platform.database;
  const listed = async (from: string, to: string) => (await ann.call(wallet.history, { from, to })).list.map(({ seq }) => seq);
  expect(await listed("2026-10-06", "2026-10-06")).toEqual(["3", "1"]);
  expect(await listed("2026-10-07", "2026-10-07")).toEqual(["5", "4", "2"]);
  expect(await listed("2026-10-08", "2026-10-09")).toEqual(["6"]);
  for (const kind of [undefined, "adjustment", "bet"] as const)
    expect(await countMovements(db, { walletId, timeZone, from: "2026-10-07", to: "2026-10-07", kind })).toBe(kind === "bet" ? 0 : 3);
  expect(await world.audit()).toEqual([]);
});

/** How many blocks of tables and indexes a statement reads, from disk or memory: what others hand in late can only add, so the least of a few looks is its own. */
async function blocksOf(read: () => Promise<unknown>): Promise<number> {
  const looks: number[] = [];
  for (let look = 0; look < LOOKS; look += 1) looks.push(await blocksAround(read));
  return Math.min(...looks);
}

async function blocksAround(read: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    const [row] = await asOwner<{ blocks: string }>(
      world.open.url,
      "select pg_stat_force_next_flush(), sum(pg_stat_get_blocks_fetched(c.oid))::text as blocks from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')",
    );
    return Number(row!.blocks);
  };
  const before = await settled(count);
  await read();
  return (await settled(count)) - before;
}

/** Other connections hand in their counts when they fall idle: waits until two looks see the same. */
async function settled(count: () => Promise<number>): Promise<number> {
  for (let last = await count(); ;) {
    await world.open.platform.database.pool.query("select pg_stat_force_next_flush()");
    const next = await count();
    if (next === last) return next;
    last = next;
  }
}

test("page 1,000 of the betting record, the account record and the transfers between members costs what page 2 does", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  const walletId = await walletOf(ann.id);
  await asOwner(
    world.open.url,
    `insert into round select $1, (substr(uuid_floor(now() + i * interval '1 second')::text, 1, 24) || lpad(to_hex(i), 12, '0'))::uuid, 1, 1, 0, 1, null, null, '{}', now() + i * interval '1 second'
     from generate_series(1, ${LINES}) i`,
    [walletId],
  );
  await asOwner(
    world.open.url,
    `insert into transfer select $1, i, gen_random_uuid(), $2, 1, case when i % 3 = 0 then 2 else 1 end, null, i, now() + i * interval '1 second' from generate_series(1, ${LINES * 3}) i`,
    [walletId, systemAccounts.adjustment],
  );
  await asOwner(world.open.url, "update wallet set seq = $2, balance = $2 where id = $1", [walletId, LINES * 3]);
  await asOwner(
    world.open.url,
    `insert into member_transfer (id, from_account, to_account, amount, at) select gen_random_uuid(), case when i % 2 = 0 then $1::bigint else $2 end, case when i % 2 = 0 then $2::bigint else $1 end, 1, now() from generate_series(1, ${LINES}) i`,
    [ann.id, ben.id],
  );
  await asOwner(world.open.url, "analyze round; analyze transfer; analyze member_transfer");
  const { db } = world.open.platform.database;
  const [newest] = await asOwner<{ day: string }>(world.open.url, "select to_char(now(), 'YYYY-MM-DD') as day");
  const after = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });
  const readers: Record<string, (limit: number, cursor?: string) => Promise<{ next: string | null }>> = {
    rounds: async (limit, cursor) => ({ next: (await listRounds(db, { walletId, timeZone, cursor, limit })).at(limit - 1)?.id ?? null }),
    movements: (limit, cursor) => listMovements(db, { walletId, timeZone, limit, ...after(cursor) }),
    "movements of a kind": (limit, cursor) => listMovements(db, { walletId, timeZone, limit, kind: "deposit", ...after(cursor) }),
    "movements of days": (limit, cursor) => listMovements(db, { walletId, timeZone, limit, from: newest!.day, to: "2999-01-01", ...after(cursor) }),
    transfers: (limit, cursor) => ann.call(transfers.mine, { limit, ...after(cursor) }),
  };
  for (const [name, read] of Object.entries(readers)) {
    let cursor = (await read(PAGE)).next!;
    const second = await blocksOf(() => read(PAGE, cursor));
    for (let row = PAGE; row < PAGE * 999; row += STRIDE) cursor = (await read(STRIDE, cursor)).next!;
    const thousandth = await blocksOf(() => read(PAGE, cursor));
    expect({ name, isConstant: thousandth <= second + BLOCKS_MORE_MAX, second, thousandth }).toMatchObject({ isConstant: true });
  }
});
