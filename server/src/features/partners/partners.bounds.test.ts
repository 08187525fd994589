import { limits } from "@laro/contract/limits";
import { partners } from "@laro/contract/partners";
import { wallet } from "@laro/contract/wallet";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CALLS, partnersGate, REPORTS } from "./partners.gate.ts";
import { sweepPartnerLaunches } from "./partners.launch.ts";
import { continueRounds } from "./partners.look.ts";
import { sign } from "../../core/vendors/protocols/softswiss/signature.ts";
import type { OperatorProcess } from "../../testing/operator.ts";
import { asOwner, countWaiting, whileHeld } from "../../testing/owner.ts";
import { addPartner, askPartner, createPartnerWorld, sitDown, type TestPartner } from "../../testing/partners.ts";
import type { World } from "../../testing/world.ts";

const S_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * S_MS;
const choice = { target: 5_000, side: "under" } as const;
/** As long as a process trusts what it knows of stakes, and a little. */
const KNOWN_MS = 1_050;

let world: World;
let operator: OperatorProcess;
let partner: TestPartner;
beforeAll(async () => {
  ({ world, operator, partner } = await createPartnerWorld(["DICE", "LIMBO"]));
});
beforeEach(() => operator.clear());
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await operator.stop();
  await world.close();
});

/** What officers let be staked on dice from now on. */
async function setStakes(stakeMin: bigint | null, stakeMax: bigint | null): Promise<void> {
  await asOwner(
    world.open.url,
    `insert into game_stake (game_id, stake_min, stake_max, by_name, at) select id, $1, $2, 'test', now() from game where game_code = 'DICE'
     on conflict (game_id) do update set stake_min = excluded.stake_min, stake_max = excluded.stake_max`,
    [stakeMin, stakeMax],
  );
  await new Promise((wait) => setTimeout(wait, KNOWN_MS));
}

let players = 0;
async function sit() {
  players++;
  const [account, guest] = [`bea ${players}`, world.guest()];
  await operator.openAccount(account, 100_00n);
  const token = await sitDown(world.address, partner, guest, { account });
  const asking = (more: object) => ({ token, requestId: randomUUID(), stake: 10_00n, choice, ...more });
  return { account, guest, token, asking };
}

const give = (account: string, issue: string, stake: string) =>
  askPartner(world.address, partner, "freespins/issue", {
    issue_id: issue,
    account: { id: account, currency: "PHP" },
    games: ["DICE"],
    freespins_quantity: 2,
    stake,
    valid_until: new Date(world.clock.now().getTime() + DAY_MS).toISOString(),
  });
const gamesThere = async () => (await askPartner(world.address, partner, "games", {})).body["games"] as readonly { game: string }[];

test("what officers let be staked on a house game is what a partner's players may stake, and its catalogue and free rounds keep to it", async () => {
  const { account, guest, asking } = await sit();
  expect((await give(account, "before", "5.00")).status).toBe(200);
  await setStakes(10_00n, 20_00n);
  expect((await gamesThere())[0]).toMatchObject({ game: "DICE", stake_min: "10.00", stake_max: "20.00" });
  expect(await guest.refusal(partners.play, asking({ stake: 9_00n }))).toMatchObject({ code: "rounds.below_minimum", values: { minimum: "10.00" } });
  expect(await guest.refusal(partners.play, asking({ stake: 21_00n }))).toMatchObject({ code: "rounds.above_maximum", values: { maximum: "20.00" } });
  for (const stake of ["9.00", "21.00"]) expect((await give(account, `of ${stake}`, stake)).body).toMatchObject({ msg: "stake: is not one of the game" });
  expect((await give(`${account}, a friend`, "within", "20.00")).status).toBe(200);
  const ticket = new URL(
    String((await askPartner(world.address, partner, "launcher/real", { game: "DICE", account: { id: account, currency: "PHP" } })).body["launch_url"]),
  ).searchParams.get("ticket")!;
  const table = await guest.call(partners.open, { code: "ISLA", ticket });
  expect(table).toMatchObject({ stakeMin: 10_00n, stakeMax: 20_00n });
  // What was given for a stake before is played for it.
  const { round } = await guest.call(partners.play, asking({ token: table.token, stake: 5_00n, free: table.free!.id }));
  expect(round).toMatchObject({ isFree: true, stake: 5_00n });
  await setStakes(50_00n, 20_00n);
  expect(await guest.refused(partners.play, asking({ stake: 20_00n }))).toBe("games.closed");
  expect((await gamesThere()).map(({ game }) => game)).toEqual(["LIMBO"]);
  await setStakes(null, null);
});

