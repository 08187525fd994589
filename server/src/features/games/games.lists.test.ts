import type { InputOf } from "@laro/contract/core/endpoint";
import { games } from "@laro/contract/games";
import { site } from "@laro/contract/site";
import { vendors } from "@laro/contract/vendors";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { brand } from "../../core/settings/packs.ts";
import { setSite } from "../../testing/site.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { soon } from "../../testing/soon.ts";

let world: World;
beforeAll(async () => void (world = await createWorld({ catalogue: true })));
afterAll(() => world.close());

type Wish = InputOf<(typeof games)["list"]>;
const list = (wish: Wish) => world.guest().call(games.list, wish);
const TEN = "clientType=3&platform=WEB&merchant=laro&gameType=RNG&vassalage=PT&gameClassify=ALL&isNew=&pageNo=1&pageSize=20&language=EN";
const reason = "tried by a test";
/** Shared answers live two seconds and the view one, whatever the world's clock says. */

test.each([
  ["pageNo", "pageNo=0"],
  ["pageSize", "pageSize=101"],
  ["gameType", "gameType=SEVENTEENLETTERSX"],
  ["minimumBet", "minimumBet=-1"],
  ["sort", "sort=luck"],
])("a list refuses a wrong %s by its field", async (field, query) => {
  const { status, answer } = await world.guest().request("GET", `/api/games.list?${query}`);
  expect([status, answer]).toMatchObject([400, { success: false, message: "request.invalid", value: { field } }]);
});

test("unknown types and vendors have no games, and a page past the end is empty with the right total", async () => {
  expect(await list({ gameType: "CHESS" })).toMatchObject({ list: [], total: 0, totalPages: 1 });
  expect(await list({ vassalage: "NOBODY" })).toMatchObject({ list: [], total: 0 });
  expect(await list({ vassalage: "PT", pageNo: 99 })).toMatchObject({ list: [], total: 40, totalPages: 2, pageNo: 99 });
});

test("the list answers the ten parameters page by page, each game once, spelled as the specification spells it [CALL-26]", async () => {
  const { answer } = await world.guest().request("GET", `/api/games.list?${TEN}`);
  expect(answer).toMatchObject({ success: true, value: { pageNo: 1, totalPages: 2, total: 40 } });
  const pages = await Promise.all([1, 2].map((pageNo) => list({ gameType: "RNG", vassalage: "PT", pageNo, pageSize: 20 })));
  const all = pages.flatMap((page) => page.list);
  expect(new Set(all.map(({ nodeId }) => nodeId)).size).toBe(40);
  for (const game of all) {
    expect(game).toMatchObject({
      vassalage: "PT",
      vendorCode: "PT",
      gameType: "RNG",
      isGame: "GAME",
      state: "open",
      maintenance: false,
      simulated: true,
      demo: true,
    });
    expect(game).toMatchObject({
      iconUrl: expect.stringMatching(new RegExp(`^/TCG_GAME_ICONS/${game.nodeId}\\.svg\\?v=[\\w-]{12}$`)),
      rtp: "96.00",
      rtpSource: "stated",
      gameName: game.displayName,
    });
  }
});

test("facets narrow: stakes from ₱1.00, 25 lines or more, vendors and steps; within one any choice fits, and each count is the list it opens [GAME-22]", async () => {
  const wish = { gameType: "RNG", minimumBet: 1_00n, lines: 25, vendors: "PT,RTG", withFacets: "1", pageSize: 100 } as const;
  const found = await list(wish);
  expect(found.total).toBeGreaterThan(5);
  for (const game of found.list) {
    expect(["PT", "RTG"]).toContain(game.vassalage);
    expect(game.lines).toBeGreaterThanOrEqual(25);
    expect(game.stakeMin! <= 1_00n).toBe(true);
  }
  const { facets } = found;
  expect(facets!.vendors.find(({ code }) => code === "PG")).toMatchObject({ count: (await list({ ...wish, vendors: "PG" })).total });
  expect(facets!.lines.find(({ code }) => code === "50")).toMatchObject({ count: (await list({ ...wish, lines: 50 })).total });
  expect(facets!.volatility.find(({ code }) => code === "1")).toMatchObject({ count: (await list({ ...wish, volatility: "1" })).total });
  expect(facets!.without.find(({ facet }) => facet === "vendors")).toMatchObject({ count: (await list({ ...wish, vendors: undefined })).total });
  expect(facets!.without.map(({ facet }) => facet)).toEqual(["vendors", "minimumBet", "lines"]);
  expect((await list({ gameType: "ALL", returnFrom: 98, pageSize: 100 })).list.every(({ rtp }) => Number(rtp) >= 98)).toBe(true);
  expect((await list({ feature: "wheel,coin", withFacets: "1" })).facets!.feature.map(({ code }) => code)).toEqual([
    "cards",
    "coin",
    "freespins",
    "provable",
    "reels",
    "respins",
    "scatter",
    "ways",
    "wheel",
    "wild",
  ]);
});

