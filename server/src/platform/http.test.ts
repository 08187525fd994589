import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const BODY_LIMIT_BYTES = 102_400;
const language = (filler: string): string => JSON.stringify({ language: "EN", filler });
const ofBytes = (bytes: number): string => language("x".repeat(bytes - language("").length));

test.each([
  ["an unknown endpoint", "GET", "/api/nothing.here", undefined, 404, "request.unknown_endpoint"],
  ["an endpoint named after a prototype", "GET", "/api/__proto__", undefined, 404, "request.unknown_endpoint"],
  ["a read by POST", "POST", "/api/wallet.balance", "{}", 405, "request.wrong_method"],
  ["a command by GET", "GET", "/api/accounts.setLanguage", undefined, 405, "request.wrong_method"],
  ["a registration by POST", "POST", "/api/accounts.register", "{}", 405, "request.wrong_method"],
  ["broken JSON", "POST", "/api/accounts.setLanguage", "{", 400, "request.malformed"],
  ["an empty body", "POST", "/api/accounts.setLanguage", "", 400, "request.malformed"],
  ["a prototype key", "POST", "/api/accounts.setLanguage", '{"__proto__":{"language":"EN"}}', 400, "request.malformed"],
  ["a NUL", "POST", "/api/accounts.setLanguage", '{"language":"E\\u0000"}', 400, "request.malformed"],
  ["half a character", "POST", "/api/accounts.setLanguage", '{"language":"\\ud800x"}', 400, "request.malformed"],
  ["bottomless nesting", "POST", "/api/accounts.setLanguage", `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`, 400, "request.malformed"],
  ["a list where fields belong", "POST", "/api/accounts.setLanguage", "[]", 400, "request.malformed"],
  ["nothing where fields belong", "POST", "/api/accounts.setLanguage", "null", 400, "request.malformed"],
  ["one byte too many", "POST", "/api/accounts.setLanguage", ofBytes(BODY_LIMIT_BYTES + 1), 413, "request.too_large"],
  ["a path that is no text", "GET", "/api/%zz", undefined, 400, "request.malformed"],
] as const)("%s is refused in the envelope every refusal has", async (_what, method, path, body, status, message) => {
  const player = await world.player();
  expect(await player.request(method, path, body)).toMatchObject({
    status,
    answer: { success: false, message, text: expect.stringMatching(/\.$/), value: {}, requestId: expect.any(String) },
  });
});

test("a body of exactly 100 KiB is taken", async () => {
  const player = await world.player();
  expect((await player.request("POST", "/api/accounts.setLanguage", ofBytes(BODY_LIMIT_BYTES))).status).toBe(200);
});

test("a wrong method is told the right one", async () => {
  expect((await world.guest().request("DELETE", "/api/accounts.register")).headers.get("allow")).toBe("PUT");
});

test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml"])(
  "a body of type %s, which a foreign page could send, is refused",
  async (type) => {
    const { status, answer } = await (await world.player()).request("POST", "/api/accounts.setLanguage", '{"language":"EN"}', { "content-type": type });
    expect([status, answer]).toMatchObject([415, { message: "request.unsupported_media" }]);
  },
);

test("a body that claims to be shorter or longer than it is changes nothing and is not answered as done", async () => {
  const { token } = await world.player();
  const sent = request(`${world.address}/api/accounts.setLanguage`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": 4, authorization: `Bearer ${token}` },
  });
  const answered = new Promise<string>((resolve, reject) => sent.on("response", (response) => resolve(text(response))).on("error", reject));
  sent.end('{"la');
  expect(JSON.parse(await answered)).toMatchObject({ success: false, message: "request.malformed" });
});

test("a page carries the headers that keep a browser safe", async () => {
  const { headers } = await fetch(`${world.address}/api/docs`);
  expect(headers.get("content-security-policy")).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
  expect(headers.get("content-security-policy")).not.toMatch(/script-src[^;]*unsafe/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("strict-transport-security")).toMatch(/max-age=/);
});

test("an answer of the API can be neither rendered nor framed nor cached, and no other site may read it", async () => {
  const { headers } = await world.guest().request("GET", "/api/site.permission");
  expect(headers.get("content-security-policy")).toBe("default-src 'none';frame-ancestors 'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("strict-transport-security")).toMatch(/max-age=/);
  expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("access-control-allow-origin")).toBeNull();
  expect(headers.get("x-powered-by")).toBeNull();
});
