import { content, type ContentItem, type ContentText } from "@laro/contract/content";
import type { Detail } from "@laro/contract/core/contentKinds";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const HOUR_MS = 60 * 60_000;

let world: World;
let officer: Person;
beforeAll(async () => {
  world = await createWorld();
  officer = await world.operator("marketing");
});
afterAll(() => world.close());

const passHours = (hours: number) => world.pass(hours * HOUR_MS);

const none = { summary: "", html: "", alt: "", seo: { title: "", description: "" } };
const said = (language: string, title: string): ContentText => ({ language, ...none, title });
const both = (title: string): ContentText[] => [said("EN", title), said("TY", `${title} (TY)`)];
const stamp = ({ row, version }: ContentItem) => ({ id: row.id, no: version.no, revision: version.revision });

let made = 0;
async function draft(detail: Detail, texts: ContentText[]): Promise<ContentItem> {
  const item = await officer.call(content.create, { code: `match.${++made}x`, detail });
  return (await officer.call(content.save, { ...stamp(item), detail, texts, startsAt: null, endsAt: null })).item;
}

const publish = (item: ContentItem) => officer.call(content.publish, { ...stamp(item), reason: "goes on the site" });
const refusedToPublish = (item: ContentItem) => officer.refused(content.publish, { ...stamp(item), reason: "goes on the site" });
let asked = 0;
/** An unknown language is English; one that nobody asked for yet is answered anew, whatever the test's clock says. */
const anew = () => `X${++asked}`;

const match = (more: Partial<Extract<Detail, { kind: "match" }>> = {}): Detail => ({
  kind: "match",
  homeTeam: "Reds",
  awayTeam: "Blues",
  homePictureId: null,
  awayPictureId: null,
  matchTime: new Date(world.clock.now().getTime() + HOUR_MS).toISOString(),
  url: "/sports",
  ...more,
});

test("a hot match is refused without its teams, over already, leading off the site, with a picture there is not or a name out of bounds", async () => {
  const ago = new Date(world.clock.now().getTime() - 3 * HOUR_MS - 1).toISOString();
  expect(await refusedToPublish(await draft(match({ homeTeam: "" }), both("Match")))).toBe("content.text_missing");
  expect(await refusedToPublish(await draft(match({ awayTeam: "" }), both("Match")))).toBe("content.text_missing");
  expect(await refusedToPublish(await draft(match(), [said("EN", "Match")]))).toBe("content.text_missing");
  expect(await refusedToPublish(await draft(match({ matchTime: ago }), both("Match")))).toBe("content.window_invalid");
  for (const url of ["", "https://example.org", "//example.org", "javascript:alert(1)", "/nowhere", "sports"])
    expect(await refusedToPublish(await draft(match({ url }), both("Match"))), url).toBe("content.link_dead");
  const unknown = { homePictureId: "00000000-0000-4000-8000-000000000000" };
  expect(await officer.refused(content.create, { code: `match.${++made}x`, detail: match(unknown) })).toBe("content.picture_unknown");
  for (const wrong of [{ homeTeam: "R".repeat(41) }, { awayTeam: "Re\u202eds" }, { matchTime: "tomorrow" }])
    expect(
      (await officer.request("POST", "/api/content.create", JSON.stringify({ code: `match.${++made}x`, detail: match(wrong) }))).answer,
      JSON.stringify(wrong),
    ).toMatchObject({
      message: "request.invalid",
    });
});

test("hot matches are shown soonest first, twelve at most, with title, teams, pictures and time, and go three hours after their begin [ENTITY-40]", async () => {
  const picture = await officer.call(content.uploadPicture, {
    picture: (
      await sharp({ create: { width: 400, height: 400, channels: 3, background: "teal" } })
        .png()
        .toBuffer()
    ).toString("base64"),
    focusX: 50,
    focusY: 50,
  });
  const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR_MS).toISOString();
  const shown = async (language = anew()) => (await world.guest().call(content.videos, { language })).matches;
  const soon = inHours(1);
  for (let hours = 14; hours > 1; hours--) await publish(await draft(match({ matchTime: inHours(hours) }), both(`In ${hours}`)));
  await publish(await draft(match({ matchTime: soon, homeTeam: " Demo  Reds ", homePictureId: picture.id }), both("First")));
  await draft(match({ matchTime: soon }), both("Nobody published it"));
  const list = await shown("TY");
  expect(list.map(({ title }) => title)).toEqual(["First (TY)", ...Array.from({ length: 11 }, (_, at) => `In ${at + 2} (TY)`)]);
  expect(list[0]).toEqual({
    id: expect.any(String),
    title: "First (TY)",
    homeTeam: "Demo Reds",
    awayTeam: "Blues",
    homeTeamImageUrl: `/pictures/${picture.id}/390.webp`,
    awayTeamImageUrl: "",
    matchTime: soon,
    url: "/sports",
  });
  await passHours(4);
  expect((await shown())[0]?.title).toBe("First");
  await world.pass(1);
  expect((await shown())[0]?.title).toBe("In 2");
  await passHours(24);
  expect(await shown()).toEqual([]);
});
