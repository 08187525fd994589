import { listInput } from "@laro/contract/core/firstInputs";
import { games } from "@laro/contract/games";
import { site } from "@laro/contract/site";
import { translatorFor } from "@laro/locales/compiled";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bindRoutes } from "../platform/binder.ts";
import { asOwner } from "../testing/owner.ts";
import { soon } from "../testing/soon.ts";
import { createWorld, type World } from "../testing/world.ts";
import { allRoutes } from "./features.ts";
import { narrows, readFirstScreen } from "./first.ts";

const covers = { covers: true, findCover: async () => undefined };

let world: World;
beforeAll(async () => {
  world = await createWorld({ content: true, catalogue: true });
});
afterAll(() => world.close());

const ELEMENT = /<script type="application\/json" id="answers">(.*?)<\/script>/s;

interface Opened {
  readonly html: string;
  readonly answers: Readonly<Record<string, { readonly success: boolean; readonly value: unknown }>>;
}

async function open(path: string, headers: Record<string, string> = {}): Promise<Opened> {
  const html = await (await fetch(world.address + path, { headers })).text();
  return { html, answers: JSON.parse(ELEMENT.exec(html)?.[1] ?? "{}") };
}

const namesIn = ({ answers }: Opened): readonly string[] =>
  [...new Set(Object.keys(answers).map((path) => path.slice("/api/".length).split("?")[0]!))].toSorted();

test("only what is answered to everyone alike can stand in a page: any other call is no path of a shared answer", async () => {
  const { platform, gatekeeper } = world.open;
  const { askShared } = await bindRoutes({ platform, gatekeeper, routes: allRoutes });
  for (const path of ["/api/accounts.me", "/api/wallet.balance", "/api/site.permission", "/api/none", "/", "/api/games.launch"])
    await expect(askShared(path), path).rejects.toThrow("is no path of a shared answer");
  expect(JSON.parse(await askShared("/api/games.room?gameCode=DICE"))).toMatchObject({ success: true, value: { gameCode: "DICE" } });
});

test("a page brings the answers of its first screen, as its calls get them; the same for a member, whose token it does not read", async () => {
  const home = await open("/");
  expect(namesIn(home)).toEqual(["content.announcements", "games.hot", "games.list", "jackpots.list", "site.menu", "winners.board"]);
  for (const [path, answer] of Object.entries(home.answers)) expect(await (await fetch(world.address + path)).json(), path).toEqual(answer);
  const { token = "" } = await world.player();
  expect((await open("/", { authorization: `Bearer ${token}`, cookie: `token=${token}` })).html).toBe(home.html);
  expect(namesIn(await open("/rng"))).toEqual(["content.announcements", "games.list", "games.vendors", "site.menu"]);
  expect(namesIn(await open("/room/DICE"))).toEqual(["content.announcements", "games.room", "site.menu"]);
  for (const path of ["/game/DICE", "/game/10001"])
    expect([path, namesIn(await open(path))]).toEqual([path, ["content.announcements", "games.info", "site.menu"]]);
  expect(namesIn(await open("/promotions"))).toEqual(["content.announcements", "site.menu"]);
  expect(namesIn(await open("/help"))).toEqual([...namesIn(home), "content.help"].toSorted());
  for (const path of ["/no-such-page", "/console", "/agent"]) expect([path, namesIn(await open(path))]).toEqual([path, []]);
});

test("each language has its own answers", async () => {
  const [english, tagalog] = [await open("/"), await open("/?language=TY")];
  expect(Object.keys(english.answers).some((path) => path.includes("language=TY"))).toBe(false);
  expect(Object.keys(tagalog.answers).some((path) => path.includes("language=EN"))).toBe(false);
});

test("no text ends the element its answer stands in, and the policy lets no script stand in a page", async () => {
  const evil = "</script><script>alert(1)</script><!--<script>";
  const asked = async (path: string): Promise<string> =>
    path.startsWith("/api/content.announcements") ? JSON.stringify({ success: true, value: { list: [], evil } }) : '{"success":true,"value":{}}';
  const { answers } = await readFirstScreen(asked, { name: "promotions", canonical: "/promotions", language: "EN", isNarrowed: false }, covers);
  expect(answers.match(/<\/?script/g)).toEqual(["<script", "</script"]);
  expect(answers).not.toContain("<!--");
  expect(answers).toContain("alert(1)");
  const policy = (await fetch(`${world.address}/`)).headers.get("content-security-policy");
  expect(policy).toContain("script-src 'self';");
});

