import { once } from "node:events";
import { rounds } from "@laro/contract/rounds";
import { sessions } from "@laro/contract/sessions";
import { EVERYTHING, LIVE_PATH, LiveMessage } from "@laro/contract/core/live";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { newId } from "../../platform/ids.ts";
import { asOwner, cutListeners, LISTENERS } from "../../testing/owner.ts";
import { rollDice } from "../../testing/bets.ts";
import type { Person } from "../../testing/person.ts";
import { openSister } from "../../testing/sister.ts";
import { soon } from "../../testing/soon.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const TICKET_REFUSED = 4401;
const SESSION_ENDED = 4403;
const REPLACED = 4409;
const RECONNECTED_WITHIN_MS = 5_000;

interface Listening {
  readonly messages: LiveMessage[];
  readonly closed: Promise<number>;
  readonly close: () => void;
}

async function listen(query: string): Promise<Listening> {
  const socket = new WebSocket(`${world.address.replace("http", "ws")}${LIVE_PATH}${query}`);
  const messages: LiveMessage[] = [];
  socket.on("message", (data) => messages.push(LiveMessage.parse(JSON.parse(String(data)))));
  const closed = once(socket, "close").then(([code]) => code as number);
  await once(socket, "open");
  // The ticket is looked at after the socket opens; what comes before would be lost.
  await new Promise((wait) => setTimeout(wait, 100));
  return { messages, closed, close: () => socket.close() };
}

const dice = () => ({ requestId: newId(world.clock.now()), gameCode: "DICE", stake: 1_00n, choice: { target: 5000, side: "under" } });

/** The same person in another browser. */
async function again({ name, password }: Person): Promise<Person> {
  const browser = world.guest();
  browser.token = (await browser.call(sessions.login, { username: name, password, type: "username", entry: "player" })).token;
  return browser;
}

const openSocket = async (person: Person): Promise<Listening> => listen(`?ticket=${(await person.call(sessions.liveTicket, {})).ticket}`);

test("a player's other sessions hear that the balance is stale after a bet; the one that played knows it by the answer, and nobody else hears", async () => {
  const [ann, ben] = [await world.player({ balance: 10_00n }), await world.player()];
  await new Promise((wait) => setTimeout(wait, 200));
  const [playing, watching, his] = [await openSocket(ann), await openSocket(await again(ann)), await openSocket(ben)];
  await ann.call(rounds.play, dice());
  await expect.poll(() => watching.messages, { timeout: 2_000 }).toEqual([{ stale: ["wallet.balance", "bonuses.rewards", "rewards.summary"] }]);
  expect(playing.messages).toEqual([]);
  // Money that no session of theirs moved is told to all of them.
  await rollDice(world, ann.id, { stake: 1_00n });
  for (const [one, count] of [
    [playing, 1],
    [watching, 2],
  ] as const)
    await expect.poll(() => one.messages.length, { timeout: 2_000 }).toBe(count);
  expect(his.messages).toEqual([]);
  for (const socket of [playing, watching, his]) socket.close();
});

/** Leaves while its ticket cannot be looked at. */
async function leaveEarly(person: Person): Promise<void> {
  const { ticket } = await person.call(sessions.liveTicket, {});
  const holding = new pg.Client({ connectionString: world.open.url });
  await holding.connect();
  await holding.query("begin; lock table live_ticket in access exclusive mode");
  const socket = new WebSocket(`${world.address.replace("http", "ws")}${LIVE_PATH}?ticket=${ticket}`);
  await once(socket, "open");
  await new Promise((wait) => setTimeout(wait, 100));
  socket.terminate();
  await new Promise((wait) => setTimeout(wait, 100));
  await holding.query("commit");
  await holding.end();
  await new Promise((wait) => setTimeout(wait, 100));
}

test("what everyone hears is answered in one moment by a few, and by a crowd each at its own, in which nobody counts who left before their ticket was looked at", async () => {
  const { live } = world.open.platform;
  const people = [];
  for (let count = 0; count < 10; count++) people.push(await world.player());
  const [ann] = people as [Person & { id: bigint }];
  await leaveEarly(ann);
  const tell = async (one: Listening): Promise<LiveMessage> => {
    const heard = one.messages.length;
    live.stale(["site.menu"], ["everyone"]);
    await expect.poll(() => one.messages.length).toBeGreaterThan(heard);
    return one.messages.at(-1)!;
  };
  const first = await listen(`?ticket=${(await ann.call(sessions.liveTicket, {})).ticket}`);
  expect(await tell(first)).toEqual({ stale: ["site.menu"] });
  const tickets: string[] = [];
  // Ten each, with the first.
  for (let at = 1; at < 100; at++) tickets.push((await people[at % 10]!.call(sessions.liveTicket, {})).ticket);
  const crowd = await Promise.all(tickets.map((ticket) => listen(`?ticket=${ticket}`)));
  expect(await tell(first)).toEqual({ stale: ["site.menu"], spreadMs: 100 });
  live.stale(["wallet.balance"], [`member:${ann.id}`]);
  await expect.poll(() => first.messages.at(-1)).toEqual({ stale: ["wallet.balance"] });
  for (const one of [first, ...crowd]) one.close();
});

