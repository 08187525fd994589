import { games } from "@laro/contract/games";
import { site } from "@laro/contract/site";
import { vendors } from "@laro/contract/vendors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sweepWindows } from "../catalogue/changes.ts";
import type { Person } from "../../testing/person.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { soon } from "../../testing/soon.ts";

const DAY_MS = 24 * 60 * 60_000;

let world: World;
let marketing: Person;
let risk: Person;
beforeAll(async () => {
  world = await createWorld({ catalogue: true });
  [marketing, risk] = [await world.operator("marketing"), await world.operator("risk")];
});
afterAll(() => world.close());

const reason = "tried by a test";
const GOLDEN_MANGO = "10001";

test("a name in a language that the site does not speak, a footer with a stranger in it and one named twice are refused", async () => {
  const game = { nodeId: GOLDEN_MANGO, state: "open", words: "", reason } as const;
  const language = await marketing.refusal(vendors.setGame, { ...game, names: { XX: "Golden" } });
  expect([language.code, language.field]).toEqual(["vendors.language_unknown", "names"]);
  const [from, until] = [world.clock.now(), new Date(world.clock.now().getTime() + 60_000)].map((at) => at.toISOString()) as [string, string];
  expect(await risk.refused(vendors.window, { vendorCode: "PT", from, until, texts: { XX: "Soon" }, reason })).toBe("vendors.language_unknown");
  for (const vendorCodes of [["NOBODY"], ["PT", "PT"]])
    expect(await marketing.refused(vendors.setFooter, { vendorCodes, seen: [], reason })).toBe("vendors.not_found");
  expect(await risk.refused(vendors.setFooter, { vendorCodes: [], seen: [], reason })).toBe("sessions.forbidden");
  expect(await marketing.refused(vendors.changes, { nodeId: "12" })).toBe("games.not_found");
});

test("the table of games is narrowed by vendor, studio, type, state and words, page by page, each game once", async () => {
  const rows = (wish: object) => marketing.call(vendors.games, wish);
  const whole = await rows({});
  const pages = await Promise.all(Array.from({ length: whole.totalPages }, (_, at) => rows({ pageNo: at + 1 })));
  const nodes = pages.flatMap(({ list }) => list.map(({ nodeId }) => nodeId));
  expect([nodes.length, new Set(nodes).size]).toEqual([whole.total, whole.total]);
  const cards = await rows({ vendorCode: "KY", gameType: "PVP" });
  expect(cards.total).toBeGreaterThan(0);
  expect(cards.list.every(({ vendorCode, gameType }) => vendorCode === "KY" && gameType === "PVP")).toBe(true);
  expect(await rows({ vassalage: "NOBODY" })).toMatchObject({ list: [], total: 0, totalPages: 1 });
  expect((await rows({ name: "gólden mango" })).list.find(({ nodeId }) => nodeId === GOLDEN_MANGO)).toMatchObject({
    displayName: "Golden Mango",
    vendorCode: "PT",
    state: "open",
    standing: "open",
    rtp: "96.00",
    rtpSource: "stated",
    popularity: null,
    iconUrl: expect.stringContaining("/TCG_GAME_ICONS/10001.svg"),
  });
  expect((await rows({ name: GOLDEN_MANGO })).total).toBe(1);
  expect((await rows({ state: "hidden" })).total).toBe(0);
});

test("what an officer changes of a game is shown at once, found by its new words and kept with who, what and why", async () => {
  const game = { nodeId: GOLDEN_MANGO, state: "open" } as const;
  await marketing.call(vendors.setGame, { ...game, words: "mangga", names: { TY: "Gintong Mangga" }, reason: "a name for here" });
  const named = () => world.guest().call(games.info, { code: GOLDEN_MANGO, language: "TY" });
  await soon(async () => expect((await named()).game.displayName).toBe("Gintong Mangga"));
  expect((await marketing.call(vendors.games, { name: "mangga" })).list.map(({ nodeId }) => nodeId)).toContain(GOLDEN_MANGO);
  world.clock.advance(1_000);
  // Names that are not given stay.
  await marketing.call(vendors.setGame, { ...game, state: "hidden", words: "mangga", reason: "its rights ended" });
  const shown = async () => (await marketing.call(vendors.games, { name: GOLDEN_MANGO })).list[0];
  await soon(async () => expect(await shown()).toMatchObject({ state: "hidden", standing: null, iconUrl: null, names: { TY: "Gintong Mangga" } }));
  const changes = await marketing.call(vendors.changes, { nodeId: GOLDEN_MANGO, limit: 1 });
  expect(changes.list).toMatchObject([{ field: "state", before: "open", after: "hidden", by: marketing.name, reason: "its rights ended" }]);
  const rest = await marketing.call(vendors.changes, { nodeId: GOLDEN_MANGO, cursor: changes.next! });
  expect(rest.list.map(({ field, before, after }) => [field, before, after]).toSorted()).toEqual([
    ["name.TY", "", "Gintong Mangga"],
    ["words", expect.any(String), "mangga"],
  ]);
  const counted = (await marketing.call(vendors.list, {})).list.find(({ vendorCode }) => vendorCode === "PT");
  expect(counted).toMatchObject({ games: 40, hidden: 1 });
  // Another officer, whose page is older, changes its words alone.
  await (await world.operator("marketing")).call(vendors.setGame, { nodeId: GOLDEN_MANGO, words: "mangga prutas", reason });
  expect(await shown()).toMatchObject({ state: "hidden", words: "mangga prutas", names: { TY: "Gintong Mangga" } });
  await marketing.call(vendors.setGame, { ...game, words: "", names: {}, reason });
});

