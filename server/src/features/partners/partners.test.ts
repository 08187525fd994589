import { partners } from "@laro/contract/partners";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { continueRounds } from "./partners.look.ts";
import { addTestPartner } from "./partners.ts";
import { findPartner, listFrameOrigins } from "./partners.view.ts";
import { lineBounds, setLineBounds } from "../../core/vendors/lines.ts";
import { TEST_PARTNER } from "../../platform/config.ts";
import { type Jobs, startWorker } from "../../platform/jobs.ts";
import { addJob } from "../../platform/outbox.ts";
import type { OperatorProcess } from "../../testing/operator.ts";
import { soon } from "../../testing/soon.ts";
import { asOwner } from "../../testing/owner.ts";
import { askPartner, createPartnerWorld, launchAt, sitDown, type TestPartner } from "../../testing/partners.ts";
import type { Person } from "../../testing/person.ts";
import type { World } from "../../testing/world.ts";

const reason = "As agreed with the partner";
const S_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * S_MS;
const choice = { target: 5_000, side: "under" } as const;
const stake = 10_00n;

let world: World;
let operator: OperatorProcess;
let partner: TestPartner;
beforeAll(async () => {
  ({ world, operator, partner } = await createPartnerWorld(["DICE", "LIMBO"]));
});
beforeEach(() => {
  setLineBounds(world.open.platform, lineBounds);
  return operator.clear();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await operator.stop();
  await world.close();
});

let players = 0;
/** A player of the partner's with money there, in the page of a game. */
async function sit(balance = 100_00n) {
  players++;
  const [account, guest] = [`ana ${players}`, world.guest()];
  await operator.openAccount(account, balance);
  const token = await sitDown(world.address, partner, guest, { account });
  const play = (more: object = {}) => guest.call(partners.play, { token, requestId: randomUUID(), stake, choice, ...more });
  return { account, guest, token, play };
}

const held = async (account: string) => (await operator.books()).accounts.find(({ ref }) => ref === account)?.minor;

test("a partner's call is refused with 403 unless its very bytes are signed, and answers nothing of what is not there", async () => {
  for (const signature of ["", "0".repeat(64), "A".repeat(64)]) {
    const { status, body } = await askPartner(world.address, partner, "launcher/real", {}, { signature });
    expect([status, body["msg"]]).toEqual([403, "invalid signature"]);
  }
  const other = { ...partner, secret: "the secret of somebody else" };
  expect((await askPartner(world.address, other, "games", {})).status).toBe(403);
  expect((await askPartner(world.address, { ...partner, code: "NOBODY" }, "games", {})).status).toBe(404);
  expect((await askPartner(world.address, partner, "freespins/rules", {})).status).toBe(404);
});

test("a launch names a game the partner takes, a currency it has, and the player's own", async () => {
  const launch = (more: object) => askPartner(world.address, partner, "launcher/real", { game: "DICE", account: { id: "bea", currency: "PHP" }, ...more });
  expect((await launch({ account: undefined })).status).toBe(400);
  expect((await launch({ game: "PLINKO" })).body).toMatchObject({ meta: { api_code: "405" } });
  expect((await launch({ game: "MINES" })).body).toMatchObject({ meta: { api_code: "405" } });
  expect((await launch({ account: { id: "bea", currency: "EUR" } })).body).toMatchObject({ meta: { api_code: "154" } });
  const { body } = await launch({});
  expect(body["launch_url"]).toMatch(/\/embed\/ISLA\?ticket=[\w-]{32}&language=EN$/);
  const { body: list } = await askPartner(world.address, partner, "games", {});
  expect(list["games"]).toEqual([expect.objectContaining({ game: "DICE", stake_min: "1.00" }), expect.objectContaining({ game: "LIMBO" })]);
});

