import { content } from "@laro/contract/content";
import { firstOf } from "@laro/server/testing/long";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { popupsClosed } from "./acts.ts";
import { bringAnswers } from "./answers.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { useStage } from "./useStage.ts";

const stage = useStage({ content: true });

const session = popupsClosed();

async function looksRight(page: Page): Promise<void> {
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  expect(await readOverflow(page)).toBe(0);
}

test.each(firstOf([390, 1440]))(
  "at %i px the help centre opens over home with the operator's articles: sections and articles by their own address, found by a word, and the ways to reach us [ROUTE-08, ROUTE-09, ROUTE-10, PROD-22, CALL-35, CALL-61]",
  async (width) => {
    const { page } = await stage.visit({ width, height: 844, session });
    const help = page.getByRole("dialog", { name: "Help centre" });
    const asked = page.waitForRequest(/content\.help\?/);
    await page.goto("/download");
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await page.getByRole("contentinfo").getByRole("link", { name: "Reach us" }).click();
    await help.waitFor();
    for (const path of ["/help", "/helpmc"]) {
      await page.goto(path);
      await help.waitFor();
      expect(await page.getByRole("heading", { level: 1, includeHidden: true }).count()).toBe(1);
    }
    const query = new URL((await asked).url()).searchParams;
    expect([query.get("lang"), query.get("device")]).toEqual(["EN", "WEB"]);
    const { sections } = await stage.world.guest().call(content.help, { lang: "EN", device: "WEB" });
    const names = await help.getByRole("group", { name: "Help centre" }).getByRole("button").allTextContents();
    expect(names).toEqual(["Terms", "Responsible gaming", "Fair games", "Payments", "Account", "Privacy", "Contact"]);
    await looksRight(page);
    for (const { section, articles } of sections) {
      await page.goto(`/help#${section}`);
      for (const { title } of articles) await help.getByRole("heading", { name: title, level: 3 }).first().waitFor();
    }
    await page.goto("/help#withdrawals");
    await help.getByRole("button", { name: "Payments", pressed: true }).waitFor();
    await help.locator("#withdrawals").waitFor();
    await page.goto("/help#contact");
    const asking = page.waitForResponse(/content\.helpCenter/);
    await page.reload();
    await asking;
    await help.getByRole("link", { name: "help@laro.example" }).waitFor();
    await help.getByLabel("Search the help centre").fill("withdrawal");
    await help
      .getByRole("status")
      .getByText(/\d+ articles? found/)
      .waitFor();
    await looksRight(page);
    await help.getByLabel("Search the help centre").fill("zzzz");
    await help.getByText("No articles found").waitFor();
  },
);

test.each(firstOf([1440, 390]))(
  "at %i px promotions stand in the operator's order, each with a page of its own, its pictures in sequence and its terms [ROUTE-32, ENTITY-24]",
  async (width) => {
    const { page } = await stage.visit({ width, height: 844, session, refusals: [404] });
    const { list } = await stage.world.guest().call(content.announcements, { types: "PR", platform: "W", language: "EN" });
    const offers = list.filter((one) => one.type === "PR");
    expect(offers.length).toBeGreaterThan(1);
    await page.goto("/promotions");
    await page.getByRole("heading", { name: "Promotions", level: 1 }).waitFor();
    const cards = page.getByRole("main").getByRole("article").getByRole("heading", { level: 2 });
    await cards.first().waitFor();
    expect(await cards.allTextContents()).toEqual(offers.map(({ title }) => title));
    await looksRight(page);
    const [offer] = offers;
    if (offer?.type !== "PR") throw new Error("The first offer is a promotion.");
    const extra = { ...offer.announcementImages[0]!, sequence: 0, url: "second" };
    await bringAnswers(page);
    await page.route("**/api/content.announcements*", async (route) => {
      const answer = (await (await route.fetch()).json()) as { value: { list: { id: string; clearance?: string }[] } };
      const more = answer.value.list.map((one) =>
        one.id === offer.id ? { ...one, clearance: "PAG-7", announcementImages: [extra, ...offer.announcementImages] } : one,
      );
      await route.fulfill({ json: { ...answer, value: { list: more } } });
    });
    await page.goto(`/promotions/${offer.slug}`);
    await page.getByRole("heading", { name: offer.title, level: 1 }).waitFor();
    await page.getByText("Clearance number: PAG-7").waitFor();
    expect(await page.getByRole("main").getByRole("article").locator("img").count()).toBe(2);
    await looksRight(page);
    await page.goto("/promotions/no-such-offer");
    await page.getByText("This promotion is over, or it never was.").waitFor();
  },
);

test.each(firstOf([1440, 390]))(
  "at %i px blog, news, the guides and the download page open with their rows, and both telephones have a code of 120 px [MSG-08, MSG-09, LAYOUT-38, PROD-21]",
  async (width) => {
    const { page } = await stage.visit({ width, height: 844, session, refusals: [404] });
    for (const [path, kind, heading] of [
      ["/blog", "post", "Blog"],
      ["/news", "news", "News"],
    ] as const) {
      const { list } = await stage.world.guest().call(content.posts, { kind, language: "EN" });
      await page.goto(path);
      await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
      await page.getByRole("link", { name: list[0]!.title }).waitFor();
      await looksRight(page);
      await page.getByRole("link", { name: list[0]!.title }).click();
      await page.getByRole("heading", { name: list[0]!.title, level: 1 }).waitFor();
      await looksRight(page);
      await page.goto(`${path}/no-such-post`);
      await page.getByRole("alert").waitFor();
    }
    for (const [path, heading] of [
      ["/guide/ios", "Install on iPhone and iPad"],
      ["/guide/android", "Install on Android"],
    ] as const) {
      await page.goto(path);
      await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
      await page.getByRole("main").locator("ol li").first().waitFor();
      await looksRight(page);
    }
    await page.goto("/download?os=android");
    const codes = page.getByRole("main").getByRole("img", { name: /^Code that opens/ });
    await codes.first().waitFor();
    expect(await codes.evaluateAll((list) => list.map((one) => [one.getBoundingClientRect().width, one.getBoundingClientRect().height]))).toEqual([
      [120, 120],
      [120, 120],
    ]);
    expect(await page.getByRole("main").getByRole("article").getByRole("heading").allTextContents()).toEqual(["Android", "iOS"]);
    await looksRight(page);
    await page.getByRole("link", { name: "Open the guide" }).first().click();
    await page.getByRole("heading", { name: "Install on Android", level: 1 }).waitFor();
  },
);