test("the eleventh socket of a session takes the place of its oldest, and the 31st of a person the place of the oldest of all", async () => {
  const ann = await world.player();
  const [second, third, fourth] = [await again(ann), await again(ann), await again(ann)];
  const codes: number[] = [];
  const open = async (person: Person): Promise<Listening> => {
    const one = await openSocket(person);
    void one.closed.then((code) => codes.push(code));
    return one;
  };
  const first = await open(ann);
  const all = [first];
  for (let count = 1; count < 10; count++) all.push(await open(ann));
  expect(codes).toEqual([]);
  all.push(await open(ann));
  expect(await first.closed).toBe(REPLACED);
  for (const person of [second, third]) for (let count = 0; count < 10; count++) all.push(await open(person));
  expect(codes).toEqual([REPLACED]);
  all.push(await open(fourth));
  expect(await all[1]!.closed).toBe(REPLACED);
  world.open.platform.live.stale(["wallet.balance"], [`member:${ann.id}`]);
  await expect.poll(() => all.filter(({ messages }) => messages.length === 1).length).toBe(30);
  expect(codes).toEqual([REPLACED, REPLACED]);
  for (const one of all) one.close();
});

test("a socket that reads nothing is given up: what is said to it is not held for good", async () => {
  const { live } = world.open.platform;
  const ann = await world.player();
  const { ticket } = await ann.call(sessions.liveTicket, {});
  const socket = new WebSocket(`${world.address.replace("http", "ws")}${LIVE_PATH}?ticket=${ticket}`);
  let heard = 0;
  socket.on("message", () => (heard += 1));
  const closed = once(socket, "close").then(([code]) => code as number);
  await once(socket, "open");
  await new Promise((wait) => setTimeout(wait, 100));
  socket.pause();
  const said = 2_000;
  const text = "x".repeat(7_000);
  for (let count = 0; count < said; count++) await live.tell([`member:${ann.id}`], { stale: [text] });
  socket.resume();
  expect(await closed).toBe(1006);
  expect(heard).toBeLessThan(said);
});

test.each(["", "?ticket=", "?ticket=made-up", "?ticket=a&ticket=b"])("a socket asked for with the query %s is closed", async (query) => {
  expect([TICKET_REFUSED, 1006, 1011]).toContain(await (await listen(query)).closed);
});

test("what can be no ticket is refused without a look at the database, and one network has sockets looked at as often as it may call", async () => {
  const holding = new pg.Client({ connectionString: world.open.url });
  await holding.connect();
  await holding.query("begin; lock table live_ticket in access exclusive mode");
  for (const ticket of ["made-up", "x".repeat(33), "%2e".repeat(32)]) expect(await (await listen(`?ticket=${ticket}`)).closed).toBe(TICKET_REFUSED);
  await holding.end();
  const knock = async (ip: string) => (await fetch(world.address + LIVE_PATH, { headers: { "x-forwarded-for": ip } })).status;
  const knocks = await Promise.all(Array.from({ length: 1_250 }, (_, device) => knock(`2001:db8:9:9::${device}`)));
  expect(knocks.filter((status) => status === 429)).toHaveLength(50);
  expect(await knock("2001:db8:9:10::1")).toBe(404);
});

test("a session token opens no socket: it would stand in a URL", async () => {
  const ann = await world.player();
  expect(await (await listen(`?ticket=${ann.token}`)).closed).toBe(TICKET_REFUSED);
});

test("a ticket opens one socket, within 60 seconds, while its session lives", async () => {
  const ann = await world.player();
  const { ticket } = await ann.call(sessions.liveTicket, {});
  const first = await listen(`?ticket=${ticket}`);
  expect(await (await listen(`?ticket=${ticket}`)).closed).toBe(TICKET_REFUSED);
  first.close();
  const late = await ann.call(sessions.liveTicket, {});
  world.clock.advance(60_000);
  expect(await (await listen(`?ticket=${late.ticket}`)).closed).toBe(TICKET_REFUSED);
  const orphan = await ann.call(sessions.liveTicket, {});
  await ann.call(sessions.logout, {});
  expect(await (await listen(`?ticket=${orphan.ticket}`)).closed).toBe(TICKET_REFUSED);
});

