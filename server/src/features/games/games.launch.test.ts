import { accountTypes } from "@laro/contract/core/accountTypes";
import { games } from "@laro/contract/games";
import { limits } from "@laro/contract/limits";
import { protection } from "@laro/contract/protection";
import { recents } from "@laro/contract/recents";
import { parseAmount } from "@laro/contract/core/money";
import { transfers } from "@laro/contract/transfers";
import { vendors } from "@laro/contract/vendors";
import { wallet } from "@laro/contract/wallet";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../testing/person.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
let ann: Person & { readonly id: bigint };
beforeAll(async () => {
  world = await createWorld({ catalogue: true, vendor: true });
  ann = await world.player();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const SLOT = "10001";
const reason = "tried by a test";
const ticketOf = ({ route }: { route: string }): string => new URL(route, "http://x").searchParams.get("launch")!;
const start = async (who: Person = ann, nodeId = SLOT): Promise<string> => ticketOf(await who.call(games.launch, { nodeId, mode: "demo", device: "phone" }));
const countLines = async (): Promise<bigint> => {
  const { rows } = await world.open.platform.database.pool.query<{ count: bigint }>("select count(*) from transfer");
  return rows[0]!.count;
};

test("a launch says where to go: a room, a vendor's list, or a ticket that opens a game in a frame and moves no money [CALL-65]", async () => {
  const before = await countLines();
  expect(await ann.call(games.launch, { nodeId: "1001" })).toEqual({ route: "/room/DICE" });
  const { data } = await world.guest().call(games.vendors, {});
  const cardOf = (lane: string, code: string) => data.lanes.find(({ title }) => title === lane)!.cards[code]!;
  expect(await ann.call(games.launch, { nodeId: cardOf("RNG", "PT").nodeId })).toEqual({ route: "/rng?vassalage=PT" });
  expect(await ann.call(games.launch, { nodeId: cardOf("LIVE", "OG").nodeId })).toEqual({ route: "?list=OG" });
  const opened = await ann.call(games.openLaunch, { ticket: await start() });
  expect(opened).toMatchObject({ origin: world.vendor!.url, title: "Golden Mango", vendor: "PT", simulated: true, mode: "demo", nodeId: SLOT });
  expect(opened.url.startsWith(`${world.vendor!.url}/play?session=`)).toBe(true);
  const page = await (await fetch(opened.url)).text();
  for (const words of ["Golden Mango", "Test vendor PT", "Exact return 96.00 %", "Play credits, no money"]) expect(page).toContain(words);
  expect(await countLines()).toBe(before);
});

test("a test vendor's game is played with the member's own money: each round moves the wallet, a limit stops it inside the game", async () => {
  const rich = await world.player({ balance: 500_00n });
  const opened = await rich.call(games.openLaunch, { ticket: ticketOf(await rich.call(games.launch, { nodeId: SLOT })) });
  expect(opened).toMatchObject({ mode: "real", simulated: true });
  expect(await (await fetch(opened.url)).text()).not.toContain("Play credits");
  const session = new URL(opened.url).searchParams.get("session")!;
  const ask = async (path: string, query = "") =>
    (await (await fetch(`${world.vendor!.url}${path}?session=${session}${query}`, { method: "POST" })).json()) as Spin;
  expect((await ask("/credits")).credits).toBe("500.00");
  const round = await ask("/spin", "&stake=1");
  const expected = 500_00n - BigInt(Math.round(round.bet * 100)) + BigInt(Math.round(round.win * 100));
  expect(parseAmount(round.credits)).toBe(expected);
  expect((await rich.call(wallet.balance, {})).balance).toBe(expected);
  await rich.call(limits.set, { kind: "stake", period: "day", amount: BigInt(Math.round(round.bet * 100)) });
  expect(await ask("/spin", "&stake=1")).toMatchObject({ refused: "105" });
  expect((await rich.call(wallet.balance, {})).balance).toBe(expected);
  const poor = await world.player();
  const other = await poor.call(games.openLaunch, { ticket: ticketOf(await poor.call(games.launch, { nodeId: SLOT })) });
  expect(await (await fetch(`${world.vendor!.url}/spin${new URL(other.url).search}`, { method: "POST" })).json()).toMatchObject({ refused: "100" });
});

interface Spin {
  readonly bet: number;
  readonly win: number;
  readonly credits: string;
  readonly refused?: string;
}

test("a game of a vendor with a wallet of its own opens without money while nothing is there, by that vendor's own protocol, and then with it", async () => {
  const query = "select g.node_id::text as node from game g join vendor v on v.id = g.vendor_id where v.code = 'AG' and g.state = 'open' limit 1";
  const [game] = await asOwner<{ node: string }>(world.open.url, query);
  const rich = await world.player({ balance: 10_00n });
  const opened = await rich.call(games.openLaunch, { ticket: ticketOf(await rich.call(games.launch, { nodeId: game!.node })) });
  expect([opened.mode, (await fetch(opened.url)).status]).toEqual(["demo", 200]);
  await rich.call(transfers.move, { requestId: randomUUID(), from: "MAIN", to: "AG", amount: 5_00n });
  const open = async (mode?: "demo") => rich.call(games.openLaunch, { ticket: ticketOf(await rich.call(games.launch, { nodeId: game!.node, mode })) });
  expect((await open("demo")).mode).toBe("demo");
  const played = await open();
  expect([played.mode, (await fetch(played.url)).status]).toEqual(["real", 200]);
});

test("a ticket opens once, within a minute, for the login it was made for, and not after its end", async () => {
  const used = await start();
  await ann.call(games.openLaunch, { ticket: used });
  expect(await ann.refused(games.openLaunch, { ticket: used })).toBe("games.launch_expired");
  const late = await start();
  world.clock.advance(60_000);
  expect(await ann.refused(games.openLaunch, { ticket: late })).toBe("games.launch_expired");
  const foreign = await start();
  expect(await (await world.player()).refused(games.openLaunch, { ticket: foreign })).toBe("games.launch_expired");
  expect(await world.guest().refused(games.openLaunch, { ticket: foreign })).toBe("games.launch_expired");
  await ann.call(games.endLaunch, { ticket: foreign });
  await ann.call(games.endLaunch, { ticket: foreign });
  expect(await ann.refused(games.openLaunch, { ticket: foreign })).toBe("games.launch_expired");
  expect(await ann.refused(games.openLaunch, { ticket: "made-up" })).toBe("games.launch_expired");
});

test("of two who hold one ticket at once, one opens it", async () => {
  const ticket = await start();
  const answers = await Promise.all([ann.send(games.openLaunch, { ticket }), ann.send(games.openLaunch, { ticket })]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
});

test("what is unknown, closed, paused or in a window does not start, and neither does a ticket made before", async () => {
  const risk = await world.operator("risk");
  for (const nodeId of ["9", "10000000000000", "1 or 1=1", "20000"]) expect(await ann.refused(games.launch, { nodeId })).toBe("games.not_found");
  const { list } = await world.guest().call(games.list, { vassalage: "MGS" });
  expect(await ann.refused(games.launch, { nodeId: list[0]!.nodeId })).toBe("games.paused");
  const inWindow = (await world.guest().call(games.list, { vassalage: "WD" })).list[0]!;
  expect(await ann.refusal(games.launch, { nodeId: inWindow.nodeId })).toMatchObject({ code: "games.maintenance", values: { until: inWindow.until } });
  await risk.call(games.setOpen, { gameCode: "DICE", isOpen: false, reason });
  expect(await ann.refused(games.launch, { nodeId: "1001" })).toBe("games.closed");
  await risk.call(games.setOpen, { gameCode: "DICE", isOpen: true, reason });
  const ticket = await start();
  await risk.call(vendors.setState, { vendorCode: "PT", state: "paused", reason });
  expect(await ann.refused(games.openLaunch, { ticket })).toBe("games.paused");
  await risk.call(vendors.setState, { vendorCode: "PT", state: "off", reason });
  expect(await ann.refused(games.launch, { nodeId: SLOT })).toBe("games.not_found");
  await risk.call(vendors.setState, { vendorCode: "PT", state: "test", reason });
});

test("guests try a demo and start nothing else, a trial account neither: a real account is needed", async () => {
  expect(await world.guest().refused(games.launch, { nodeId: SLOT })).toBe("sessions.required");
  const guest = world.guest();
  expect(await guest.call(games.openLaunch, { ticket: ticketOf(await guest.call(games.tryDemo, { nodeId: SLOT })) })).toMatchObject({ mode: "demo" });
  expect(await guest.refused(games.tryDemo, { nodeId: "1001" })).toBe("games.demo_closed");
  const trial = await world.member({ type: accountTypes.trial });
  expect(await trial.refused(games.launch, { nodeId: SLOT })).toBe("sessions.real_account_needed");
  expect(await trial.refused(games.tryDemo, { nodeId: SLOT })).toBe("sessions.real_account_needed");
});

test("who is shut out has no launch left open", async () => {
  const eva = await world.player();
  const [opened, unopened] = [await start(eva), await start(eva)];
  await eva.call(games.openLaunch, { ticket: opened });
  const support = await world.operator("support");
  await support.call(protection.exclude, { memberId: eva.id, kind: "operator", period: "6m", reason });
  const open = world.open.platform.database.db.selectFrom("launch").select("id").where("account_id", "=", eva.id).where("ended_at", "is", null);
  expect([await open.execute(), await eva.refused(games.openLaunch, { ticket: unopened })]).toEqual([[], "games.launch_expired"]);
});

test("who takes a break starts nothing", async () => {
  const ben = await world.player();
  await ben.call(protection.takeBreak, { period: "24h" });
  expect(await ben.refused(games.launch, { nodeId: SLOT })).toBe("protection.excluded");
  expect(await ben.refused(games.launch, { nodeId: "1001" })).toBe("protection.excluded");
});

test("a vendor that is silent, answers nonsense or leads elsewhere is refused by name", async () => {
  for (const [fault, code] of [
    ["dead", "vendors.unreachable"],
    ["html", "vendors.unreachable"],
    ["slow-launch", "vendors.unreachable"],
    ["foreign-launch-url", "vendors.launch_refused"],
  ] as const) {
    await world.vendor!.order(fault);
    expect([fault, await ann.refused(games.openLaunch, { ticket: await start() })]).toEqual([fault, code]);
  }
}, 20_000);

test("the page around a game alone may frame a vendor's origin, and asks no other", async () => {
  const policyOf = async (path: string) => (await fetch(world.address + path)).headers.get("content-security-policy");
  expect(await policyOf("/seamless?launch=x")).toMatch(new RegExp(`frame-src ${world.vendor!.url} \\S+/seamless/return \\S+/seamless/cashier;`));
  expect(await policyOf("/seamless?launch=x")).toContain("script-src 'self'");
  for (const path of ["/", "/rng", "/seamless/x"]) expect(await policyOf(path)).toContain("frame-src 'self'");
});

test("the two pages to which a game leads back may stand in our own frame alone, run their own script alone, and nothing of an address reaches them", async () => {
  for (const [path, says] of [
    ["/seamless/return", "laro.close"],
    ["/seamless/cashier", "laro.cashier"],
  ] as const) {
    const [answer, other] = await Promise.all([fetch(world.address + path), fetch(`${world.address}${path}?to=https://elsewhere.example`)]);
    expect(answer.headers.get("content-security-policy")).toMatch(
      /^default-src 'none';script-src 'sha256-[^']+';.*frame-ancestors 'self';sandbox allow-scripts$/,
    );
    const html = await answer.text();
    expect(html).toContain(says);
    expect(await other.text()).toBe(html);
  }
});

test("recent games are the member's own, newest first and each once, in pages [CALL-30]", async () => {
  const [cora, dan] = [await world.player(), await world.player()];
  for (const nodeId of ["10001", "10650", "1001", "10001"]) {
    world.clock.advance(1_000);
    await cora.call(games.launch, { nodeId });
  }
  const all = await cora.call(recents.list, { page: 1, pageSize: 20, gameType: "ALL", language: "EN", clientType: 3 });
  expect([all.list.map(({ nodeId }) => nodeId), all.total]).toEqual([["10001", "1001", "10650"], 3]);
  expect((await cora.call(recents.list, { gameType: "RNG" })).list.map(({ nodeId }) => nodeId)).toEqual(["10001"]);
  expect((await cora.call(recents.list, { page: 2, pageSize: 2 })).list.map(({ nodeId }) => nodeId)).toEqual(["10650"]);
  expect((await dan.call(recents.list, {})).list).toEqual([]);
  expect((await cora.request("GET", "/api/recents.list?page=0")).status).toBe(400);
});

test("the seeded figures are what the simulator's stand-ins are, exactly", async () => {
  const { list } = (await (await fetch(`${world.vendor!.url}/standins`)).json()) as {
    list: readonly { kind: string; lines: number; rtpBps: number; volatility: number }[];
  };
  const { rows } = await world.open.platform.database.pool.query<{ code: string; rtp: number; volatility: number; lines: number | null; count: bigint }>(
    `select split_part(game_code, '-', 1) as code, rtp_bps as rtp, volatility, lines, count(*) from game where vendor_id > 1 group by 1, 2, 3, 4`,
  );
  const stated = new Map(list.map(({ kind, lines, ...figures }) => [kind === "reels" ? `reels${lines}` : kind, figures]));
  for (const { code, rtp, volatility } of rows) expect([code, { rtpBps: rtp, volatility }]).toEqual([code, stated.get(code)]);
  expect(rows.length).toBe(list.length);
  expect(rows.reduce((sum, { count }) => sum + Number(count), 0)).toBe(966);
});