test("lists sort by name, return and age, and find by name without case or accents", async () => {
  const names = (await list({ gameType: "FISH", sort: "name", pageSize: 100 })).list.map(({ gameName }) => gameName);
  expect(names).toEqual(names.toSorted());
  const returns = (await list({ sort: "return", pageSize: 100 })).list.map(({ rtp }) => Number(rtp));
  expect(returns).toEqual(returns.toSorted((a, b) => b - a));
  expect((await list({ name: "MÁNGO RUSH" })).list.map(({ nodeId }) => nodeId)).toEqual(["1002"]);
  const fresh = await list({ isNew: "1", pageSize: 100 });
  expect(fresh.total).toBe(49);
  expect(fresh.list.every(({ isNew }) => isNew === 1)).toBe(true);
});

test("live tables are filtered by the five classes, all of them with games", async () => {
  const { list: lanes } = await world.guest().call(games.vendors, {});
  expect(lanes.find(({ gameCategory }) => gameCategory === "LIVE")!.list).toHaveLength(8);
  const counts = await Promise.all(
    ["baccarat", "sicbo", "roulette", "dragontiger", "blackjack"].map(async (gameClassify) => (await list({ gameType: "LIVE", gameClassify })).total),
  );
  expect(counts).toEqual([24, 23, 24, 23, 23]);
});

test("vendors come as lanes keyed by vendor, grouped by category, with an order and each one's hot game; BGS is no slot vendor, and only the three bring cockfights [CALL-27, CALL-66, ENTITY-46, ENTITY-47, ENTITY-58, ENTITY-60]", async () => {
  const { data, list: grouped, sorting, hotGames } = await world.guest().call(games.vendors, { platform: "html5-desktop", language: "EN" });
  const rng = data.lanes.find(({ title }) => title === "RNG")!;
  expect(Object.keys(rng.cards)).toHaveLength(16);
  expect(Object.keys(rng.cards)).not.toContain("BGS");
  expect(rng.cards["PT"]).toMatchObject({ vassalage: "PT", name: "PT", games: 40, isGame: "VASSALAGE", simulated: true, state: "open" });
  expect(rng.gameClassify).toEqual(["ALL", "AC", "BG", "JP", "slots"]);
  expect([rng.cards["MGS"]!.state, rng.cards["WD"]!.state]).toEqual(["paused", "maintenance"]);
  expect(grouped.map(({ gameCategory }) => gameCategory)).toEqual(["BGS", "ELOTT", "LOTT", "LIVE", "SPORTS", "FISH", "RNG", "PVP", "COCKFIGHT"]);
  expect(grouped.find(({ gameCategory }) => gameCategory === "COCKFIGHT")!.list.map(({ vassalage }) => vassalage)).toEqual(["DS88", "DIG", "WGB"]);
  const seen = "AG BBIN CQ9 GG PT RTG BG DG EA LOTUS OG TGP KX KY TH WS XY AE ISB MG MGS PNG TTG WD IBC SBT UG PG EG2 JDB FC JL BGS".split(" ");
  expect(seen.filter((code) => !sorting.includes(code))).toEqual([]);
  expect(Object.keys(hotGames).length).toBeGreaterThan(5);
  const [code, nodeId] = Object.entries(hotGames)[0]!;
  expect((await world.guest().call(games.info, { code: nodeId })).game).toMatchObject({ vassalage: code, isHot: 1, hotWhy: "picked" });
  expect(await world.guest().call(games.vendorTypes, { vassalage: "CQ9" })).toMatchObject({
    list: expect.arrayContaining([expect.objectContaining({ gameType: "FISH", games: 14 })]),
  });
  expect(await world.guest().refused(games.vendorTypes, { vassalage: "NOBODY" })).toBe("vendors.not_found");
});

