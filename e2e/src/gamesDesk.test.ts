import { games } from "@laro/contract/games";
import { settings } from "@laro/contract/settings";
import { site } from "@laro/contract/site";
import { vendors } from "@laro/contract/vendors";
import { asOwner } from "@laro/server/testing/owner";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { enterBackOffice } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ catalogue: true });
const JOURNEY_LIMIT_MS = 180_000;
const reason = "As agreed with the owner";
const GOLDEN_MANGO = "10001";

async function openConsole(path: string, role: "superadmin" | "marketing" = "superadmin"): Promise<Page> {
  const { page } = await stage.visit();
  await page.goto(`/console${path}`);
  await enterBackOffice(page, await stage.world.operator(role));
  return page;
}

/** Leaves the page by the menu beside it, and comes back as it was left. */
async function leaveAndReturn(office: Page): Promise<void> {
  await office.getByRole("navigation", { name: "Console menu" }).getByRole("link", { name: "Content" }).click();
  await office.getByRole("heading", { name: "Content" }).waitFor();
  await office.goBack();
}

/** Gives an open dialog its reason, looks whether everyone can use it, and confirms. */
async function confirm(page: Page, title: string, verb: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByLabel("Reason").fill(reason);
  // The button is still on its way from pale to plain.
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: verb, exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}

const guest = () => stage.world.guest();
const listed = async (vassalage: string) => (await guest().call(games.list, { vassalage, pageSize: 100 })).list;

/** What players won more of PT than it may lose closes it; two officers open it again. */
async function openAfterBrake(office: Page): Promise<void> {
  const { open, clock } = stage.world;
  await asOwner(open.url, "update vendor set hour_loss_max = 100 where code = 'PT'");
  await asOwner(
    open.url,
    "insert into vendor_taken (vendor_id, minute, net) select id, date_trunc('minute', $1::timestamptz), 101 from vendor where code = 'PT'",
    [clock.now()],
  );
  await asOwner(open.url, "select graphile_worker.add_job('vendors:brake', '{}'::json)");
  await stage.world.work();
  const title = "Change the state of PT";
  const other = await openConsole("/games");
  await office.getByRole("row", { name: /PT.*Paused.*Money brake/ }).waitFor();
  await office.getByRole("button", { name: title, exact: true }).click();
  await office.getByText("Two officers open it again").waitFor();
  await confirm(office, title, "Change it");
  await office.getByText("PT waits for another officer to open it").waitFor();
  await office.getByRole("row", { name: new RegExp(`PT.*Paused.*asks to open it: ${reason}`) }).waitFor();
  expect((await listed("PT"))[0]).toMatchObject({ state: "paused" });
  // Whoever else has the desk open hears of it.
  await other.getByRole("row", { name: new RegExp(`PT.*asks to open it: ${reason}`) }).waitFor();
  await other.getByRole("button", { name: title, exact: true }).click();
  await other.getByRole("dialog", { name: title }).getByText(`asks to open it: ${reason}`).waitFor();
  await confirm(other, title, "Change it");
  await eventually(async () => (await listed("PT"))[0]?.state).toBe("open");
  await other.close();
  await asOwner(open.url, "update vendor set hour_loss_max = null where code = 'PT'");
}

