import { accountTypes } from "@laro/contract/core/accountTypes";
import { content } from "@laro/contract/content";
import { settings } from "@laro/contract/settings";
import { asOwner } from "@laro/server/testing/owner";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { enterBackOffice, popupsClosed } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ catalogue: true, content: true });
const reason = "A test of the site";
const PHONE = { width: 390, height: 844 } as const;

const ask = (text: string, values: readonly unknown[] = []): Promise<readonly object[]> => asOwner(stage.world.open.url, text, values);

/** Makes one open game of another type, and answers its name. */
async function plant(gameType: string): Promise<string> {
  const [row] = (await ask(
    "update game set game_type = $1 where id = (select max(id) from game where vendor_id > 0 and game_type = 'RNG' and state = 'open') returning name",
    [gameType],
  )) as { name: string }[];
  return row!.name;
}

async function look(page: Page): Promise<void> {
  await settle(page);
  expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
}

test("lottery and e-lottery have an entry in the menu that opens the game centre with the house's games, and a vendor's beside them as soon as it brings one [ROUTE-14, ROUTE-15]", async () => {
  const { page } = await stage.visit({ session: popupsClosed() });
  const games = page.getByRole("main").getByRole("article");
  for (const [path, gameType, title, house] of [
    ["/lott", "LOTT", "Lottery", 8],
    ["/elott", "ELOTT", "E-lottery", 7],
  ] as const) {
    await page.goto("/");
    await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: title, exact: true }).click();
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    await eventually(() => games.count()).toBe(house);
    const name = await plant(gameType);
    // A visitor is told nothing; the server looks once a second.
    await eventually(() =>
      page
        .reload()
        .then(() => settle(page))
        .then(() => games.getByRole("heading", { name }).count()),
    ).toBe(1);
    expect(await games.count()).toBe(house + 1);
    await look(page);
  }
});

test("an agent's back office asks for the contracts in sum where the agents' policy is on, and does not where it is off [SITE-09, ROLE-10]", async () => {
  const agent = await stage.world.member({ type: accountTypes.agent });
  const admin = await stage.world.operator("superadmin");
  const { page } = await stage.visit();
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/api/agentContracts.consolidated") && asked.push(request.method()));
  await page.goto("/agent");
  await enterBackOffice(page, agent);
  await page.getByRole("heading", { name: "Team overview" }).waitFor();
  await settle(page);
  expect(asked).toEqual(["GET"]);
  await admin.call(settings.setFlag, { modId: "agentPolicy", enabled: false, reason });
  await page.reload();
  await page.getByRole("heading", { name: "Team overview" }).waitFor();
  await settle(page);
  expect(asked).toEqual(["GET"]);
  await admin.call(settings.setFlag, { modId: "agentPolicy", enabled: true, reason });
});

test("the foot of the page says the operator's own words and their change, and what the site is while there are none", async () => {
  const officer = await stage.world.operator("marketing");
  const { page } = await stage.visit({ ...PHONE, session: popupsClosed() });
  const foot = page.getByRole("contentinfo", { name: "About this site" });
  await page.goto("/winners");
  await foot.scrollIntoViewIfNeeded();
  await foot.getByText("No licence is needed for it, and none is claimed.").waitFor();
  await foot.getByRole("heading", { name: "Follow us" }).waitFor();
  await foot.getByRole("link", { name: "Community" }).waitFor();
  await foot.getByText("© 2024 Laro. Open software.").waitFor();
  await look(page);
  const { list } = await officer.call(content.list, { kind: "text" });
  await officer.call(content.retire, { id: list.find(({ code }) => code === "footer.licence")!.id, reason });
  await page.reload();
  await foot.scrollIntoViewIfNeeded();
  await foot.getByText("A sandbox with play money.").waitFor();
});

test("the head of a page is the operator's where they wrote one for it, and the site's own elsewhere [ROUTE-41]", async () => {
  const officer = await stage.world.operator("marketing");
  const text = (language: string, title: string, summary: string) => ({ language, title, summary, html: "", alt: "", seo: { title: "", description: "" } });
  const detail = {
    kind: "banner",
    groupName: "w_title",
    gameType: "FISH",
    linkageType: 0,
    url: "",
    pictureId: null,
    phonePictureId: null,
    audience: "all",
  } as const;
  const { row, version } = await officer.call(content.create, { code: "banner.fishing", detail });
  const texts = [text("EN", "Out on the sea", "Nets, rods and patience."), text("TY", "Sa laot", "Lambat, pamingwit at tiyaga.")];
  const { version: saved } = (
    await officer.call(content.save, { id: row.id, no: version.no, revision: version.revision, startsAt: null, endsAt: null, detail, texts })
  ).item;
  const { page } = await stage.visit({ ...PHONE, session: popupsClosed() });
  await page.goto("/fish");
  await page.getByRole("heading", { name: "Fishing", level: 1 }).waitFor();
  await officer.call(content.publish, { id: row.id, no: saved.no, revision: saved.revision, reason });
  // A page is kept for two seconds: one that was being made as the words changed is made anew then.
  const reread = async () => (await page.reload(), page.getByRole("heading", { level: 1 }).innerText());
  await eventually(reread).toBe("Out on the sea");
  await page.getByText("Nets, rods and patience.").waitFor();
  await look(page);
  await page.goto("/pvp");
  await page.getByRole("heading", { name: "Cards", level: 1 }).waitFor();
});