test("the operator's order and hot game are in the lobby within a second of their commit [ENTITY-48]", async () => {
  const marketing = await world.operator("marketing");
  const { order: seen } = await marketing.call(vendors.list, {});
  expect(await marketing.refused(vendors.order, { vassalages: ["PG", "PG"], seen, reason })).toBe("vendors.not_found");
  await marketing.call(vendors.order, { vassalages: ["PG", "JL"], seen, reason });
  expect(await marketing.refused(vendors.setHotGame, { vassalage: "PG", nodeId: "1001", reason })).toBe("games.not_found");
  const [pick] = (await list({ vassalage: "PG", pageSize: 1, pageNo: 7 })).list;
  await marketing.call(vendors.setHotGame, { vassalage: "PG", nodeId: pick!.nodeId, reason });
  await soon(async () => {
    const { data, sorting, hotGames } = await world.guest().call(games.vendors, { language: "EN" });
    expect(sorting.slice(0, 2)).toEqual(["PG", "JL"]);
    expect(Object.keys(data.lanes.find(({ title }) => title === "RNG")!.cards).slice(0, 2)).toEqual(["PG", "JL"]);
    expect(hotGames["PG"]).toBe(pick!.nodeId);
  });
  const hot = await world.guest().call(games.hot, { merchantCode: "laro", isPlatform: "1", vassalage: "PG", platform: "WEB", language: "EN" });
  expect(hot.list.map(({ nodeId, hotWhy }) => [nodeId, hotWhy])).toEqual([[pick!.nodeId, "picked"]]);
});

test("the hot list takes its five parameters and says of each game why it is hot [CALL-31]", async () => {
  const { list: hot } = await world.guest().call(games.hot, { merchantCode: "laro", isPlatform: "1", platform: "WEB", language: "TY" });
  expect(hot.length).toBeGreaterThan(5);
  expect(hot.every(({ isHot, hotWhy }) => isHot === 1 && hotWhy === "picked")).toBe(true);
});

test("a paused or switched off vendor, a window and a hidden game are on the site within a second, each with its own word", async () => {
  const [risk, marketing] = [await world.operator("risk"), await world.operator("marketing")];
  expect(await risk.refused(vendors.setState, { vendorCode: "BGS", state: "off", reason })).toBe("vendors.house");
  expect(await risk.refused(vendors.setState, { vendorCode: "NOBODY", state: "off", reason })).toBe("vendors.not_found");
  expect(await marketing.refused(vendors.setState, { vendorCode: "KX", state: "off", reason })).toBe("sessions.forbidden");
  await risk.call(vendors.setState, { vendorCode: "KX", state: "off", reason });
  const [hidden] = (await list({ vassalage: "KY", pageSize: 1, sort: "name" })).list;
  expect(await marketing.refused(vendors.setGame, { nodeId: "1001", state: "hidden", words: "", reason })).toBe("vendors.house");
  await marketing.call(vendors.setGame, { nodeId: hidden!.nodeId, state: "hidden", words: "baraha", reason });
  const from = world.clock.now().toISOString();
  const until = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
  expect(await risk.refused(vendors.window, { vendorCode: "TH", from: until, until: from, reason })).toBe("vendors.window_invalid");
  expect(await risk.refused(vendors.window, { from, until, reason })).toBe("vendors.window_invalid");
  const { windows } = await risk.call(vendors.window, { vendorCode: "TH", from, until, texts: { EN: "Back at noon" }, reason });
  await soon(async () => {
    expect((await list({ vassalage: "KX", pageSize: 11 })).total).toBe(0);
    expect((await list({ vassalage: "KY", pageSize: 12 })).total).toBe(11);
    expect((await list({ vassalage: "TH", pageSize: 13 })).list[0]).toMatchObject({ state: "maintenance", until, maintenance: true });
  });
  const ahead = windows.find(({ vendorCode }) => vendorCode === "TH")!;
  await risk.call(vendors.endWindow, { id: ahead.id, reason });
  world.clock.advance(1);
  expect(await risk.refused(vendors.endWindow, { id: ahead.id, reason })).toBe("vendors.window_over");
  await soon(async () => expect((await list({ vassalage: "TH", pageSize: 14 })).list[0]!.state).toBe("open"));
  const rows = await marketing.call(vendors.games, { vassalage: "KY" });
  expect(rows.list.find(({ nodeId }) => nodeId === hidden!.nodeId)).toMatchObject({ state: "hidden", words: "baraha" });
});

