import { content } from "@laro/contract/content";
import { helpSections } from "@laro/contract/core/contentKinds";
import { pictureFormats, pictureUrl, pictureWidths } from "@laro/contract/core/pictures";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { leadsSomewhere, isLinkageWhole } from "../../../features/content/content.links.ts";
import { linksOf } from "../../../features/content/content.html.ts";
import { asOwner } from "../../../testing/owner.ts";
import { createWorld, type World } from "../../../testing/world.ts";
import { seedContent } from "./content.ts";

const worlds = new Map<"sandbox" | "ph", World>();
beforeAll(async () => {
  for (const pack of ["sandbox", "ph"] as const) {
    const world = await createWorld({ pack });
    await seedContent(world.open.platform);
    worlds.set(pack, world);
  }
});
afterAll(async () => void (await Promise.all([...worlds.values()].map((world) => world.close()))));

const read = (world: World, language: string) => world.guest().call(content.announcements, { types: "B,PL,PU,PR,H", platform: "W", language });

test.each(["sandbox", "ph"] as const)("what %s begins with is whole in both languages, and each link of it arrives", async (pack) => {
  const world = worlds.get(pack)!;
  for (const language of ["EN", "TY"]) {
    const { list } = await read(world, language);
    expect(list.map((item) => [item.title, item.language])).toEqual(list.map(({ title }) => [title, language]));
    for (const item of list) {
      expect(
        linksOf(item.content).filter((href) => !leadsSomewhere(href)),
        item.title,
      ).toEqual([]);
      if ("linkageType" in item) expect([item.title, isLinkageWhole(item)]).toEqual([item.title, true]);
    }
    const groups = list.flatMap((item) => (item.type === "B" ? [item.groupName] : []));
    expect(groups.filter((group) => group === "w_home").length).toBeGreaterThanOrEqual(4);
    expect(new Set(groups)).toEqual(new Set(["w_home", "w_login", "w_register", "w_forget", "w_video", "w_leftmenu"]));
    const { sections } = await world.guest().call(content.help, { lang: language, device: "WEB" });
    expect(sections.map(({ section }) => section)).toEqual([...helpSections]);
    const { list: texts } = await world.guest().call(content.texts, { language });
    expect(texts.map(({ code }) => code)).toEqual(expect.arrayContaining(["disclaimer", "home.lead", "footer.licence", "footer.help", "footer.copyright"]));
  }
  expect(
    (await asOwner(world.open.url, "select from content_version v where v.detail ->> 'kind' = 'promotion' and v.detail ->> 'clearance' = ''")).length === 0,
  ).toBe(pack === "ph");
});

test("the sandbox begins with four matches that are plainly none, to come, and a licensed market with none [HOME-08]", async () => {
  const matchesOf = async (pack: "sandbox" | "ph") => (await worlds.get(pack)!.guest().call(content.videos, { language: "EN" })).matches;
  const list = await matchesOf("sandbox");
  expect(list.map(({ homeTeam, awayTeam }) => homeTeam.startsWith("Demo ") && awayTeam.startsWith("Demo "))).toEqual([true, true, true, true]);
  const now = worlds.get("sandbox")!.clock.now().getTime();
  expect(list.filter(({ matchTime, url }) => Date.parse(matchTime) > now && leadsSomewhere(url))).toHaveLength(4);
  expect(await matchesOf("ph")).toEqual([]);
});

test("the disclaimer has five barred groups and a second heading with one term, and the footer names no licence and the year 2024", async () => {
  const { list } = await worlds.get("sandbox")!.guest().call(content.texts, { language: "EN" });
  const html = (code: string): string => list.find((text) => text.code === code)!.content;
  const [groups = "", term = ""] = html("disclaimer").split("<h3>");
  expect([groups.match(/<li>/g)?.length, term.match(/<li>/g)?.length]).toEqual([5, 1]);
  expect(term).toContain("forfeited to the Government");
  expect(term).toContain("open public places");
  expect(html("footer.licence")).not.toMatch(/[0-9]/);
  expect(list.find(({ code }) => code === "footer.copyright")!.title).toContain("2024");
});

test("a second start adds nothing, and what an operator took off does not come back", async () => {
  const world = worlds.get("sandbox")!;
  const count = async () => (await asOwner(world.open.url, "select id from content")).length;
  const before = await count();
  const officer = await world.operator("superadmin");
  const { list } = await officer.call(content.list, { kind: "notice" });
  await officer.call(content.retire, { id: list[0]!.id, reason: "not ours" });
  await seedContent(world.open.platform);
  expect(await count()).toBe(before);
  expect((await officer.call(content.get, { id: list[0]!.id })).version.state).toBe("retired");
});

test("who registered agreed to the terms that were shipped", async () => {
  const member = await worlds.get("sandbox")!.player();
  expect((await member.call(content.consentsDue, { language: "EN" })).list).toEqual([]);
});

test("a drawn picture is made when it is first asked for, in each width and format, and served for good", async () => {
  const world = worlds.get("sandbox")!;
  const { list } = await read(world, "EN");
  const banner = list.find((item) => item.type === "B")!;
  const { id } = banner.picture!;
  for (const width of pictureWidths) {
    for (const format of pictureFormats) {
      const answer = await fetch(world.address + pictureUrl(id, width, format));
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, `image/${format}`]);
      expect(answer.headers.get("cache-control")).toContain("immutable");
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(width);
    }
  }
  expect(await asOwner(world.open.url, "select from picture_file where picture_id = $1", [id])).toHaveLength(8);
  for (const path of [pictureUrl(crypto.randomUUID(), 390, "avif"), `/pictures/${id}/391.avif`, `/pictures/${id}/390.svg`, "/pictures/x/390.avif"])
    expect((await fetch(world.address + path)).status, path).toBe(404);
});