test("what comes no further than the door is answered in the partner's words too", async () => {
  const { status, body } = await askPartner(world.address, partner, "launcher/real", { game: "x".repeat(70_000) });
  expect([status, body]).toEqual([400, { code: "invalid_argument", msg: "bad request", meta: { api_code: "400", api_message: "bad request" } }]);
});

test("a wallet that breaks after it took a stake has not refused it, whatever it says: it is asked again, and the player has no less", async () => {
  const { account, guest, asking } = await sit();
  await operator.order("refuse-late", { call: "bet" });
  const request = asking({});
  expect((await guest.call(partners.play, request)).round.state).toBe("asked");
  world.clock.advance(8 * S_MS);
  await continueRounds(world.open.platform);
  const { round } = await guest.call(partners.play, request);
  const held = (await operator.books()).accounts.find(({ ref }) => ref === account)?.minor;
  expect([round.state, held]).toEqual(["closed", String(100_00n - request.stake + round.win)]);
});

test("a currency that is taken from a partner is staked no more, at tables that are open too", async () => {
  const { guest, asking } = await sit();
  const set = (currencies: string) => asOwner(world.open.url, "update partner set currencies = $2 where code = $1", [partner.code, currencies]);
  await set("{EUR}");
  await new Promise((wait) => setTimeout(wait, KNOWN_MS));
  expect(await guest.refused(partners.play, asking({}))).toBe("partners.closed");
  await set("{PHP}");
  await new Promise((wait) => setTimeout(wait, KNOWN_MS));
  expect((await guest.call(partners.play, asking({}))).round.state).toBe("closed");
});

/** Asks so often at once, and waits until so many are answered. The others are awaited by whoever lets them go. */
async function askAtOnce(asked: { readonly times: number; readonly answered: number }, ask: (n: number) => Promise<{ status: number }>) {
  let answered = 0;
  const all = Array.from({ length: asked.times }, async (_, n) => {
    const { status } = await ask(n);
    answered += 1;
    return status;
  });
  await expect.poll(() => answered).toBe(asked.answered);
  return all;
}
const countEach = async (statuses: readonly Promise<number>[]) => {
  const all = await Promise.all(statuses);
  return Object.fromEntries([...new Set(all)].map((status) => [status, all.filter((one) => one === status).length]));
};
const unsigned = () => askPartner(world.address, partner, "launcher/real", {}, { signature: "0".repeat(64) });

test("of a partner's calls at once few hold connections that everybody shares, and those beyond its queue are told to come again; who did not sign takes no place, and a member and another partner wait for nobody", async () => {
  const { url, platform } = world.open;
  const { atOnceMax, waitingMax } = CALLS.ofOne;
  const ann = await world.player({ balance: 10_00n });
  const other = await addPartner(url, platform.keys, { code: "OTHER", secret: "another's secret", walletUrl: operator.url, now: world.clock.now() });
  const launch = (n: number) => askPartner(world.address, partner, "launcher/real", { game: "DICE", account: { id: `at once ${n}`, currency: "PHP" } });
  const said = await whileHeld(url, "lock table partner_launch", async () => {
    const asked = await askAtOnce({ times: atOnceMax + waitingMax + 5, answered: 5 }, launch);
    expect(await launch(0)).toMatchObject({ status: 503, body: { code: "internal", meta: { api_code: "503" } } });
    await expect.poll(() => countWaiting(url)).toBe(atOnceMax);
    expect((await unsigned()).status).toBe(403);
    expect(await ann.call(wallet.balance, {})).toMatchObject({ balance: 10_00n });
    expect((await askPartner(world.address, other, "games", {})).status).toBe(200);
    return asked;
  });
  expect(await countEach(said)).toEqual({ 200: atOnceMax + waitingMax, 503: 5 });
});