test("an answer that is refused or longer than a page should be is left to the page", async () => {
  const asked = async (path: string): Promise<string> => {
    if (path.startsWith(`/api/${site.menu.name}`)) throw new Error("busy");
    return path.startsWith(`/api/${games.hot.name}`)
      ? JSON.stringify({ success: true, value: { list: [], more: "x".repeat(100_000) } })
      : '{"success":true,"value":{"list":[]}}';
  };
  const { answers } = await readFirstScreen(asked, { name: "home", canonical: "/", language: "EN", isNarrowed: false }, covers);
  expect(Object.keys(JSON.parse(ELEMENT.exec(answers)![1]!) as object).map((path) => path.split("?")[0])).toEqual([
    "/api/content.announcements",
    "/api/games.list",
    "/api/jackpots.list",
    "/api/winners.board",
  ]);
});

test("a query that narrows a list takes its games out of the page, and whatever it is makes no third page of it", async () => {
  expect([{}, { gameClassify: "ALL" }, { language: "TY" }].map(narrows)).toEqual([false, false, false]);
  expect([{ vassalage: "PT" }, { gameClassify: "JP" }, { made: "up" }].map(narrows)).toEqual([true, true, true]);
  expect(namesIn(await open("/rng?vassalage=PT"))).toEqual(["content.announcements", "games.vendors", "site.menu"]);
  expect((await open("/rng?vassalage=PT")).html).toBe((await open("/rng?made=up")).html);
  expect((await open("/?made=up")).html).toBe((await open("/")).html);
});

test("a name with signs that stand for something in a replacement is shown as it is", async () => {
  await asOwner(world.open.url, "update game set name = 'A $& B $$ C $` D' where node_id = 10002");
  await soon(async () => expect((await open("/game/10002")).html).toContain("<b>A $&amp; B $$ C $` D</b>"));
});

test("until its script runs a page shows its name and first pictures: home its banner, a list two covers, a room and a game's page its own; none that each browser draws from elsewhere", async () => {
  const posterIn = ({ html }: Opened): string => /<div class="poster".*?<\/div><\/div>(?=<)/s.exec(html)?.[0] ?? "";
  const sourcesIn = (poster: string): readonly string[] => [...poster.matchAll(/<img [^>]*src="([^"?]*)/g)].map(([, source = ""]) => source);
  const paths = ["/", "/rng?language=TY", "/room/DICE", "/promotions", "/game/10001"];
  const [home, list, room, other, game] = (await Promise.all(paths.map((path) => open(path)))).map(posterIn);
  expect(sourcesIn(home!)).toEqual([expect.stringMatching(/^\/pictures\/[0-9a-f-]{36}\/780\.webp$/)]);
  expect(home).toContain("Every round you can check yourself");
  const { list: shown } = await world.guest().call(games.list, listInput({ gameType: "RNG" }, { merchant: "laro", language: "TY", pageNo: 1 }));
  expect(sourcesIn(list!)).toEqual(shown.slice(0, 2).map(({ iconUrl }) => iconUrl.split("?")[0]));
  expect(list).toContain(translatorFor("TY")("games.typeText", { type: "RNG" }));
  for (const source of [...sourcesIn(list!), ...sourcesIn(room!)]) expect([source, (await fetch(world.address + source)).status]).toEqual([source, 200]);
  expect(sourcesIn(room!)).toHaveLength(1);
  expect(sourcesIn(other!)).toEqual([]);
  const t = translatorFor("TY");
  const titles = {
    "/promotions": t("games.type", { type: "PROMO" }),
    "/fair": t("fair.title"),
    "/winners": t("winners.title"),
    "/provider": t("games.type", { type: "PROVIDER" }),
  };
  const texts = {
    "/help": t("site.heroTitle"),
    "/download": t("content.page", { page: "download" }),
    "/guide/ios": t("content.page", { page: "ios" }),
    "/news": t("content.page", { page: "news" }),
  };
  for (const [path, title] of Object.entries({ ...titles, ...texts }))
    expect(posterIn(await open(`${path}?language=TY`)), path).toContain(`<b>${title.replaceAll("'", "&#39;")}</b>`);
  const { game: told } = await world.guest().call(games.info, { code: "10001" });
  expect([sourcesIn(game!), game!.includes(`<b>${told.displayName}</b>`)]).toEqual([[told.iconUrl.split("?")[0]], true]);
  const page = { name: "RNG", canonical: "/rng", language: "EN", isNarrowed: false } as const;
  const { askShared } = await bindRoutes({ platform: world.open.platform, gatekeeper: world.open.gatekeeper, routes: allRoutes });
  expect(sourcesIn((await readFirstScreen(askShared, page, { ...covers, covers: false })).poster)).toEqual([]);
  expect(sourcesIn((await readFirstScreen(askShared, page, covers)).poster)).toHaveLength(2);
});