test("the foot of the page names exactly the chosen vendors, and vendors stand in the order of their studios", async () => {
  const { list, order } = await marketing.call(vendors.list, {});
  const named = list.filter(({ inFooter }) => inFooter).map(({ vendorCode }) => vendorCode);
  await marketing.call(vendors.setFooter, { vendorCodes: ["PG", "BGS"], seen: named, reason });
  await soon(async () => expect((await world.guest().call(site.menu, {})).footer.toSorted()).toEqual(["BGS", "PG"]));
  await marketing.call(vendors.order, { vassalages: ["JL", "PG"], seen: order, reason });
  expect((await marketing.call(vendors.list, {})).list.slice(0, 2).map(({ vendorCode }) => vendorCode)).toEqual(["JL", "PG"]);
  await marketing.call(vendors.setFooter, { vendorCodes: named, seen: ["BGS", "PG"], reason });
  await soon(async () => expect((await world.guest().call(site.menu, {})).footer).toHaveLength(named.length));
});

test("of officers who saw the same footer or the same order one changes it, and the others are told", async () => {
  const officers = [marketing, ...(await Promise.all([1, 2, 3].map(() => world.operator("marketing"))))];
  const { list, order } = await marketing.call(vendors.list, {});
  const named = list.filter(({ inFooter }) => inFooter).map(({ vendorCode }) => vendorCode);
  const outcomes = async (calls: readonly Promise<unknown>[]) =>
    (
      await Promise.all(
        calls.map((call) =>
          call.then(
            () => "done",
            (error: { code: string }) => error.code,
          ),
        ),
      )
    ).toSorted();
  const onlyOne = ["done", "vendors.changed", "vendors.changed", "vendors.changed"];
  expect(
    await outcomes(
      officers.map((one, at) => one.call(vendors.setFooter, { vendorCodes: list.slice(0, at).map(({ vendorCode }) => vendorCode), seen: named, reason })),
    ),
  ).toEqual(onlyOne);
  expect(await outcomes(officers.map((one, at) => one.call(vendors.order, { vassalages: [order.at(-1 - at)!], seen: order, reason })))).toEqual(onlyOne);
});

test("whoever is told that a lobby is stale and asks at once is answered what stands now, and not what the second before did", async () => {
  const state = async () => (await world.guest().call(games.list, { vassalage: "JDB", pageSize: 1 })).list[0]!.state;
  const heard = () =>
    new Promise<void>((done) => {
      const stop = world.open.platform.live.listen(["everyone"], () => {
        stop();
        done();
      });
    });
  for (const wanted of ["paused", "test", "paused", "test"] as const) {
    await state();
    const told = heard();
    await risk.call(vendors.setState, { vendorCode: "JDB", state: wanted, reason });
    await told;
    expect(await state()).toBe(wanted === "paused" ? "paused" : "open");
  }
});

test("windows that are a month over are forgotten, and those since then stay", async () => {
  const count = async () => (await asOwner<{ count: number }>(world.open.url, "select count(*)::integer as count from game_window"))[0]!.count;
  for (let month = 0; month < 2; month++) {
    const officer = await world.operator("risk");
    const [from, until] = [world.clock.now(), new Date(world.clock.now().getTime() + 60_000)].map((at) => at.toISOString()) as [string, string];
    await officer.call(vendors.window, { vendorCode: "PT", from, until, reason });
    await world.pass(20 * DAY_MS);
  }
  const before = await count();
  await world.open.platform.database.begin((tx) => sweepWindows(tx, world.clock.now()));
  expect(await count()).toBe(before - 1);
});
