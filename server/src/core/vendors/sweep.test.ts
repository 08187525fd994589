import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { games } from "@laro/contract/games";
import { vendors, type VendorState } from "@laro/contract/vendors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addVendor, type GatewayAnswer, type GatewayVendor, keepKey, nameAt, VIEW_AGE_MS } from "../../testing/gateway.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { getBalances } from "../wallet/wallet.ts";
import { brakeVendors } from "./brake.ts";
import { isSigned } from "./protocols/softswiss/signature.ts";
import { sweepRounds } from "./sweep.ts";

const MINUTE_MS = 60_000;
const OURS = Buffer.from("what we sign with");

let world: World;
let server: Server;
let refunding: GatewayVendor;
let holding: GatewayVendor;
/** What the vendor says of each of its rounds; of others it says nothing at all. */
const told = new Map<string, string>();
const asked: string[] = [];

beforeAll(async () => {
  world = await createWorld({ catalogue: true, vendor: true });
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const { round_id: round } = JSON.parse(body.toString()) as { round_id: string };
      const isOurs = request.url === "/api/round" && isSigned(body, request.headers["x-request-sign"], [OURS]);
      const state = isOurs ? told.get(round) : undefined;
      asked.push(round);
      if (state === undefined) return void request.socket.destroy();
      response.end(JSON.stringify({ state }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const row = { simulated: false, base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api` };
  refunding = await addVendor(world, { id: 720, code: "REFUNDS", row });
  holding = await addVendor(world, { id: 721, code: "HOLDS", row: { ...row, round_rule: "hold" } });
  for (const vendorId of [720, 721]) await keepKey(world, { vendorId, use: "ours", secret: OURS });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  server.close();
  await world.close();
});

let played = 0;
/** A member with an open round of a stake of 10.00. */
async function playing(vendor = refunding, { wins = false }: { wins?: boolean } = {}) {
  const player = await world.player({ balance: 100_00n });
  const round = `round-${++played}`;
  const about = { account_id: await nameAt(world, vendor, player.id), currency: "PHP", game_id: "gale", round_id: round };
  const send = (transactions: readonly object[], rest: object = {}): Promise<GatewayAnswer> =>
    vendor.call(world.address, "betwin", { ...about, transactions, ...rest });
  const bet = (id: string): Promise<GatewayAnswer> => send([{ id_provider: `${round}-${id}`, type: "bet", amount: "10.00" }]);
  const win = (id: string): Promise<GatewayAnswer> => send([{ id_provider: `${round}-${id}`, type: "win", amount: "4.00" }]);
  await bet("a");
  if (wins) await win("w");
  const main = async (): Promise<bigint> => (await getBalances(world.open.platform.database.db, player.id)).main;
  return { player, round, bet, win, main, state: () => stateOf(round) };
}

async function stateOf(round: string) {
  const [row] = await asOwner<{ isClosed: boolean; isHeld: boolean; isUnknown: boolean; inS: number | null }>(
    world.open.url,
    `select closed_at is not null as "isClosed", held_at is not null as "isHeld", unknown_at is not null as "isUnknown", extract(epoch from look_at - $2::timestamptz)::int as "inS"
     from vendor_round where foreign_id = $1`,
    [round, world.clock.now()],
  );
  return row!;
}

const sweep = (): Promise<void> => sweepRounds(world.open.platform);
/** Whether a round was asked about since the last time. */
async function sweptAfter(ms: number, round: string): Promise<boolean> {
  await world.pass(ms);
  asked.length = 0;
  await sweep();
  return asked.includes(round);
}

test("a round is asked about after ten minutes and not before; what is finished there is closed here", async () => {
  const { round, state, main } = await playing();
  told.set(round, "finished");
  expect(await sweptAfter(9 * MINUTE_MS, round)).toBe(false);
  expect(await sweptAfter(MINUTE_MS, round)).toBe(true);
  expect(await state()).toMatchObject({ isClosed: true, inS: null });
  expect(await sweptAfter(24 * 60 * MINUTE_MS, round)).toBe(false);
  expect(await main()).toBe(90_00n);
});

test("silence and an open round decide nothing: the looks are ever further apart, six hours at most", async () => {
  const { round, state, main } = await playing();
  const waits: (number | null)[] = [];
  for (let look = 0; look < 8; look++) {
    if (look === 4) told.set(round, "open");
    const { inS } = await state();
    waits.push(inS! / 60);
    expect(await sweptAfter(inS! * 1_000, round)).toBe(true);
  }
  expect(waits).toEqual([10, 10, 20, 40, 80, 160, 320, 360]);
  expect(await state()).toMatchObject({ isClosed: false, isHeld: false, isUnknown: false });
  expect(await main()).toBe(90_00n);
  told.set(round, "finished");
  expect(await sweptAfter(6 * 60 * MINUTE_MS, round)).toBe(true);
});

test("of a vendor whose protocol knows no such question all rounds that are due wait for officers from the first look on, however many they are", async () => {
  const mute = await addVendor(world, { id: 729, code: "MUTE", row: { simulated: false, base_url: "http://127.0.0.1:9/" } });
  await new Promise((wait) => setTimeout(wait, VIEW_AGE_MS));
  const rounds = [];
  for (let count = 0; count < 5; count++) rounds.push((await playing(mute)).round);
  await asOwner(world.open.url, "update vendor set protocol = 'hub88' where id = 729");
  await new Promise((wait) => setTimeout(wait, VIEW_AGE_MS));
  await world.pass(10 * MINUTE_MS);
  await sweep();
  const silent = await asOwner<{ n: number }>(
    world.open.url,
    "select count(*)::int as n from vendor_round where foreign_id = any($1) and silent_at is not null and looks = 1",
    [rounds],
  );
  expect(silent).toEqual([{ n: 5 }]);
  await asOwner(world.open.url, "update vendor set protocol = 'softswiss' where id = 729");
  await new Promise((wait) => setTimeout(wait, VIEW_AGE_MS));
});

test("a round the vendor twice says it does not know is given back, and what comes later is answered as rolled back", async () => {
  const { round, bet, state, main } = await playing();
  await bet("b");
  told.set(round, "unknown");
  expect(await sweptAfter(10 * MINUTE_MS, round)).toBe(true);
  expect(await state()).toMatchObject({ isUnknown: true, isClosed: false, inS: 600 });
  expect(await main()).toBe(80_00n);
  // Found after all: the count begins anew.
  told.set(round, "open");
  expect(await sweptAfter(10 * MINUTE_MS, round)).toBe(true);
  expect(await state()).toMatchObject({ isUnknown: false });
  told.set(round, "cancelled");
  expect(await sweptAfter(60 * MINUTE_MS, round)).toBe(true);
  expect(await main()).toBe(80_00n);
  expect(await sweptAfter(10 * MINUTE_MS, round)).toBe(true);
  expect(await state()).toMatchObject({ isClosed: true });
  expect(await main()).toBe(100_00n);
  expect((await bet("a")).body.meta!.api_code).toBe("409");
  expect((await bet("c")).status).toBe(200);
  expect(await main()).toBe(90_00n);
});

test("where the vendor's rule is to hold, and where a win contradicts it, a round waits for officers with its money as it is", async () => {
  const held = await playing(holding);
  const won = await playing(refunding, { wins: true });
  for (const { round } of [held, won]) told.set(round, "unknown");
  await sweptAfter(10 * MINUTE_MS, held.round);
  await sweptAfter(10 * MINUTE_MS, held.round);
  for (const { state } of [held, won]) expect(await state()).toMatchObject({ isHeld: true, isClosed: false, inS: null });
  expect([await held.main(), await won.main()]).toEqual([90_00n, 94_00n]);
  expect(await sweptAfter(24 * 60 * MINUTE_MS, held.round)).toBe(false);
  expect((await held.win("late")).status).toBe(200);
  expect(await held.main()).toBe(94_00n);
  const faults = await asOwner<{ code: string }>(
    world.open.url,
    "select code from vendor_fault where action = 'round' and direction = 'out' and their_id = any($1)",
    [[held.round, won.round]],
  );
  expect(faults).toEqual([{ code: "round_held" }, { code: "round_held" }]);
});

test("a vendor from which players won more than its row allows within an hour takes no bets and no launches, pays its wins, and is opened again by two officers", async () => {
  const vendor = await addVendor(world, { id: 722, code: "BLEEDS", row: { hour_loss_max: 50_00 } });
  await new Promise((wait) => setTimeout(wait, VIEW_AGE_MS));
  const { bet, win, main } = await playing(vendor);
  const brake = (): Promise<void> => brakeVendors(world.open.platform);
  const stateNow = async (): Promise<string> => (await asOwner<{ state: string }>(world.open.url, "select state from vendor where id = 722"))[0]!.state;
  let wins = 0;
  const give = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++) expect((await win(`w${++wins}`)).status).toBe(200);
  };
  // Net: what is staked counts for the vendor, and what was won two hours ago no more.
  await give(15);
  await brake();
  expect(await stateNow()).toBe("test");
  await world.pass(61 * MINUTE_MS);
  await give(12);
  await brake();
  expect(await stateNow()).toBe("test");
  await world.pass(MINUTE_MS);
  await give(1);
  await brake();
  expect(await stateNow()).toBe("paused");
  await new Promise((wait) => setTimeout(wait, VIEW_AGE_MS));
  expect((await bet("late")).body.meta!.api_code).toBe("107");
  const before = await main();
  await give(1);
  expect(await main()).toBe(before + 4_00n);
  const member = await world.player();
  expect(await member.refused(games.launch, { nodeId: String(vendor.gameId()) })).toBe("games.paused");
  await expect
    .poll(
      async () =>
        (await asOwner<{ n: number }>(world.open.url, "select count(*)::int as n from vendor_fault where vendor_id = 722 and code = 'hour_loss'"))[0]!.n,
    )
    .toBe(1);
  const [risk, other] = [await world.operator("risk"), await world.operator("superadmin")];
  const seen = async () => (await risk.call(vendors.list, {})).list.find(({ vendorCode }) => vendorCode === "BLEEDS");
  const set = (state: VendorState, reason: string) => ({ vendorCode: "BLEEDS", state, reason });
  const fellAt = world.clock.now().toISOString();
  expect(await seen()).toMatchObject({ state: "paused", brake: { fellAt, opening: null } });
  // One officer alone opens nothing: not by asking twice, nor by switching it off in between, nor while asking for something else.
  await risk.call(vendors.setState, set("test", "its maker mended it"));
  expect(await seen()).toMatchObject({ state: "paused", brake: { fellAt, opening: { state: "test", by: risk.name, reason: "its maker mended it" } } });
  expect(await risk.refused(vendors.setState, set("test", "once more"))).toBe("gateway.own_proposal");
  await risk.call(vendors.setState, set("off", "out of sight"));
  expect(await seen()).toMatchObject({ state: "off", brake: { opening: null } });
  for (const state of ["live", "test"] as const) await risk.call(vendors.setState, set(state, "for a look"));
  await other.call(vendors.setState, set("live", "I would have it live"));
  expect(await seen()).toMatchObject({ state: "off", brake: { opening: { state: "live", by: other.name } } });
  await risk.call(vendors.setState, set("test", "a look is enough"));
  await other.call(vendors.setState, set("test", "as risk asks"));
  expect(await seen()).toMatchObject({ state: "test", brake: null });
  // Which begins a new count.
  await world.pass(2 * MINUTE_MS);
  await brake();
  expect(await stateNow()).toBe("test");
});

/** What a vendor does wrong with a round, and what of it stays in the books: the round, or nothing. */
const orders: readonly (readonly [order: string, stays: boolean])[] = [
  ["twice", true],
  ["win-before-bet", true],
  ["late-win", true],
  ["wrong-signature", true],
  ["drop-answer", true],
  ["no-finish", true],
  ["rollback-after-win", false],
  ["two-rollbacks", false],
];

test.each(orders)("a test vendor's rounds count once when it plays them so: %s; what it leaves open is closed when it is asked", async (order, stays) => {
  const rich = await world.player({ balance: 500_00n });
  const { route } = await rich.call(games.launch, { nodeId: "10001" });
  const { url } = await rich.call(games.openLaunch, { ticket: new URL(route, "http://x").searchParams.get("launch")! });
  const session = new URL(url).searchParams.get("session")!;
  const rounds = 6;
  await world.vendor!.order(order, rounds);
  let expected = 500_00n;
  for (let round = 0; round < rounds; round++) {
    const spun = (await (await fetch(`${world.vendor!.url}/spin?session=${session}&stake=0`, { method: "POST" })).json()) as { bet?: number; win?: number };
    if (stays) expected += BigInt(Math.round(spun.win! * 100)) - BigInt(Math.round(spun.bet! * 100));
  }
  expect((await getBalances(world.open.platform.database.db, rich.id)).main).toBe(expected);
  await world.pass(10 * MINUTE_MS);
  await sweep();
  const [open] = await asOwner<{ n: number }>(
    world.open.url,
    "select count(*)::int as n from open_round o join wallet w on w.id = o.wallet_id where w.account_id = $1",
    [rich.id],
  );
  expect(open!.n).toBe(0);
});