test("a category leaves the menu with its last vendor that takes play, and comes back with it; the order stands, and home, house and promotions always do [CALL-23]", async () => {
  const risk = await world.operator("risk");
  const menu = () => world.guest().call(site.menu, {});
  expect(await menu()).toMatchObject({
    top: ["HOME", "BGS", "ELOTT", "LOTT", "LIVE", "SPORTS", "FISH", "RNG", "PVP", "COCKFIGHT", "PROMO"],
    quick: ["JP", "TG", "AC", "BG"],
  });
  for (const vendorCode of ["DIG", "WGB"]) await risk.call(vendors.setState, { vendorCode, state: "paused", reason });
  await soon(async () => expect((await menu()).top).not.toContain("COCKFIGHT"));
  await risk.call(vendors.setState, { vendorCode: "DIG", state: "test", reason });
  await soon(async () => expect((await menu()).top).toContain("COCKFIGHT"));
  expect((await menu()).footer).not.toContain("TCG_SEA");
  expect((await menu()).footer).toEqual(expect.arrayContaining("PG EG2 PT JDB CQ9 FC JL BGS".split(" ")));
});

test("a language that nobody speaks, whatever its name means to a program, is answered with the games' own names", async () => {
  const own = await world.guest().call(games.index, {});
  for (const language of ["toString", "valueOf", "XX"]) expect(await world.guest().call(games.index, { language })).toEqual(own);
});

test("bingo leaves the quick menu of a brand that does not speak Tagalog, and nothing else does [NAV-06]", async () => {
  const quick = async () => (await world.guest().call(site.menu, {})).quick;
  const { languages } = brand;
  onTestFinished(() => void Object.assign(brand, { languages }));
  expect(await quick()).toEqual(["JP", "TG", "AC", "BG"]);
  Object.assign(brand, { languages: ["EN"] });
  await soon(async () => expect(await quick()).toEqual(["JP", "TG", "AC"]));
  Object.assign(brand, { languages });
  await soon(async () => expect(await quick()).toContain("BG"));
});

test("the status and the site's own addresses are calls of their own [CALL-24, CALL-25]", async () => {
  const chief = await world.operator("superadmin");
  const until = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
  expect(await world.guest().call(site.status, {})).toEqual({ systemStatus: 0, until: null });
  await setSite(chief, { maintenance: true, until });
  // A parameter that nobody named makes no new answer.
  const answers = await Promise.all(["", "?madeUp=1"].map((query) => world.guest().request("GET", `/api/site.status${query}`)));
  expect(answers[1]!.answer).toEqual(answers[0]!.answer);
  await soon(async () => expect(await world.guest().call(site.status, {})).toEqual({ systemStatus: 1, until }));
  await setSite(chief, {});
  await soon(async () => expect(await world.guest().call(site.status, {})).toEqual({ systemStatus: 0, until: null }));
  expect(await world.guest().call(site.domainRoute, {})).toEqual({ domainRoute: "/", mainDomain: "localhost" });
});

test("the search's columns hold every shown game once, and its words", async () => {
  const index = await world.guest().call(games.index, {});
  const { total } = await list({ gameType: "ALL", pageSize: 3 });
  for (const column of [index.nodeIds, index.names, index.vendorOf, index.typeOf, index.words, index.popularity]) expect(column).toHaveLength(total);
  const at = index.names.findIndex((name) => name.endsWith(" Baccarat"));
  expect([index.gameTypes[index.typeOf[at]!], index.words[at]]).toEqual(["LIVE", expect.stringContaining("bakarat")]);
});
