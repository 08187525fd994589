import { homeSections, menuCategories } from "@laro/contract/core/homeSections";
import { settings } from "@laro/contract/settings";
import { site } from "@laro/contract/site";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import { arrange } from "./menu.ts";
import { soon } from "../../testing/soon.ts";

let world: World;
beforeAll(async () => void (world = await createWorld({ catalogue: true })));
afterAll(() => world.close());

const reason = "tried by a test";
/** A page that was told asks at once: what it is answered then it keeps. */
const all = (order: readonly string[] = homeSections, off: readonly string[] = []) => order.map((section) => ({ section, isOn: !off.includes(section) }));
const seen = () => world.guest().call(site.menu, {});

test.each([
  ["a section that is none", "settings.menu_unknown", "home", { home: all([...homeSections.slice(1), "jackpot"]), off: [] }],
  ["a section named twice", "settings.menu_twice", "home", { home: all([...homeSections, "lead"]), off: [] }],
  ["a section left out", "settings.menu_missing", "home", { home: all(homeSections.slice(1)), off: [] }],
  ["a category that is none", "settings.menu_unknown", "off", { home: all(), off: ["CHESS"] }],
  ["a category named twice", "settings.menu_twice", "off", { home: all(), off: ["FISH", "FISH"] }],
  ["the house's games", "settings.menu_fixed", "off", { home: all(), off: ["BGS"] }],
  ["the home page itself", "settings.menu_fixed", "off", { home: all(), off: ["HOME"] }],
  ["promotions", "settings.menu_fixed", "off", { home: all(), off: ["PROMO"] }],
  ["what another officer changed meanwhile", "settings.menu_changed", "no", { no: 7, home: all(), off: [] }],
])("%s is refused by its name, and nothing is changed", async (_what, code, field, wanted) => {
  const marketing = await world.operator("marketing");
  const before = await marketing.call(settings.menu, {});
  const refusal = await marketing.refusal(settings.setMenu, { no: before.no, reason, ...wanted });
  expect([refusal.code, refusal.field]).toEqual([code, field]);
  expect(await marketing.call(settings.menu, {})).toEqual(before);
});

test("officers without the permission neither read nor arrange the menu, auditors only read it", async () => {
  for (const role of ["support", "finance", "risk", "kyc"] as const) {
    const officer = await world.operator(role);
    expect(await officer.refused(settings.menu, {})).toBe("sessions.forbidden");
    expect(await officer.refused(settings.setMenu, { no: 0, home: all(), off: [], reason })).toBe("sessions.forbidden");
  }
  const auditor = await world.operator("auditor");
  expect(await auditor.call(settings.menu, {})).toMatchObject({ no: 0, isShipped: true, off: [] });
  expect(await auditor.refused(settings.restoreMenu, { no: 0, restored: 0, reason })).toBe("sessions.forbidden");
});

test("order and switches are on the site at the commit, whoever asks, and each version can be taken up again, the shipped one too [CALL-23]", async () => {
  const marketing = await world.operator("marketing");
  const before = await seen();
  expect(before.home).toEqual([...homeSections]);
  const order = ["fish", ...homeSections.filter((code) => code !== "fish")];
  const first = await marketing.call(settings.setMenu, { no: 0, home: all(order, ["videos"]), off: ["FISH", "JP"], reason });
  expect(first).toMatchObject({ no: 1, off: ["FISH", "JP"], isShipped: false });
  await soon(async () => {
    const { home, top, side, quick } = await seen();
    expect(home).toEqual(order.filter((code) => code !== "videos"));
    expect([top.includes("FISH"), side.includes("FISH"), quick.includes("JP"), top.includes("RNG")]).toEqual([false, false, false, true]);
  });
  await marketing.call(settings.setMenu, { no: 1, home: all(), off: [...menuCategories], reason });
  await soon(async () => expect((await seen()).top).toEqual(["HOME", "BGS", "PROMO"]));
  expect(await marketing.refused(settings.restoreMenu, { no: 2, restored: 9, reason })).toBe("settings.menu_no_version");
  expect(await marketing.refused(settings.restoreMenu, { no: 1, restored: 0, reason })).toBe("settings.menu_changed");
  expect(await marketing.call(settings.restoreMenu, { no: 2, restored: 1, reason: "as it was" })).toMatchObject({ no: 3, home: first.home, off: first.off });
  expect(await marketing.call(settings.restoreMenu, { no: 3, restored: 0, reason: "as shipped" })).toMatchObject({ no: 4, isShipped: true });
  await soon(async () => expect(await seen()).toEqual(before));
  const newest = await marketing.call(settings.menuVersions, { limit: 2 });
  expect(newest.list.map(({ no, by, restored, reason: why }) => [no, by, restored, why])).toEqual([
    [4, marketing.name, 0, "as shipped"],
    [3, marketing.name, 1, "as it was"],
  ]);
  const older = await marketing.call(settings.menuVersions, { limit: 2, cursor: newest.next! });
  expect([older.list.map(({ no }) => no), older.next]).toEqual([[2, 1], null]);
  expect((await marketing.call(settings.menuVersions, { cursor: "999999999999999999" })).list).toHaveLength(4);
});

test("of officers who arrange the same version at the same moment one does, the others are told", async () => {
  const marketing = await world.operator("marketing");
  const { no } = await marketing.call(settings.menu, {});
  const codes = await Promise.all(
    ["LIVE", "RNG", "PVP"].map((code) =>
      marketing.call(settings.setMenu, { no, home: all(), off: [code], reason }).then(
        () => "done",
        (error: { code: string }) => error.code,
      ),
    ),
  );
  expect(codes.toSorted()).toEqual(["done", "settings.menu_changed", "settings.menu_changed"]);
  expect((await marketing.call(settings.menu, {})).off).toHaveLength(1);
});

test("an arrangement of another release keeps its order: a new section stands behind its neighbour, one that is gone is left out", () => {
  const kept = {
    home: ["app", "old", ...homeSections.filter((code) => code !== "app" && code !== "hot" && code !== "lead")],
    homeOff: ["app", "old"],
    menuOff: ["CHESS", "RNG"],
  };
  const { home, off } = arrange(kept);
  const order = home.map(({ section }) => section);
  expect(order.toSorted()).toEqual([...homeSections].toSorted());
  expect([order[0], order[1], order[order.indexOf("winners") + 1]]).toEqual(["lead", "app", "hot"]);
  expect([home.filter(({ isOn }) => !isOn).map(({ section }) => section), off]).toEqual([["app"], ["RNG"]]);
});
