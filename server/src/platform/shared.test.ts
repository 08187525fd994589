import type { OutgoingHttpHeaders } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getRaw } from "../testing/raw.ts";
import { createWorld, type World } from "../testing/world.ts";
import { SharedAnswers } from "./shared.ts";

let world: World;
beforeAll(async () => void (world = await createWorld({ catalogue: true })));
afterAll(() => world.close());

const get = (path: string, headers: OutgoingHttpHeaders) => getRaw(`${world.address}/api/${path}`, headers);

test("a long shared answer travels packed to whoever takes it, a short one and everyone else's bare, all by one tag", async () => {
  const list = "games.list?gameType=RNG&pageSize=20";
  const [packed, bare, never] = await Promise.all(["gzip, deflate, br", "gzip", "br;q=0"].map((accepted) => get(list, { "accept-encoding": accepted })));
  expect(packed!.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding", etag: expect.stringMatching(/^W\/"/) });
  expect(JSON.parse(brotliDecompressSync(packed!.body).toString())).toEqual(JSON.parse(bare!.body.toString()));
  expect(packed!.body.length).toBeLessThan(bare!.body.length / 4);
  for (const one of [bare!, never!]) expect(one.headers["content-encoding"]).toBeUndefined();
  expect(bare!.headers["etag"]).toBe(packed!.headers["etag"]);
  const again = await get(list, { "accept-encoding": "br", "if-none-match": String(packed!.headers["etag"]) });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  expect((await get("site.status", { "accept-encoding": "br" })).headers["content-encoding"]).toBeUndefined();
});

test("an answer is made once for all who ask within its time, and anew after it was told stale; a failure is not kept", async () => {
  const shared = new SharedAnswers();
  let made = 0;
  const ask = (key = "games.list {}") => shared.get(key, 60_000, async () => String(++made));
  expect((await Promise.all([ask(), ask()])).map(({ body }) => body)).toEqual(["1", "1"]);
  shared.forget(["games.listing", "site.menu"]);
  expect((await ask()).body).toBe("1");
  shared.forget(["games.list"]);
  expect((await ask()).body).toBe("2");
  await expect(shared.get("games.hot {}", 60_000, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect((await ask("games.hot {}")).body).toBe("3");
});