test("a pressed cover grows into the sheet of its game, and nothing glides where motion is reduced", async () => {
  for (const motion of [true, false]) {
    const { page } = await stage.visit({ ...PHONE, session: popupsClosed(), motion });
    await page.addInitScript(`
      window.grown = [];
      const start = document.startViewTransition;
      document.startViewTransition = function (change) {
        grown.push([...document.querySelectorAll("img")].filter((one) => one.style.viewTransitionName === "cover").length);
        return start.call(document, change);
      };`);
    await page.goto("/bgs");
    await page.getByRole("button", { name: "About Dice" }).click();
    await page.getByRole("dialog", { name: "About the game" }).getByRole("heading", { name: "Dice" }).waitFor();
    expect(await page.evaluate("grown")).toEqual(motion ? [1] : []);
    expect(await page.evaluate("[...document.querySelectorAll('img')].filter((one) => one.style.viewTransitionName !== '').length")).toBe(0);
  }
});

test("a game that is hidden while a page shows it keeps its cover there, and has none for whoever was never shown it", async () => {
  const { page } = await stage.visit({ ...PHONE, session: popupsClosed() });
  await page.goto("/bgs");
  const tiles = page.getByRole("main").getByRole("article");
  await tiles.first().waitFor();
  await settle(page);
  const name = await tiles.last().getByRole("heading").innerText();
  const tile = tiles.filter({ has: page.getByRole("heading", { name, exact: true }) });
  // It is below the window, so that nobody has asked for its cover yet.
  expect(await tile.locator("img").count()).toBe(0);
  const [{ node }] = (await ask("update game set state = 'hidden' where name = $1 and state = 'open' returning node_id as node", [name])) as [{ node: number }];
  await eventually(() => fetch(`${stage.world.address}/TCG_GAME_ICONS/${node}.svg`).then(({ status }) => status)).toBe(404);
  expect((await fetch(`${stage.world.address}/TCG_GAME_ICONS/${node}.svg?v=guessed`)).status).toBe(404);
  await tile.scrollIntoViewIfNeeded();
  await settle(page);
  const address = await tile.locator("img").getAttribute("src");
  expect(address).toContain(`/TCG_GAME_ICONS/${node}.svg?v=`);
  expect((await fetch(stage.world.address + address)).headers.get("content-type")).toBe("image/svg+xml");
  await ask("update game set state = 'open' where node_id = $1", [node]);
});

test("a house with three games shows each once, with its return, stakes and largest win, and no rows of the same few; with five they stand side by side", async () => {
  const few = async (codes: readonly string[]): Promise<void> =>
    void (await ask("update game set state = case when game_code = any($1) and id < 1000 then 'open' else 'hidden' end where state <> 'gone'", [codes]));
  await few(["DICE", "MANGO_RUSH", "LIMBO"]);
  const { page } = await stage.visit({ ...PHONE, session: popupsClosed() });
  const showAll = async (): Promise<void> => {
    await settle(page);
    await page.keyboard.press("Shift");
    await settle(page);
  };
  await eventually(async () => {
    await page.goto("/");
    await showAll();
    return page.getByRole("main").getByRole("heading", { name: "Games", exact: true }).count();
  }).toBe(1);
  const section = page.getByRole("main").getByRole("region", { name: "Games", exact: true });
  await eventually(() => section.getByText("Return to player").count()).toBe(3);
  expect(await section.getByRole("listitem").getByRole("heading").allInnerTexts()).toEqual(expect.arrayContaining(["Dice", "Limbo", "Mango Rush"]));
  expect(await section.getByText("Top win").count()).toBe(3);
  for (const row of ["Hot", "Slots", "In-house", "Live", "Fishing"])
    expect([row, await page.getByRole("main").getByRole("heading", { name: row, exact: true, level: 2 }).count()]).toEqual([row, 0]);
  await look(page);
  await few(["DICE", "MANGO_RUSH", "LIMBO", "KENO", "WHEEL"]);
  await eventually(async () => {
    await page.reload();
    await showAll();
    return section.getByRole("article").count();
  }).toBe(5);
});
