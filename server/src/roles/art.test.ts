import type { OutgoingHttpHeaders } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { coverAddress, markAddress } from "../core/catalogue/covers/address.ts";
import { keepDrawing } from "../core/images/pictures.ts";
import { asOwner } from "../testing/owner.ts";
import { getRaw } from "../testing/raw.ts";
import { createWorld, type World } from "../testing/world.ts";
import { artOf } from "./art.ts";
import { serve, type Serving } from "./serve.ts";

let world: World;
let serving: Serving;
beforeAll(async () => {
  world = await createWorld();
  serving = await serve(world.open, { port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await serving.close();
  await world.close();
});

const get = (path: string, headers: OutgoingHttpHeaders = {}, method = "GET") => getRaw(`${serving.address}${path}`, headers, method);

const dice = async () => coverAddress((await artOf(world.open.platform.database.db).findGame("1001"))!);

test("a game that is not there, a vendor nobody knows and a name that is no number have no picture", async () => {
  const paths = ["9999.svg", "abc.svg", "1001.png", ".svg", "vendors/NOBODY.svg", "vendors/%3Cscript%3E.svg", "%2e%2e%2fpackage.svg", `${"9".repeat(90)}.svg`];
  const answers = await Promise.all(paths.map((path) => get(`/TCG_GAME_ICONS/${path}`)));
  expect(answers.map(({ status, body }) => [status, body.length])).toEqual(paths.map(() => [404, 0]));
});

test("a cover by the address of what it shows is kept for a year, by an old one or none for minutes", async () => {
  const address = await dice();
  const [right, old, none] = await Promise.all([get(address), get("/TCG_GAME_ICONS/1001.svg?v=old"), get("/TCG_GAME_ICONS/1001.svg")]);
  expect([right, old, none].map(({ headers }) => headers["cache-control"])).toEqual([
    "public, max-age=31536000, immutable",
    "public, max-age=300",
    "public, max-age=300",
  ]);
  expect(right.body.toString()).toMatch(/^<svg .*<\/svg>$/);
  expect(old.body.equals(right.body) && none.body.equals(right.body)).toBe(true);
  expect([right.headers["content-type"], right.headers["x-content-type-options"]]).toEqual(["image/svg+xml", "nosniff"]);
});

test("a cover travels packed to whom takes it so, and not at all to whom has it", async () => {
  const address = await dice();
  const [packed, plain, unwilling] = await Promise.all([
    get(address, { "accept-encoding": "gzip, deflate, br" }),
    get(address),
    get(address, { "accept-encoding": "gzip, br;q=0" }),
  ]);
  expect([packed, plain, unwilling].map(({ headers }) => headers["content-encoding"])).toEqual(["br", undefined, undefined]);
  expect(brotliDecompressSync(packed.body).equals(plain.body)).toBe(true);
  expect(packed.body.length).toBeLessThan(2_800);
  expect(packed.headers["vary"]).toContain("accept-encoding");
  const again = await get(address, { "accept-encoding": "br", "if-none-match": packed.headers["etag"] });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  expect((await get(address, {}, "HEAD")).status).toBe(200);
});

test("a vendor has a mark, at an address that may be kept for a year", async () => {
  const { status, headers, body } = await get(markAddress("BGS"));
  expect([status, headers["cache-control"], headers["content-type"]]).toEqual([200, "public, max-age=31536000, immutable", "image/svg+xml"]);
  expect((await sharp(body).metadata()).width).toBe(240);
});

test("the picture that stands in for one that is broken is a PNG of our own drawing", async () => {
  const [{ status, headers, body }, again] = await Promise.all([get("/TCG_GAME_ICONS/default.png"), get("/TCG_GAME_ICONS/default.png")]);
  expect([status, headers["content-type"]]).toEqual([200, "image/png"]);
  const { format, width, height } = await sharp(body).metadata();
  expect({ format, width, height }).toEqual({ format: "png", width: 656, height: 875 });
  expect(again.body.equals(body)).toBe(true);
});

test("what the catalogue does not know is looked up so often a minute for one household, whichever of its addresses it takes, and what it shows without end", async () => {
  let device = 0;
  const ask = async (path: string) => (await get(path, { "x-forwarded-for": `2001:db8:7:7::${++device}` })).status;
  for (let asked = 0; asked < 120; asked++) expect(await ask(`/TCG_GAME_ICONS/${90_000 + asked}.svg?v=made-up`)).toBe(404);
  expect(await ask("/TCG_GAME_ICONS/95000.svg?v=made-up")).toBe(429);
  expect([await ask("/TCG_GAME_ICONS/95000.svg"), await ask(await dice())]).toEqual([404, 200]);
});

test("a public picture that was shown once is kept, and whoever has it hears no more than that", async () => {
  const { clock, database } = world.open.platform;
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';
  const id = await database.begin((tx) => keepDrawing(tx, { svg, width: 8, height: 8, now: clock.now() }));
  const first = await get(`/pictures/${id}/390.webp`);
  await asOwner(world.open.url, "delete from picture_file; delete from picture");
  const again = await get(`/pictures/${id}/390.webp`);
  expect([first.status, again.status, again.body.equals(first.body)]).toEqual([200, 200, true]);
  const had = await get(`/pictures/${id}/390.webp`, { "if-none-match": first.headers["etag"] });
  expect([had.status, had.body.length, (await get(`/pictures/${id}/780.webp`)).status]).toEqual([304, 0, 404]);
});

test.each([
  ["pictures that are not there", 180, (id: string) => `/pictures/${id}/390.webp`],
  ["pictures to share that are not there", 180, (id: string) => `/share/picture/${id}.jpg`],
  ["partners' frames", 600, (id: string) => `/embed/P_${id.slice(-12)}`],
  ["vendors' frames", 600, () => "/seamless"],
] as const)("%s are looked up %i times a minute for one household, and what needs no look is shown without end", async (what, most, pathOf) => {
  const ask = async (path: string, device: number) => (await get(path, { "x-forwarded-for": `2001:db8:8:${what.length}::${device}` })).status;
  const id = (asked: number) => `00000000-0000-7000-8000-${String(asked).padStart(12, "0")}`;
  const answers = await Promise.all(Array.from({ length: most + 20 }, async (_each, asked) => ask(pathOf(id(asked)), asked)));
  expect(answers.filter((status) => status === 429)).toHaveLength(20);
  expect(await ask("/share/news.png", 1)).toBe(200);
});