test("a ticket opens one page, within a minute and at its own partner, and the page may be framed by the partner's sites alone", async () => {
  const ticketOf = async () => (await launchAt(world.address, partner, { account: "cora" })).searchParams.get("ticket")!;
  const guest = world.guest();
  const ticket = await ticketOf();
  expect(await guest.refused(partners.open, { code: "OTHER", ticket })).toBe("partners.closed");
  expect(await guest.call(partners.open, { code: "ISLA", ticket })).toMatchObject({ gameCode: "DICE", mode: "real", currency: "PHP", balance: null });
  expect(await guest.refused(partners.open, { code: "ISLA", ticket })).toBe("partners.ticket_over");
  const late = await ticketOf();
  world.clock.advance(61 * S_MS);
  expect(await guest.refused(partners.open, { code: "ISLA", ticket: late })).toBe("partners.ticket_over");
  expect(await guest.refused(partners.play, { token: "made-up", requestId: randomUUID(), stake, choice })).toBe("partners.session_over");
  const headersOf = async (path: string) => (await fetch(`${world.address}${path}`, { headers: { accept: "text/html" } })).headers;
  const framed = await headersOf("/embed/ISLA?ticket=any");
  expect(framed.get("content-security-policy")).toContain("frame-ancestors https://casino.example");
  expect(framed.get("x-frame-options")).toBeNull();
  expect((await headersOf("/embed/NOBODY")).get("content-security-policy")).toContain("frame-ancestors 'none'");
});

test("a stake outside the game, a choice it does not know, and a second round within its pace are refused and nobody is asked", async () => {
  const { guest, token, account } = await sit();
  const refused = (more: object) => guest.refused(partners.play, { token, requestId: randomUUID(), stake, choice, ...more });
  expect(await refused({ stake: 50n })).toBe("rounds.below_minimum");
  expect(await refused({ stake: 100_000_00n })).toBe("rounds.above_maximum");
  expect(await refused({ stake: 1_50n })).toBe("rounds.stake_step");
  expect(await refused({ choice: { target: 1 } })).toBe("rounds.choice_invalid");
  expect(await held(account)).toBe("10000");
  await guest.call(partners.play, { token, requestId: randomUUID(), stake, choice });
  expect(await refused({})).toBe("rounds.too_soon");
});

test("a round takes its stake from the partner's wallet before it is drawn and pays there; the same request is the same round", async () => {
  const { guest, token, account } = await sit();
  const requestId = randomUUID();
  const { round, balance } = await guest.call(partners.play, { token, requestId, stake, choice });
  expect(round).toMatchObject({ state: "closed", gameCode: "DICE", stake, nonce: "0" });
  expect(await held(account)).toBe(String(100_00n - stake + round.win));
  expect(balance).toBe(100_00n - stake + round.win);
  expect(await guest.call(partners.play, { token, requestId, stake, choice })).toEqual({ round, balance, free: null });
  expect(await guest.refused(partners.play, { token, requestId, stake: 20_00n, choice })).toBe("request.id_reused");
  const { body } = await askPartner(world.address, partner, "round", { account_id: account, round_id: round.id });
  expect(body).toEqual({ state: "finished" });
  expect((await askPartner(world.address, partner, "round", { account_id: "another", round_id: round.id })).body).toEqual({ state: "unknown" });
});

test("a partner that refuses a stake ends the round, and its player is told why", async () => {
  const { play, account } = await sit(5_00n);
  expect((await play()).round).toMatchObject({ state: "refused", refusal: "insufficient_funds", win: 0n, outcome: {} });
  expect(await held(account)).toBe("500");
});

test("a stake that nobody answers for is asked four times, then given back, and the bet does not count", async () => {
  const { guest, token, account } = await sit();
  await operator.order("drop-answer", { call: "bet", count: 4 });
  await operator.order("dead", { call: "rollback" });
  const request = { token, requestId: randomUUID(), stake, choice };
  expect((await guest.call(partners.play, request)).round.state).toBe("asked");
  for (let look = 0; look < 8; look++) {
    world.clock.advance(8 * S_MS);
    await continueRounds(world.open.platform);
  }
  expect((await guest.call(partners.play, request)).round).toMatchObject({ state: "void", outcome: {} });
  expect(await held(account)).toBe("10000");
});

/** Players who sit there while all is well, each for a round. */
async function sitMany(count: number) {
  const seats: Awaited<ReturnType<typeof sit>>[] = [];
  for (let place = 0; place < count; place++) seats.push(await sit());
  return seats;
}

test("after five silences a partner hears nothing for half a minute and no send is counted; then what was sent is given back", async () => {
  const seats = await sitMany(6);
  await operator.order("dead", { call: "bet", count: 5 });
  for (const { play } of seats) expect((await play()).round.state).toBe("asked");
  const stand = async () =>
    (
      await asOwner<{ state: string; sends: number }>(
        world.open.url,
        "select r.state, r.sends from partner_round r join partner_player p on p.id = r.player_id where p.foreign_id = any($1) order by sends desc",
        [seats.map(({ account }) => account)],
      )
    ).map(({ state, sends }) => `${state} ${sends}`);
  const asked = [...Array.from({ length: 5 }, () => "asked 1"), "asked 0"];
  expect(await stand()).toEqual(asked);
  world.clock.advance(29 * S_MS);
  await continueRounds(world.open.platform);
  expect(await stand()).toEqual(asked);
  world.clock.advance(S_MS);
  await continueRounds(world.open.platform);
  expect(await stand()).toEqual(Array.from({ length: 6 }, () => "void 1"));
  expect(await held(seats[5]!.account)).toBe("10000");
});