test("a player hears of a bet that another process booked", async () => {
  const sister = await openSister(world);
  try {
    const ann = await world.player({ balance: 10_00n });
    const socket = await openSocket(await again(ann));
    await sister.meet(ann).call(rounds.play, dice());
    await expect.poll(() => socket.messages, { timeout: 2_000 }).toContainEqual({ stale: ["wallet.balance", "bonuses.rewards", "rewards.summary"] });
    socket.close();
  } finally {
    await sister.close();
  }
});

test("a page of another site opens no socket, even with a ticket that is good", async () => {
  const ann = await world.player();
  const { host } = new URL(world.address);
  for (const origin of ["https://evil.example", `http://${host}.evil.example`, `http://127.0.0.1:1`, "null", "nonsense", ""]) {
    const { ticket } = await ann.call(sessions.liveTicket, {});
    const socket = new WebSocket(`${world.address.replace("http", "ws")}/api/live?ticket=${ticket}`, { headers: { origin } });
    const [, { statusCode }] = (await once(socket, "unexpected-response")) as [unknown, { statusCode: number }];
    expect([origin, statusCode]).toEqual([origin, 403]);
    const own = new WebSocket(`${world.address.replace("http", "ws")}/api/live?ticket=${ticket}`, { headers: { origin: world.address } });
    await once(own, "open");
    own.close();
  }
});

test("a socket is closed by the server when its session was left alone for half an hour, and stays while its session is used", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  const [hers, his] = await Promise.all([ann, ben].map(async (one) => listen(`?ticket=${(await one.call(sessions.liveTicket, {})).ticket}`)));
  let isHisOpen = true;
  void his!.closed.then(() => (isHisOpen = false));
  for (let minutes = 0; minutes < 40; minutes += 20) {
    world.clock.advance(20 * 60_000);
    await ben.call(rounds.mine, { gameCode: "DICE" });
  }
  expect(await hers!.closed).toBe(SESSION_ENDED);
  expect(isHisOpen).toBe(true);
  await ben.call(sessions.logout, {});
  expect(await his!.closed).toBe(SESSION_ENDED);
}, 20_000);

test("logging out closes the socket", async () => {
  const ann = await world.player();
  const socket = await listen(`?ticket=${(await ann.call(sessions.liveTicket, {})).ticket}`);
  await ann.call(sessions.logout, {});
  expect(await socket.closed).toBe(SESSION_ENDED);
});

test("a session that ended while nobody heard of it has its socket closed once notices are heard again, and every page that stays is told that all is stale", async () => {
  const [ann, ben, carl] = [await world.player(), await world.player(), await world.player()];
  const [hers, his, looked] = await Promise.all([ann, ben, carl].map(openSocket));
  const endSilently = ({ id }: { readonly id: bigint }) =>
    asOwner(world.open.url, "update session set ended_at = now() where kind = 'member' and subject_id = $1", [String(id)]);
  // When this one is closed all have been looked at, and none is for the next half an hour.
  await endSilently(carl);
  expect(await looked!.closed).toBe(SESSION_ENDED);
  await endSilently(ann);
  await cutListeners(world.open.url);
  expect(await hers!.closed).toBe(SESSION_ENDED);
  await soon(() => expect(his!.messages).toEqual([{ stale: [EVERYTHING] }]));
  // Who has just loaded a page hears it too.
  const late = await listen(`?missedMs=30000&ticket=${(await ben.call(sessions.liveTicket, {})).ticket}`);
  await soon(() => expect(late.messages.flatMap((said) => ("stale" in said ? said.stale : []))).toContain(EVERYTHING));
  await ben.call(sessions.logout, {});
  expect([await his!.closed, await late.closed]).toEqual([SESSION_ENDED, SESSION_ENDED]);
}, 40_000);

test("after its database connection is lost twice the live channel is back, and tells once", async () => {
  const listeners = () => asOwner(world.open.url, `select pid ${LISTENERS}`);
  for (let time = 0; time < 2; time++) {
    expect(await cutListeners(world.open.url)).toBe(1);
    await expect.poll(async () => (await listeners()).length, { timeout: RECONNECTED_WITHIN_MS, interval: 50 }).toBe(0);
    await expect.poll(async () => (await listeners()).length, { timeout: RECONNECTED_WITHIN_MS, interval: 50 }).toBe(1);
  }
  const ann = await world.player({ balance: 10_00n });
  await new Promise((wait) => setTimeout(wait, 200));
  const socket = await openSocket(await again(ann));
  await ann.call(rounds.play, dice());
  await expect.poll(() => socket.messages, { timeout: 2_000 }).toHaveLength(1);
  expect(await listeners()).toHaveLength(1);
  socket.close();
});
