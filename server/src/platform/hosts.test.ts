import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../testing/world.ts";

let world: World;
const env = {
  LARO_DOMAINS: "casino.example,www.casino.example",
  LARO_IMAGE_CDN: "https://img1.laro.example,https://img2.laro.example",
  LARO_ANALYTICS_ID: "L-1",
  LARO_ANALYTICS_URL: "https://count.laro.example/tag.js",
};
beforeAll(async () => void (world = await createWorld({ env })));
afterAll(() => world.close());

async function ask(path: string, headers: Readonly<Record<string, string>>, method = "GET") {
  const [response] = (await once(request(new URL(path, world.address), { headers, method }).end(), "response")) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}
const policyOf = async (headers: Readonly<Record<string, string>>, path = "/") =>
  String((await ask(path, { host: "casino.example", ...headers })).headers["content-security-policy"]);

test.each(["evil.example", "casino.example.evil.example", "evil.example:80", "127.0.0.1", ""])(
  "a page asked of the host %j, which is not ours, is one sentence in both languages and nothing of the site [ERR-09]",
  async (host) => {
    for (const path of ["/", "/login", "/assets/x.js", "/gateway/psp"]) {
      const { status, headers, body } = await ask(path, { host });
      expect([status, headers["content-type"], headers.location]).toEqual([421, "text/html; charset=utf-8", undefined]);
      expect(body).toContain("The domain check failed: this address is none of ours.");
      expect(body).toContain("Hindi pumasa ang domain");
      expect(body).not.toMatch(/<script|<link|root/);
      expect(headers["content-security-policy"]).toContain("default-src 'self'");
    }
    expect((await ask("/", { host }, "HEAD")).body).toBe("");
  },
);

test("a call to a host that is not ours is refused by its code, in the caller's language [ERR-09]", async () => {
  const { status, body } = await ask("/api/site.permission", { host: "evil.example", "accept-language": "TY" });
  expect(status).toBe(421);
  expect(JSON.parse(body)).toMatchObject({
    success: false,
    message: "request.unknown_host",
    text: expect.stringContaining("Hindi pumasa"),
    requestId: expect.any(String),
  });
});

test("our own hosts are answered under any port and in any spelling, and probes under any host", async () => {
  for (const host of ["casino.example", "CASINO.example:8443", "www.casino.example."]) expect((await ask("/api/site.permission", { host })).status).toBe(200);
  for (const path of ["/health", "/ready"]) expect((await ask(path, { host: "10.0.0.7" })).status).toBe(200);
});

test("the hosts of pictures are told to each browser and named in each page's policy, and in nothing but what pictures may come from [SITE-32]", async () => {
  const { value } = JSON.parse((await ask("/api/site.permission", { host: "casino.example" })).body) as { value: unknown };
  expect(value).toMatchObject({ imageCdnList: ["https://img1.laro.example", "https://img2.laro.example"], launchCdnList: [] });
  const policy = await policyOf({});
  expect(policy).toContain("img-src 'self' data: blob: https://img1.laro.example https://img2.laro.example");
  expect(policy.split("https://img1.laro.example")).toHaveLength(2);
});

test("the host that counts visits is in the policy of a page of the player site only for who allowed it [SITE-38]", async () => {
  for (const cookie of ["", "analytics=deny", "xanalytics=allow", "analytics=allow2"]) expect(await policyOf({ cookie })).not.toContain("count.laro.example");
  const allowed = await policyOf({ cookie: "theme=dark; analytics=allow" });
  expect(allowed).toContain("script-src 'self' https://count.laro.example;");
  expect(allowed).toContain("connect-src 'self' https://count.laro.example;");
  expect(await policyOf({ cookie: "analytics=allow" }, "/console/")).not.toContain("count.laro.example");
});