test("a partner that keeps everybody waiting holds one worker, and another job is done meanwhile", { timeout: 30_000 }, async () => {
  const { url, platform } = world.open;
  const seats = await sitMany(6);
  setLineBounds(platform, { ...lineBounds, inARowMax: Number.POSITIVE_INFINITY });
  await operator.order("dead", { call: "bet", count: 6 });
  for (const { play } of seats) await play();
  world.clock.advance(10 * S_MS);
  await operator.order("slow", { count: 60 });
  let [looks, ended, others] = [0, 0, 0];
  const jobs: Jobs = {
    "partners:continue": async (_payload, working) => {
      looks += 1;
      await continueRounds(working);
      ended += 1;
    },
    "test:other": async () => void (others += 1),
  };
  const worker = await startWorker(url, { jobs, subscribers: {}, crontab: "" }, platform);
  try {
    await soon(() => expect(looks).toBeGreaterThan(0));
    await new Promise((wait) => setTimeout(wait, S_MS));
    await platform.database.begin((tx) => addJob(tx, "test:other", {}));
    await soon(() => expect(others).toBe(1));
    expect([looks, ended]).toEqual([1, 0]);
  } finally {
    await operator.clear();
    await worker.close();
  }
});

test("a win that the partner refuses is never taken back: it waits for an officer, who sends it again under the same id", async () => {
  const { play, account } = await sit();
  for (const call of ["win", "finish"]) await operator.order("refuse", { call });
  const { round } = await play({ choice: { target: 9_799, side: "under" } });
  expect(round.state).toBe("drawn");
  const finance = await world.operator("finance");
  const { list } = await finance.call(partners.rounds, { code: "ISLA", held: "true" });
  expect(list).toEqual([expect.objectContaining({ id: round.id, state: "drawn", player: account, win: round.win, refusal: "105 bet limit reached" })]);
  expect(await finance.call(partners.sendAgain, { id: round.id, reason })).toMatchObject({ state: "closed", heldAt: null });
  expect(await finance.refused(partners.sendAgain, { id: round.id, reason })).toBe("partners.round_not_held");
  expect(await held(account)).toBe(String(100_00n - stake + round.win));
});

test("a win that is not taken within a day waits for an officer", async () => {
  const { play } = await sit();
  for (const call of ["win", "finish"]) await operator.order("5xx", { call, count: 60 });
  const { round } = await play();
  for (let look = 0; look < 6; look++) {
    world.clock.advance(look === 5 ? DAY_MS : 60 * 60 * S_MS);
    await continueRounds(world.open.platform);
  }
  const finance = await world.operator("finance");
  expect((await finance.call(partners.rounds, { code: "ISLA", held: "true" })).list.map(({ id }) => id)).toEqual([round.id]);
  await operator.clear();
  world.clock.advance(lineBounds.shutMs);
  expect((await finance.call(partners.sendAgain, { id: round.id, reason })).state).toBe("closed");
});

test("a demo is drawn like any round, asks nobody and is not kept", async () => {
  const { body } = await askPartner(world.address, partner, "launcher/demo", { game: "LIMBO" });
  const guest = world.guest();
  const ticket = new URL(String(body["launch_url"])).searchParams.get("ticket")!;
  const { token, ...table } = await guest.call(partners.open, { code: "ISLA", ticket });
  expect(table).toMatchObject({ mode: "demo", currency: "FUN", balance: null });
  const before = (await operator.books()).entries.length;
  const { round } = await guest.call(partners.play, { token, requestId: randomUUID(), stake, choice: { target: 200 } });
  expect(round).toMatchObject({ state: "closed", seedId: "", nonce: "" });
  expect((await operator.books()).entries).toHaveLength(before);
  expect(await guest.refused(partners.rotate, { token, clientSeed: "mine" })).toBe("partners.session_over");
});