test(
  "an officer pauses a vendor, opens one whose money brake fell with another, orders vendors by keys and by hand, picks a hot game, hides a game and plans maintenance, and an open lobby shows it without anyone reloading [ENTITY-33, ENTITY-34, ENTITY-48]",
  async () => {
    const member = await stage.world.player({});
    const seat = (await stage.visit({ token: member.token })).page;
    await seat.goto("/rng?gameClassify=ALL");
    const tile = (name: RegExp) => seat.getByRole("button", { name });
    await tile(/^Play: Golden Mango, PT/).waitFor();
    expect(await tile(/^Play: Golden Mango.*Resting/).count()).toBe(0);

    const office = await openConsole("/games");
    await office.getByRole("button", { name: "Change the state of PT", exact: true }).click();
    await confirm(office, "Change the state of PT", "Change it");
    expect((await listed("PT")).every(({ state }) => state === "paused")).toBe(true);
    await office.getByRole("row", { name: /PT.*Paused/ }).waitFor();
    await tile(/^Play: Golden Mango.*Resting/).waitFor();
    await office.getByRole("button", { name: "Change the state of PT", exact: true }).click();
    const state = office.getByRole("dialog", { name: "Change the state of PT" });
    await state.getByLabel("New state").selectOption("test");
    await confirm(office, "Change the state of PT", "Change it");
    expect((await listed("PT"))[0]).toMatchObject({ state: "open" });
    await openAfterBrake(office);

    await office.getByRole("tab", { name: "Order and hot games" }).click();
    const grip = office.getByRole("button", { name: "Move PG", exact: true });
    await grip.press("Home");
    // The handle keeps the focus where its row goes, so that the next key moves it on.
    await office.keyboard.press("ArrowDown");
    await office.keyboard.press("ArrowDown");
    expect(await office.evaluate<string>("document.activeElement.getAttribute('aria-label')")).toBe("Move PG");
    await leaveAndReturn(office);
    await office.getByRole("button", { name: "Save …" }).click();
    await confirm(office, "Change the order", "Change it");
    const sorting = async () => (await guest().call(games.vendors, { language: "EN" })).sorting;
    expect((await sorting())[2]).toBe("PG");

    await office.getByRole("button", { name: "Pick the hot game of PG", exact: true }).click();
    const picking = office.getByRole("dialog", { name: "Pick the hot game of PG" });
    const wanted = (await listed("PG")).find(({ isHot }) => isHot === 0);
    await picking.getByLabel("Search its games").fill(wanted!.displayName);
    await picking.getByRole("button", { name: wanted!.displayName, exact: true }).click();
    await confirm(office, "Pick the hot game of PG", "Change it");
    expect((await listed("PG")).filter(({ isHot }) => isHot === 1).map(({ nodeId, hotWhy }) => [nodeId, hotWhy])).toEqual([[wanted!.nodeId, "picked"]]);

    await office.getByRole("tab", { name: "All games" }).click();
    await office.getByLabel("Search all games").fill("golden mango");
    await office.getByRole("button", { name: "Search", exact: true }).click();
    await eventually(() => new URL(office.url()).searchParams.get("search")).toBe("golden mango");
    const open = async () => {
      await office
        .getByRole("row", { name: /Golden Mango/ })
        .getByRole("button")
        .click();
      return office.getByRole("dialog", { name: "Golden Mango", exact: true });
    };
    const detail = await open();
    await detail.getByText("Nobody has changed this game yet.").waitFor();
    await detail.getByRole("button", { name: "Change" }).click();
    const editing = office.getByRole("dialog", { name: "Change Golden Mango" });
    await editing.getByLabel("Hide this game from every list").check();
    await editing.getByLabel("Name in Tagalog").fill("Gintong Mangga");
    await office.keyboard.press("Escape");
    const leaving = office.getByRole("dialog", { name: "Leave without saving?" });
    await leaving.getByText("What you put in here will be lost.").waitFor();
    await office.keyboard.press("Escape");
    await leaving.waitFor({ state: "detached" });
    await editing.getByRole("button", { name: "Cancel" }).first().click();
    await leaving.getByRole("button", { name: "Keep editing" }).last().click();
    expect(await editing.getByLabel("Name in Tagalog").inputValue()).toBe("Gintong Mangga");
    await confirm(office, "Change Golden Mango", "Change it");
    await detail.getByText("Gintong Mangga").first().waitFor();
    await detail.getByText(reason).first().waitFor();
    expect((await listed("PT")).map(({ nodeId }) => nodeId)).not.toContain(GOLDEN_MANGO);
    await eventually(() => tile(/^Play: Golden Mango, PT/).count()).toBe(0);
    await office.keyboard.press("Escape");

    await office.getByRole("tab", { name: "Maintenance" }).click();
    await office.getByRole("button", { name: "Plan maintenance" }).first().click();
    const planning = office.getByRole("dialog", { name: "Plan maintenance" });
    await planning.getByLabel("Vendor").selectOption("CQ9");
    await planning.getByLabel("What people read in English").fill("Back within the hour");
    await confirm(office, "Plan maintenance", "Plan it");
    expect((await listed("CQ9"))[0]).toMatchObject({ state: "maintenance" });
    await office.getByRole("row", { name: /CQ9.*Running.*Back within the hour/ }).waitFor();
    await office.getByRole("button", { name: "End the maintenance of CQ9" }).click();
    await confirm(office, "End the maintenance of CQ9", "End it now");
    await eventually(async () => (await listed("CQ9"))[0]!.state).toBe("open");
  },
  JOURNEY_LIMIT_MS,
);