test("a partner has one report made at a time, and a member who looks at their limits meanwhile waits for none", async () => {
  const { url } = world.open;
  const { atOnceMax, waitingMax } = REPORTS.ofOne;
  const ann = await world.player({ balance: 10_00n });
  const until = world.clock.now();
  const day = { level: "sums", from: new Date(until.getTime() - DAY_MS).toISOString(), until: until.toISOString() };
  const report = () => askPartner(world.address, partner, "report", day);
  const said = await whileHeld(url, "lock table partner_free_round", async () => {
    const asked = await askAtOnce({ times: atOnceMax + waitingMax + 5, answered: 5 }, report);
    await expect.poll(() => countWaiting(url)).toBe(1);
    expect(await ann.call(limits.mine, {})).toMatchObject({ list: [] });
    expect((await askPartner(world.address, partner, "games", {})).status).toBe(200);
    return asked;
  });
  expect(await countEach(said)).toEqual({ 200: atOnceMax + waitingMax, 503: 5 });
});

test("a minute has room for so many calls of a partner, wherever they come from, and another partner's are counted by themselves", async () => {
  const enter = partnersGate({ count: 2, windowMs: DAY_MS });
  const ask = (partnerId: number) => enter({ partnerId, line: "calls" }, async () => "done");
  expect([await ask(1), await ask(1), await ask(1), await ask(2)]).toEqual(["done", "done", undefined, "done"]);
});

test("bytes that are no text, and half a character, name no player", async () => {
  const content = JSON.stringify({ game: "DICE", account: { id: "caf?", currency: "PHP" } });
  const body = Buffer.from(content);
  body[body.indexOf("?")] = 0xe9;
  const headers = { "content-type": "application/json", "x-request-sign": sign(body, Buffer.from(partner.secret)) };
  expect((await fetch(`${world.address}/gateway/partners/ISLA/launcher/real`, { method: "POST", headers, body })).status).toBe(400);
  for (const id of ["half\ud800", "half\udfff"])
    expect((await askPartner(world.address, partner, "launcher/real", { game: "DICE", account: { id, currency: "PHP" } })).status).toBe(400);
  expect(await asOwner(world.open.url, "select foreign_id from partner_player where foreign_id ~ '^(caf|half)'")).toEqual([]);
});

test("words of a partner that no text holds are kept without what it cannot hold, and a report that names such an account is refused", async () => {
  const { guest, asking } = await sit();
  await operator.order("refuse-odd", { call: "bet" });
  const { round } = await guest.call(partners.play, asking({}));
  expect(round).toMatchObject({ state: "refused", refusal: "other" });
  await operator.order("refuse-odd", { call: "win" });
  await operator.order("refuse-odd", { call: "finish" });
  const other = await sit();
  const owed = await other.guest.call(partners.play, other.asking({}));
  expect(owed.round.state).toBe("drawn");
  const finance = await world.operator("finance");
  const { list } = await finance.call(partners.rounds, { code: "ISLA", held: "true" });
  expect(list.map(({ id, refusal }) => [id, refusal])).toEqual([[owed.round.id, "toString no\uFFFDway"]]);
  await operator.clear();
  await finance.call(partners.sendAgain, { id: owed.round.id, reason: "As agreed with the partner" });
  const until = world.clock.now().toISOString();
  const day = { from: new Date(world.clock.now().getTime() - DAY_MS).toISOString(), until };
  const report = async (more: object) => (await askPartner(world.address, partner, "report", { ...day, ...more })).status;
  expect([await report({ level: "entries", account_id: "a\u0000b" }), await report({ level: "accounts", after: "\u0000" })]).toEqual([400, 400]);
  expect(await report({ level: "accounts", after: "" })).toBe(200);
});

test("launches that are kept no longer all go, so many at a time", async () => {
  const old = new Date(world.clock.now().getTime() - 91 * DAY_MS);
  await asOwner(
    world.open.url,
    `insert into partner_launch (id, partner_id, game_code, language, ticket_hash, at)
     select gen_random_uuid(), p.id, 'DICE', 'EN', sha256(n::text::bytea), $1 from partner p, generate_series(1, 7) n where p.code = 'ISLA'`,
    [old],
  );
  const kept = () => asOwner<{ n: number }>(world.open.url, "select count(*)::int as n from partner_launch where at <= $1", [old]);
  expect(await kept()).toEqual([{ n: 7 }]);
  await sweepPartnerLaunches(world.open.platform.database, world.clock.now(), 3);
  expect(await kept()).toEqual([{ n: 0 }]);
});