test("a stopped game and a partner that is off are closed to its players, and what was drawn before is told all the same", async () => {
  const { guest, token, play } = await sit();
  for (const call of ["win", "finish"]) await operator.order("5xx", { call });
  const { round } = await play();
  const { url, platform } = world.open;
  await asOwner(url, "update partner set state = 'off' where code = 'ISLA'");
  expect(await guest.refused(partners.play, { token, requestId: randomUUID(), stake, choice })).toBe("partners.closed");
  expect((await askPartner(world.address, partner, "launcher/real", { game: "DICE", account: { id: "dan", currency: "PHP" } })).status).toBe(400);
  world.clock.advance(60 * S_MS);
  await continueRounds(platform);
  expect((await askPartner(world.address, partner, "round", { account_id: `ana ${players}`, round_id: round.id })).body).toEqual({ state: "finished" });
  await asOwner(url, "update partner set state = 'live' where code = 'ISLA'");
  await asOwner(url, "insert into game_stop (game_id, scope, at, reason, by_name) values (1, 'game', now(), 'test', 'test')");
  expect(await guest.refused(partners.play, { token, requestId: randomUUID(), stake, choice })).toBe("games.closed");
  await asOwner(url, "delete from game_stop");
});

test("what was drawn on a day is told by partner, currency and game, and the partner's own report says the same", async () => {
  const finance = await world.operator("finance");
  const to = world.clock.now().toISOString().slice(0, 10);
  const from = "2026-10-01";
  const { text } = await finance.download(partners.totalsCsv, { from, to });
  const [heading, ...lines] = text.trim().split("\r\n");
  expect(heading).toBe("partner,currency,day,game,rounds,stake,win,ggr,freeRounds,freeWin");
  const [sums] = await asOwner<{ rounds: number; stake: string; win: string }>(
    world.open.url,
    "select count(*)::int as rounds, (sum(stake) / 100)::numeric(12, 2)::text as stake, (sum(win) / 100)::numeric(12, 2)::text as win from partner_round where drawn_at is not null",
  );
  const column = (place: number): number => lines.reduce((all, line) => all + Number(line.split(",")[place]), 0);
  expect(column(4)).toBe(sums!.rounds);
  expect(column(5)).toBe(Number(sums!.stake));
  const until = world.clock.now().toISOString();
  const asked = { from: new Date(world.clock.now().getTime() - DAY_MS).toISOString(), until };
  const { body } = await askPartner(world.address, partner, "report", { ...asked, level: "sums" });
  const { body: accounts } = await askPartner(world.address, partner, "report", { ...asked, level: "accounts" });
  const list = accounts["accounts"] as readonly { account_id: string; entries: number; digest: string }[];
  expect(list.reduce((all, { entries }) => all + entries, 0)).toBe(body["entries"]);
  expect(
    String(
      BigInt.asUintN(
        64,
        list.reduce((all, { digest }) => all + BigInt(digest), 0n),
      ),
    ),
  ).toBe(body["digest"]);
  expect((await askPartner(world.address, partner, "report", { ...asked, level: "entries" })).status).toBe(400);
  const { body: entries } = await askPartner(world.address, partner, "report", { ...asked, level: "entries", account_id: list[0]!.account_id });
  expect(entries["entries"]).toHaveLength(list[0]!.entries);
});

