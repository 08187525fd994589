import type { OutgoingHttpHeaders } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { setTimeout as sleep } from "node:timers/promises";
import { accounts } from "@laro/contract/accounts";
import { content } from "@laro/contract/content";
import { games } from "@laro/contract/games";
import { site } from "@laro/contract/site";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getRaw } from "../testing/raw.ts";
import { slowCall } from "../testing/slowCall.ts";
import { createWorld, type World } from "../testing/world.ts";
import { keyOf } from "./binder.ts";
import { inFlightBounds } from "./inFlight.ts";
import { Kept } from "./kept.ts";
import { ANSWERS_BYTES_MAX, SharedAnswers } from "./shared.ts";

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

test("whoever asks for a shared answer from behind their own slow calls waits alone: everybody else gets it at once", async () => {
  const ann = await world.player();
  const slow = Array.from({ length: inFlightBounds.member.light.atOnceMax }, () =>
    slowCall(world.address, ann, games.endLaunch.name, { ticket: "x".repeat(40) }),
  );
  const begun = await Promise.all(slow);
  const within = async (ms: number, answer: Promise<unknown>): Promise<unknown> => Promise.race([answer, sleep(ms, "waiting")]);
  await expect.poll(() => within(100, ann.call(accounts.me, {}))).toBe("waiting");
  const stalled = ann.call(site.menu, {});
  expect(await within(200, stalled)).toBe("waiting");
  const others = world.guest().call(site.menu, {});
  expect(await within(2_000, others)).toMatchObject({ top: expect.any(Array) });
  await Promise.all(begun.map(({ finish }) => finish()));
  expect(await stalled).toEqual(await others);
});

test("what is made in its asker's line is waited for by nobody else until its turn has come, and is made once", async () => {
  const kept = new Kept<{ made: number }>({ countMax: 9, bytesMax: 99, bytesOf: () => 1 });
  let made = 0;
  const make = async () => ({ made: ++made });
  const { promise: turn, resolve: begin } = Promise.withResolvers<void>();
  const first = kept.get("page", make, { inTurn: async (work) => turn.then(work) });
  expect(await kept.get("page", make)).toEqual({ made: 1 });
  begin();
  expect(await first).toEqual({ made: 1 });
});

test("a language that is none of ours, what no answer depends on and another order of the same make no answer of their own", () => {
  const [english, tagalog] = ["EN", "TY"].map((language) => keyOf(games.index, { language }));
  expect([english === tagalog, keyOf(games.index, { language: "ty" })]).toEqual([false, tagalog]);
  for (const language of ["xx", "YY", "", "__proto_"]) expect([language, keyOf(games.index, { language })]).toEqual([language, english]);
  expect(keyOf(games.list, { merchant: "a", platform: "b", clientType: "7", isNew: "no" })).toBe(keyOf(games.list, { isNew: "" }));
  expect(keyOf(games.list, { isNew: "1" })).not.toBe(keyOf(games.list, { isNew: "" }));
  const asked = { platform: "W", language: "EN" };
  expect(keyOf(content.announcements, { ...asked, types: "H,B,H" })).toBe(keyOf(content.announcements, { ...asked, types: "B,H" }));
});

test("however many answers somebody has made, so many bytes are kept, and what is asked for all the time stays", async () => {
  const shared = new SharedAnswers();
  const ask = (language: string) => shared.get(`games.index ${language}`, 60_000, async () => language.repeat(1_024 * 1_024));
  const english = await ask("E");
  for (let asked = 0; asked < 50; asked++) {
    await ask(String.fromCodePoint(0x61 + asked));
    expect(await ask("E")).toBe(english);
  }
  expect(shared.bytes).toBeGreaterThan(ANSWERS_BYTES_MAX / 2);
  expect(shared.bytes).toBeLessThanOrEqual(ANSWERS_BYTES_MAX);
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
  const underWay = shared.get("games.info {}", 60_000, async () => `old ${++made}`);
  shared.forget(["games.info"]);
  expect([(await underWay).body, (await ask("games.info {}")).body]).toEqual(["old 3", "4"]);
  await expect(shared.get("games.hot {}", 60_000, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect((await ask("games.hot {}")).body).toBe("5");
});