test(
  "an officer reorders the home page by hand and by keys, switches a section and a category off, sees the drawing follow, and takes it all back; an open page follows [NAV-02, CALL-23]",
  async () => {
    const member = await stage.world.player({});
    const seat = (await stage.visit({ token: member.token })).page;
    await seat.goto("/");
    const fishing = seat.getByRole("navigation").getByRole("link", { name: "Fishing", exact: true });
    await fishing.first().waitFor();
    const before = await guest().call(site.menu, {});

    const office = await openConsole("/home", "marketing");
    const sections = office.getByRole("list", { name: "Sections of the home page" });
    const first = sections.locator("li").first();
    const named = office.getByRole("group", { name: "Vendors at the foot of the page" });
    const sketch = office.getByRole("img", { name: /^The home page, from the top: Greeting, / });
    await sketch.waitFor();
    expect([await findAccessFaults(office), await readOverflow(office)]).toEqual([[], 0]);
    await office.getByRole("button", { name: "Move Winners", exact: true }).press("Home");
    await office.getByRole("img", { name: /^The home page, from the top: Winners, Greeting, / }).waitFor();
    // By hand: the second row is carried below the fourth.
    const [grip, target] = await Promise.all([
      sections.locator("li").nth(1).getByRole("button").first().boundingBox(),
      sections.locator("li").nth(3).boundingBox(),
    ]);
    await office.mouse.move(grip!.x + 10, grip!.y + 10);
    await office.mouse.down();
    await office.mouse.move(grip!.x + 10, target!.y + 20, { steps: 8 });
    await office.mouse.up();
    await office.getByRole("img", { name: /from the top: Winners, Banners, Continue, Greeting, / }).waitFor();
    await office.getByRole("switch", { name: "Videos" }).click();
    await office.getByRole("switch", { name: "Fishing" }).last().click();
    await office.getByText("4 changes are not saved yet").waitFor();
    expect(await first.getByText("Winners", { exact: true }).count()).toBe(1);
    expect(await guest().call(site.menu, {})).toEqual(before);
    await named.getByRole("button", { name: "PT", exact: true }).click();
    await leaveAndReturn(office);
    await office.getByText("4 changes are not saved yet").waitFor();
    await office.getByRole("img", { name: /from the top: Winners, Banners, Continue, Greeting, / }).waitFor();
    await office.getByRole("button", { name: "Save …" }).click();
    const dialog = office.getByRole("dialog", { name: "Change the home page" });
    await dialog.getByText("place 6").waitFor();
    await confirm(office, "Change the home page", "Put it on the site");
    const after = await guest().call(site.menu, {});
    expect(after.home.slice(0, 4)).toEqual(["winners", "banners", "continue", "lead"]);
    expect([after.home.includes("videos"), after.top.includes("FISH"), after.side.includes("FISH")]).toEqual([false, false, false]);
    await eventually(() => fishing.count()).toBe(0);

    const version = office.getByRole("row", { name: /In force/ });
    await version.getByRole("button", { name: "Take back" }).click();
    await confirm(office, "Restore the order as shipped", "Put it on the site");
    expect(await guest().call(site.menu, {})).toEqual(before);
    await fishing.first().waitFor();
    expect(await office.getByRole("button", { name: "Restore the order as shipped" }).isDisabled()).toBe(true);

    await office.getByRole("button", { name: "Change the vendors at the foot" }).click();
    await confirm(office, "Change the vendors at the foot", "Change it");
    expect((await guest().call(site.menu, {})).footer.includes("PT")).toBe(!before.footer.includes("PT"));
    await settle(office);
    expect(await findAccessFaults(office)).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);

test("an officer without the permission is refused over HTTP, and has no entry for it in the console", async () => {
  const support = await stage.world.operator("support");
  const home = { no: 0, home: [], off: [], reason };
  expect(await support.refused(settings.setMenu, home)).toBe("sessions.forbidden");
  expect(await support.refused(vendors.setState, { vendorCode: "PT", state: "paused", reason })).toBe("sessions.forbidden");
  expect(await support.refused(vendors.setGame, { nodeId: GOLDEN_MANGO, state: "hidden", words: "", reason })).toBe("sessions.forbidden");
  const { page } = await stage.visit();
  await page.goto("/console/games");
  await enterBackOffice(page, support);
  await page.getByText("There is no such page.").waitFor();
  const side = page.getByRole("navigation", { name: "Console menu" });
  await side.getByRole("link", { name: "Withdrawals" }).waitFor();
  expect([
    await side.getByRole("link", { name: "Games", exact: true }).count(),
    await side.getByRole("link", { name: "Home page", exact: true }).count(),
  ]).toEqual([0, 0]);
});