test("a partner is added by one officer and speaks with no key before a second one confirmed it, and its wallet at another address needs one anew", async () => {
  const [first, second, reader] = (await Promise.all((["superadmin", "superadmin", "auditor"] as const).map((role) => world.operator(role)))) as [
    Person,
    Person,
    Person,
  ];
  const rules = {
    name: "Bagong Casino",
    state: "live",
    baseUrl: "https://wallet.casino.example/laro",
    casinoId: "laro",
    frameOrigins: ["https://casino.example"],
    currencies: ["EUR"],
    games: ["DICE"],
    stakeMax: 50_00n,
  } as const;
  const save = { code: "BAGO", rules: { ...rules, currencies: ["EUR"], frameOrigins: ["https://casino.example"], games: ["DICE" as const] }, reason };
  expect(await reader.refused(partners.save, save)).toBe("sessions.forbidden");
  for (const baseUrl of [
    "http://wallet.casino.example/",
    "https://user@wallet.example/",
    "ftp://wallet.example",
    "https://wallet.example:22/",
    "https://10.0.0.7/",
    "https://[fd00::1]/",
    "nonsense",
  ])
    expect(await first.refused(partners.save, { ...save, rules: { ...save.rules, baseUrl } })).toBe("partners.address_wrong");
  for (const origin of ["https://casino.example/path", "https://*.example", "'self'"])
    expect(await first.refused(partners.save, { ...save, rules: { ...save.rules, frameOrigins: [origin] } })).toBe("partners.origin_wrong");
  expect((await first.call(partners.save, save)).rules).toMatchObject({ baseUrl: "https://wallet.casino.example/laro/", stakeMax: 50_00n });
  const { key, secret } = await first.call(partners.proposeKey, { code: "BAGO", use: "theirs", reason });
  const asked = { code: "BAGO", secret: secret! };
  expect((await askPartner(world.address, asked, "games", {})).status).toBe(403);
  expect(await first.refused(partners.confirmKey, { id: key.id, fingerprint: key.fingerprint, reason })).toBe("gateway.own_proposal");
  expect(await second.refused(partners.confirmKey, { id: key.id, fingerprint: "0".repeat(16), reason })).toBe("gateway.fingerprint_other");
  await second.call(partners.confirmKey, { id: key.id, fingerprint: key.fingerprint, reason });
  expect((await askPartner(world.address, asked, "games", {})).body).toMatchObject({ games: [{ game: "DICE", stake_max: "50.00" }] });
  expect((await first.call(partners.endKey, { id: key.id, reason })).keys).toEqual([expect.objectContaining({ state: "ended" })]);
  expect((await askPartner(world.address, asked, "games", {})).status).toBe(403);
  const { key: ours } = await first.call(partners.proposeKey, { code: "BAGO", use: "ours", reason });
  await second.call(partners.confirmKey, { id: ours.id, fingerprint: ours.fingerprint, reason });
  const stateAfter = async (changed: { readonly name?: string; readonly baseUrl?: string }): Promise<string | undefined> =>
    (await first.call(partners.save, { ...save, rules: { ...save.rules, ...changed } })).keys.find(({ id }) => id === ours.id)?.state;
  expect(await stateAfter({ name: "Bago" })).toBe("live");
  expect(await stateAfter({ baseUrl: "https://elsewhere.example/" })).toBe("ended");
  expect((await reader.call(partners.list, {})).list.map(({ code }) => code)).toEqual(["BAGO", "ISLA"]);
  expect(JSON.stringify((await reader.call(partners.get, { code: "BAGO" })).keys)).not.toContain(secret);
});

test("a test partner is where its simulator answers, whatever its row says, is served by nobody without one or in production, and its stakes are raised by two officers", async () => {
  const { platform } = world.open;
  const simulated = { operatorUrl: "http://127.0.0.1:13005", operatorSecret: "s".repeat(32) };
  const served = async (config: Partial<typeof platform.config>) => {
    const { isLive, baseUrl, secrets } = (await findPartner({ ...platform, config: { ...platform.config, ...config } }, { code: TEST_PARTNER }))!;
    const origins = await listFrameOrigins(platform.database.db, TEST_PARTNER, { ...platform.config, ...config });
    return { isLive, baseUrl, keys: secrets.map(({ use }) => use), origins };
  };
  await addTestPartner(platform);
  expect((await (await world.operator("auditor")).call(partners.list, {})).list.map(({ code }) => code)).not.toContain(TEST_PARTNER);
  await addTestPartner({ ...platform, config: { ...platform.config, operatorUrl: "http://127.0.0.1:1" } });
  await addTestPartner({ ...platform, config: { ...platform.config, operatorUrl: "http://127.0.0.1:2" } });
  const [origin, keys] = ["http://127.0.0.1:13005", ["theirs", "ours"]];
  expect(await served(simulated)).toEqual({ isLive: true, baseUrl: `${origin}/`, keys, origins: [origin] });
  expect(await served({ ...simulated, production: true })).toMatchObject({ isLive: false, keys: [], origins: [] });
  expect(await served({})).toMatchObject({ isLive: false, keys: [], origins: [] });

  const admin = await world.operator("superadmin");
  const { rules } = await admin.call(partners.get, { code: TEST_PARTNER });
  const elsewhere = { baseUrl: "https://wallet.casino.example/", frameOrigins: ["https://casino.example"] };
  await admin.call(partners.save, { code: TEST_PARTNER, rules: { ...rules, ...elsewhere, stakeMax: 7_00n }, reason });
  expect(await served(simulated)).toMatchObject({ baseUrl: `${origin}/`, origins: [origin] });
  const raised = await admin.call(partners.save, { code: TEST_PARTNER, rules, reason });
  expect(raised.rules).toMatchObject({ baseUrl: "http://127.0.0.1:1/", stakeMax: 7_00n });
  expect(raised.proposal).toMatchObject({ stakeMax: null });
});
