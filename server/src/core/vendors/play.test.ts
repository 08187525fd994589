import { games } from "@laro/contract/games";
import { limits } from "@laro/contract/limits";
import { reconciliation } from "@laro/contract/reconciliation";
import { rounds } from "@laro/contract/rounds";
import { transfers } from "@laro/contract/transfers";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { listUnmatched } from "../../features/reconciliation/reconciliation.purses.ts";
import { newId } from "../../platform/ids.ts";
import { VIEW_AGE_MS } from "../../testing/gateway.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { addPurseGames, PURSE_GAME, purseVendors } from "../../testing/purses.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { gatherPlay } from "../activity/activity.gather.ts";
import { startExclusion } from "../limits/exclusions.ts";
import { freezeAccount } from "../wallet/freeze.ts";
import { brakeVendors } from "./brake.ts";
import { addToDays } from "./counts.ts";
import { lineBounds, setLineBounds } from "./lines.ts";
import { readPlay } from "./play.ts";
import { sweepRounds } from "./sweep.ts";

let world: World;
const S_MS = 1_000;
const MINUTE_MS = 60 * S_MS;
const HOUR_MS = 60 * MINUTE_MS;

beforeAll(async () => {
  world = await createWorld({ vendors: purseVendors });
  await addPurseGames(world.open.url);
  await new Promise((resolve) => setTimeout(resolve, VIEW_AGE_MS));
});
beforeEach(async () => {
  setLineBounds(world.open.platform, lineBounds);
  // Whatever was played before a test is read, and no test is in another's minute.
  await world.pass(20 * MINUTE_MS);
  await readPlay(world.open.platform);
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

type Member = Person & { readonly id: bigint };
const id = () => newId(world.clock.now());
const move = (member: Member, from: string, to: string, amount: bigint) => member.call(transfers.move, { requestId: id(), from, to, amount });
const recall = (member: Member) => member.call(transfers.recall, { requestId: id() });
const order = (fault: string, count = 1) => world.vendor!.order(fault, count);
const sql = <Row extends object>(text: string, values: readonly unknown[] = []) => asOwner<Row>(world.open.url, text, [...values]);

async function playerOf(member: Member, vendor = "AG"): Promise<string> {
  const rows = await sql<{ ref: string }>(
    "select player_ref as ref from vendor_player p join vendor v on v.id = p.vendor_id where p.account_id = $1 and v.code = $2",
    [member.id, vendor],
  );
  return rows[0]!.ref;
}

/** Plays a round there and lets some seconds pass. */
async function play(member: Member, stake: number, win: number, vendor = "AG"): Promise<void> {
  await world.vendor!.play({ vendor, player: await playerOf(member, vendor), game: PURSE_GAME, stake, win });
  await world.pass(5 * S_MS);
}

/** Main wallet, purse and what of it is unmatched as we book them, and what lies at the vendor. */
async function books(member: Member, vendor = "AG") {
  const kind = { AG: 101, BBIN: 102, CQ9: 103 }[vendor]!;
  const [kept] = await sql<{ main: string; purse: string; unmatched: string }>(
    `select coalesce(sum(balance) filter (where kind = 1), 0)::text as main, coalesce(sum(balance) filter (where kind = $2), 0)::text as purse,
       coalesce((select amount from vendor_unmatched u join wallet p on p.id = u.purse_id and p.kind = $2 where u.account_id = $1), 0)::text as unmatched from wallet where account_id = $1`,
    [member.id, kind],
  );
  const { purses } = await world.vendor!.books();
  const player = await playerOf(member, vendor);
  const there = purses.find((one) => one.player === player && one.vendor === vendor)?.minor ?? 0;
  return { main: Number(kept!.main), purse: Number(kept!.purse), unmatched: Number(kept!.unmatched), there };
}

/** A member with some of its money at a vendor. */
async function atVendor(amount: bigint, vendor = "AG"): Promise<Member> {
  const member = await world.player({ balance: 100_00n });
  await move(member, "MAIN", vendor, amount);
  await world.pass(5 * S_MS);
  return member;
}

const record = async (member: Member, more: object = {}, vendor = "AG") => ({
  user: await playerOf(member, vendor),
  transaction_uuid: randomUUID(),
  transaction_status: "TS_SUCCESS",
  round: randomUUID(),
  kind: "TK_WIN",
  amount: 1_000_000,
  currency: "PHP",
  game_code: PURSE_GAME,
  inserted_at: world.clock.now().toISOString().slice(0, 19),
  ...more,
});

const exclude = ({ clock, open }: World, accountId: bigint) =>
  open.platform.database.begin((tx) =>
    startExclusion(tx, { accountId, kind: "timeout", period: "24h", firm: "24h", reason: null, madeBy: "member", now: clock.now(), timeZone: "Asia/Manila" }),
  );

const faultsOf = async (theirId: string): Promise<readonly string[]> => {
  // They are written beside the work, not before it ends.
  await new Promise((resolve) => setTimeout(resolve, 50));
  return (await sql<{ code: string }>("select code from vendor_fault where their_id = $1 order by id", [theirId])).map(({ code }) => code);
};

test("what cannot be booked is told to officers once, nothing of it moves, and the others of its list count", async () => {
  const ann = await atVendor(50_00n);
  const wrong: readonly (readonly [fault: string, more: object])[] = [
    ["player_unknown", { user: "nobody" }],
    ["game_unknown", { game_code: "never heard of" }],
    ["currency_other", { currency: "EUR" }],
    ["fraction", { amount: 1_000_001 }],
    ["amount_wrong", { amount: -1_000 }],
    ["amount_wrong", { amount: Number.MAX_SAFE_INTEGER }],
    ["amount_wrong", { amount: 1e30 }],
    ["record_malformed", { inserted_at: "yesterday" }],
    ["record_malformed", { round: "a\u0000b" }],
    ["record_malformed", { round: "a\ud800" }],
    ["record_malformed", { amount: "1000" }],
    ["record_kind_unknown", { kind: "TK_BONUS_WIN" }],
    ["record_kind_unknown", { kind: "constructor" }],
  ];
  const told = await Promise.all(wrong.map(async ([fault, more]) => ({ fault, item: await record(ann, more) })));
  for (const { item } of told) await world.vendor!.tell("AG", item);
  await world.vendor!.tell("AG", { kind: "", amount: 0 });
  await world.vendor!.tell("AG", await record(ann, { transaction_status: "TS_DECLINED" }));
  await world.vendor!.tell("AG", await record(ann, { kind: "TK_FREE_BET" }));
  await play(ann, 10_00, 15_00);
  for (let times = 0; times < 3; times++) {
    await world.pass(2 * MINUTE_MS);
    await readPlay(world.open.platform);
  }
  for (const { fault, item } of told) expect([fault, await faultsOf(item.transaction_uuid)]).toEqual([fault, [fault]]);
  expect(await books(ann)).toEqual({ main: 50_00, purse: 55_00, unmatched: 0, there: 55_00 });
  const [window] = await sql<{ behind: boolean }>("select read_until = $1 as behind from vendor_play_window where vendor_id = 91", [world.clock.now()]);
  expect(window!.behind).toBe(true);
});

test("what is played with a vendor's own wallet stands in the betting record, counts for turnover and never touches the main wallet [WALLET-08]", async () => {
  const ann = await atVendor(50_00n);
  await play(ann, 10_00, 25_00);
  await play(ann, 5_00, 0);
  await readPlay(world.open.platform);
  expect(await books(ann)).toEqual({ main: 50_00, purse: 60_00, unmatched: 0, there: 60_00 });
  const [counted] = await sql<{ staked: string; won: string }>("select staked::text, won::text from wallet where account_id = $1 and kind = 1", [ann.id]);
  expect(counted).toEqual({ staked: "1500", won: "2500" });
  const { list } = await ann.call(rounds.mine, {});
  expect(list).toMatchObject([{ stake: 10_00n, win: 25_00n, vendor: { code: "AG" } }]);
  // A round without a win is over when its time is, and all of that was read.
  await world.pass(11 * MINUTE_MS);
  await readPlay(world.open.platform);
  await sweepRounds(world.open.platform);
  expect((await ann.call(rounds.mine, {})).list).toMatchObject([
    { stake: 5_00n, win: 0n },
    { stake: 10_00n, win: 25_00n },
  ]);
  expect(await ann.call(rounds.totals, {})).toMatchObject({ count: 2, stake: 15_00n, win: 25_00n });
});

test("what is played with a vendor's own wallet is in the facts of the day, in what its games return, and used up of limits", async () => {
  const { database, timeZone } = world.open.platform;
  const gather = () => gatherPlay(database, { now: world.clock.now(), timeZone }, { afterWindow: [addToDays] });
  const gamesOf = () =>
    sql<{ stake: number; win: number }>(
      "select coalesce(sum(stake), 0)::int as stake, coalesce(sum(win), 0)::int as win from vendor_game_day where game_id = 91000",
    );
  await gather();
  const [before] = await gamesOf();
  const ann = await atVendor(50_00n);
  await ann.call(limits.set, { kind: "loss", period: "day", amount: 60_00n });
  await play(ann, 20_00, 4_00);
  await readPlay(world.open.platform);
  expect((await ann.call(limits.mine, {})).list).toMatchObject([{ kind: "loss", used: 16_00n }]);
  expect(await ann.refused(transfers.move, { requestId: id(), from: "MAIN", to: "AG", amount: 10_01n })).toBe("transfers.loss_limit");
  await world.pass(10 * MINUTE_MS);
  await gather();
  const [after] = await gamesOf();
  expect([after!.stake - before!.stake, after!.win - before!.win]).toEqual([20_00, 4_00]);
  expect(await sql("select category, stake::int, win::int from member_hour where account_id = $1", [ann.id])).toEqual([
    { category: "RNG", stake: 20_00, win: 4_00 },
  ]);
});

test("a record counts once however often it is told, a late one is found, and one that changes is told to officers and stays as it was", async () => {
  const ann = await atVendor(50_00n);
  await order("records-twice");
  await play(ann, 10_00, 12_00);
  await order("records-late");
  await play(ann, 10_00, 14_00);
  await order("records-changed");
  await play(ann, 10_00, 16_00);
  await Promise.all([readPlay(world.open.platform), readPlay(world.open.platform)]);
  expect(await books(ann)).toMatchObject({ purse: 58_00, there: 62_00 });
  for (let times = 0; times < 4; times++) {
    await world.pass(2 * MINUTE_MS);
    await readPlay(world.open.platform);
  }
  expect(await books(ann)).toEqual({ main: 50_00, purse: 62_00, unmatched: 0, there: 62_00 });
  const [changed] = await sql<{ id: string }>("select foreign_id as id from vendor_entry where amount = 1600");
  expect(await faultsOf(changed!.id)).toEqual(["id_reused"]);
});

test("a recall brings home what the vendor says is there, more or less than is known of, and the records explain the rest", async () => {
  const [ann, ben] = [await atVendor(50_00n), await atVendor(50_00n)];
  await play(ann, 10_00, 30_00);
  await play(ben, 40_00, 0);
  expect(await recall(ann)).toMatchObject({ recalled: 70_00n, vendors: [{ code: "AG", outcome: "brought", amount: 70_00n }] });
  expect(await recall(ben)).toMatchObject({ recalled: 10_00n });
  expect(await books(ann)).toEqual({ main: 120_00, purse: 0, unmatched: 20_00, there: 0 });
  expect(await books(ben)).toEqual({ main: 60_00, purse: 0, unmatched: -40_00, there: 0 });
  // What is played after it has nothing to do with it.
  await world.pass(5 * S_MS);
  await move(ann, "MAIN", "AG", 20_00n);
  await play(ann, 5_00, 1_00);
  await readPlay(world.open.platform);
  expect(await books(ann)).toEqual({ main: 100_00, purse: 16_00, unmatched: 0, there: 16_00 });
  expect(await books(ben)).toEqual({ main: 60_00, purse: 0, unmatched: 0, there: 0 });
});

test("of recalls at the same moment none believes a word that is older than what another moved", async () => {
  const ann = await atVendor(50_00n);
  await play(ann, 10_00, 30_00);
  await Promise.all(Array.from({ length: 6 }, () => recall(ann)));
  expect(await books(ann)).toEqual({ main: 120_00, purse: 0, unmatched: 20_00, there: 0 });
  await readPlay(world.open.platform);
  expect(await books(ann)).toEqual({ main: 120_00, purse: 0, unmatched: 0, there: 0 });
});

test("what everything was lost of is empty, and what no record explains for a day is a difference until one does", async () => {
  const [ann, ben] = [await atVendor(50_00n), await atVendor(50_00n)];
  await order("records-missing", 2);
  await play(ann, 10_00, 17_00);
  await play(ben, 50_00, 0);
  expect(await recall(ann)).toMatchObject({ recalled: 57_00n });
  expect(await recall(ben)).toMatchObject({ recalled: 0n, vendors: [{ outcome: "empty" }] });
  await readPlay(world.open.platform);
  expect(await books(ann)).toMatchObject({ purse: 0, unmatched: 17_00 });
  expect(await books(ben)).toMatchObject({ purse: 0, unmatched: -50_00 });
  await listUnmatched(world.open.platform);
  let officer = await world.operator("finance");
  const listed = async (state: "open" | "explained") =>
    (await officer.call(reconciliation.differences, { state, party: "AG" })).list.filter(
      ({ memberName }) => memberName === ann.name || memberName === ben.name,
    );
  expect(await listed("open")).toEqual([]);
  await world.pass(24 * HOUR_MS);
  officer = await world.operator("finance");
  await listUnmatched(world.open.platform);
  await listUnmatched(world.open.platform);
  expect(await listed("open")).toMatchObject([
    { flow: "purse", kind: "unmatched", memberName: ben.name, ours: 50_00n, theirs: null },
    { flow: "purse", kind: "unmatched", memberName: ann.name, ours: null, theirs: 17_00n },
  ]);
  await officer.call(reconciliation.explain, { id: (await listed("open"))[0]!.id, explanation: "They wrote that the round was played" });
  const yesterday = new Date(world.clock.now().getTime() - 24 * HOUR_MS).toISOString().slice(0, 19);
  await world.vendor!.tell("AG", await record(ann, { amount: 1_700_000, inserted_at: yesterday }));
  await readPlay(world.open.platform);
  expect(await books(ann)).toMatchObject({ unmatched: 0, purse: 0 });
  await listUnmatched(world.open.platform);
  expect(await listed("open")).toEqual([]);
  expect(await listed("explained")).toMatchObject([{ explainedBy: officer.name }, { explainedBy: "system" }]);
});

test("stakes far beyond what is there are told to officers and fill no turnover, and the rounds beside them count", async () => {
  const ann = await atVendor(50_00n, "BBIN");
  await sql("update vendor set prize_day_max = 2000 where code = 'BBIN'");
  const fortune = await record(ann, { kind: "TK_BET", amount: 1_000_000_000 }, "BBIN");
  await world.vendor!.tell("BBIN", fortune);
  await world.vendor!.tell("BBIN", await record(ann, { kind: "TK_BET", amount: 6_000_000 }, "BBIN"));
  await world.vendor!.tell("BBIN", await record(ann, { amount: 500_000 }, "BBIN"));
  for (let times = 0; times < 2; times++) await readPlay(world.open.platform);
  expect(await faultsOf(fortune.transaction_uuid)).toEqual(["purse_short"]);
  expect(await books(ann, "BBIN")).toMatchObject({ main: 50_00, purse: 0, unmatched: 5_00 });
  const [counted] = await sql<{ staked: string }>("select staked::text from wallet where account_id = $1 and kind = 1", [ann.id]);
  expect(counted).toEqual({ staked: "6000" });
  await sql("update vendor set prize_day_max = 100000000 where code = 'BBIN'");
});

test("what a vendor did not have when it was asked is asked for again, and comes home when it has it", async () => {
  const ann = await atVendor(50_00n);
  await order("records-missing", 2);
  await play(ann, 50_00, 0);
  await recall(ann);
  await readPlay(world.open.platform);
  expect(await books(ann)).toEqual({ main: 50_00, purse: 0, unmatched: -50_00, there: 0 });
  await sql("update vendor set prize_day_max = 1 where code = 'AG'");
  await play(ann, 0, 50_00);
  expect(await recall(ann)).toMatchObject({ recalled: 50_00n });
  expect(await books(ann)).toEqual({ main: 100_00, purse: 0, unmatched: 0, there: 0 });
  expect(await recall(ann)).toMatchObject({ recalled: 0n, vendors: [] });
  await readPlay(world.open.platform);
  await sql("update vendor set prize_day_max = 100000000 where code = 'AG'");
});

test("a vendor that claims a fortune is believed up to its bound alone, its play meets the money brake, and its records pay", async () => {
  const ann = await atVendor(50_00n, "CQ9");
  await sql("update vendor set prize_day_max = 2000, hour_loss_max = 50000 where code = 'CQ9'");
  await play(ann, 10_00, 1_000_00, "CQ9");
  expect(await recall(ann)).toMatchObject({ recalled: 50_00n });
  expect(await books(ann, "CQ9")).toMatchObject({ purse: 0, unmatched: 0, there: 990_00 });
  await readPlay(world.open.platform);
  expect(await books(ann, "CQ9")).toMatchObject({ purse: 990_00, there: 990_00 });
  await brakeVendors(world.open.platform);
  expect(await sql("select state from vendor where code = 'CQ9'")).toEqual([{ state: "paused" }]);
  expect(await recall(ann)).toMatchObject({ recalled: 990_00n });
  await sql("update vendor set state = 'test', hour_loss_max = null, prize_day_max = 100000000 where code = 'CQ9'");
});

test("what was taken back is given back or taken, before its record was read or after, once", async () => {
  const ann = await atVendor(50_00n);
  const [bet, win, never] = [
    await record(ann, { kind: "TK_BET" }),
    await record(ann),
    await record(ann, { kind: "TK_BET", transaction_status: "TS_ROLLEDBACK" }),
  ];
  for (const item of [bet, win, never]) await world.vendor!.tell("AG", item);
  await readPlay(world.open.platform);
  expect(await books(ann)).toMatchObject({ main: 50_00, purse: 50_00 });
  await world.pass(MINUTE_MS);
  await world.vendor!.tell("AG", await record(ann, { kind: "TK_ROLLBACK", reference_transaction_uuid: bet.transaction_uuid }));
  await readPlay(world.open.platform);
  expect(await books(ann)).toMatchObject({ main: 50_00, purse: 60_00 });
  await world.vendor!.tell("AG", await record(ann, { kind: "TK_ROLLBACK", reference_transaction_uuid: win.transaction_uuid }));
  await world.vendor!.tell("AG", await record(ann, { kind: "TK_ROLLBACK", reference_transaction_uuid: never.transaction_uuid }));
  for (let times = 0; times < 2; times++) await readPlay(world.open.platform);
  expect(await books(ann)).toMatchObject({ main: 50_00, purse: 50_00, unmatched: 0 });
});

test("stakes that came before the wins they follow from leave no purse below zero, whatever the order and whoever froze the member", async () => {
  const ann = await atVendor(10_00n);
  const now = world.clock.now();
  await world.open.platform.database.begin((tx) => freezeAccount(tx, { accountId: ann.id, frozen: true, now }));
  const items = [
    await record(ann, { kind: "TK_BET", amount: 3_000_000 }),
    await record(ann, { kind: "TK_WIN", amount: 4_500_000 }),
    await record(ann, { kind: "TK_BET", amount: 1_500_000 }),
  ];
  await world.vendor!.tell("AG", items[0]!);
  await readPlay(world.open.platform);
  expect(await books(ann)).toMatchObject({ main: 90_00, purse: 0, unmatched: 20_00 });
  for (const item of items.slice(1)) await world.vendor!.tell("AG", item);
  await readPlay(world.open.platform);
  expect(await books(ann)).toMatchObject({ main: 90_00, purse: 10_00, unmatched: 0 });
});

test("a vendor that says nothing holds up no other, and nothing it played meanwhile is lost", async () => {
  const [ann, ben] = [await atVendor(50_00n), await atVendor(50_00n, "BBIN")];
  await play(ann, 10_00, 20_00);
  await play(ben, 10_00, 20_00, "BBIN");
  await sql("update vendor set protocol = 'softswiss' where code = 'AG'");
  await new Promise((resolve) => setTimeout(resolve, VIEW_AGE_MS));
  for (let times = 0; times < 5; times++) {
    await world.pass(30 * MINUTE_MS);
    await readPlay(world.open.platform);
  }
  expect([(await books(ann)).purse, (await books(ben, "BBIN")).purse]).toEqual([50_00, 60_00]);
  await sql("update vendor set protocol = 'hub88' where code = 'AG'");
  await new Promise((resolve) => setTimeout(resolve, VIEW_AGE_MS));
  for (const fault of ["html", "dead"]) {
    await order(fault, 3);
    await readPlay(world.open.platform);
    await order(fault, 0);
  }
  expect((await books(ann)).purse).toBe(50_00);
  await readPlay(world.open.platform);
  expect(await books(ann)).toMatchObject({ purse: 60_00, there: 60_00, unmatched: 0 });
});

test("what somebody in a break won afterwards comes home as well, and a game there opens with money [WALLET-08]", async () => {
  const ann = await atVendor(50_00n, "BBIN");
  const [game] = await sql<{ node: number }>("select node_id as node from game g join vendor v on v.id = g.vendor_id where v.code = 'BBIN'");
  const { route } = await ann.call(games.launch, { nodeId: String(game!.node) });
  const opened = await ann.call(games.openLaunch, { ticket: new URL(route, "http://here").searchParams.get("launch")! });
  expect(opened.mode).toBe("real");
  const session = new URL(opened.url).searchParams.get("session")!;
  const spun = (await (await fetch(`${world.vendor!.url}/spin?session=${session}&stake=0`, { method: "POST" })).json()) as {
    bet: number;
    win: number;
    credits: string;
  };
  expect(Number(spun.credits)).toBeCloseTo(50 - spun.bet + spun.win);
  await world.pass(5 * S_MS);
  await readPlay(world.open.platform);
  const { purse, there } = await books(ann, "BBIN");
  expect([purse, Number(spun.credits)]).toEqual([there, there / 100]);
  await exclude(world, ann.id);
  await world.work();
  expect(await books(ann, "BBIN")).toMatchObject({ purse: 0, there: 0 });
  await world.pass(5 * S_MS);
  await world.vendor!.tell("BBIN", await record(ann, {}, "BBIN"));
  await readPlay(world.open.platform);
  expect(await books(ann, "BBIN")).toMatchObject({ purse: 10_00 });
  await world.work();
  // Nothing was there, so that what was told is what nobody can explain.
  expect(await books(ann, "BBIN")).toMatchObject({ purse: 0, unmatched: -10_00, there: 0 });
});
