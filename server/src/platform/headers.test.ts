import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const ANSWERED_WITHIN_MS = 30_000;
const HOST = "host: 127.0.0.1\r\n";
const CLOSE = `${HOST}connection: close\r\n`;
const UPGRADE = `${HOST}connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n`;

/** Sends bytes as they are and answers the status and the headers that come back. */
function send(bytes: string): Promise<{ status: number; headers: ReadonlyMap<string, string> }> {
  const { hostname, port } = new URL(world.address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => void socket.write(bytes));
    let text = "";
    socket.setTimeout(ANSWERED_WITHIN_MS, () => socket.destroy(new Error(`no whole answer to ${bytes.slice(0, 60)}: ${text}`)));
    socket.on("error", reject);
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      if (end === -1) return;
      socket.destroy();
      const [first = "", ...lines] = text.slice(0, end).split("\r\n");
      const pairs = lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()] as const);
      resolve({ status: Number(first.split(" ")[1]), headers: new Map(pairs) });
    });
    socket.on("close", () => reject(new Error(`closed without an answer to ${bytes.slice(0, 60)}`)));
  });
}

const call = (method: string, path: string, more = ""): string => `${method} ${path} HTTP/1.1\r\n${CLOSE}${more}\r\n`;
const paths = [
  "/",
  "/health",
  "/ready",
  "/agent",
  "/agentHome",
  "/console",
  "/console/no/such/page",
  "/favicon.svg",
  "/manifest.webmanifest",
  "/assets/missing.js",
  "/agent/assets/missing.js",
  "/missing.png",
  "/../etc/passwd",
  "/%2e%2e/etc/passwd",
  "/%zz",
  "/\u00ff",
  "//evil.example/",
  `/${"x".repeat(5_000)}`,
  "/api",
  "/api/",
  "/api/%zz",
  "/api/docs",
  "/api/docs.css",
  "/api/openapi.json",
  "/api/missing.verb",
  "/api/site.permission",
  "/api/wallet.balance",
  "/gateway/docs",
  "/gateway/partners/docs",
  "/gateway/psp",
  "/api/live",
  "/health",
  "/ready",
  "/robots.txt",
  ...["0", "-1", "99999999999999999999", "%00", "%ff", "%2e%2e%2fkeys", "x".repeat(2_000)].flatMap((odd) => [
    `/share/${odd}.png`,
    `/share/picture/${odd}.jpg`,
    `/TCG_GAME_ICONS/${odd}.svg`,
    `/TCG_GAME_ICONS/vendors/${odd}.svg`,
    `/pictures/${odd}/${odd}`,
    `/sitemap-${odd}.xml`,
    `/gateway/vendors/${odd}/${odd}`,
    `/gateway/partners/${odd}/${odd}`,
    `/gateway/identities/${odd}`,
  ]),
] as const;
const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"] as const;

const oddities: readonly (readonly [what: string, bytes: string])[] = [
  ["what is no HTTP", "good day\r\n\r\n"],
  ["no host", "GET / HTTP/1.1\r\n\r\n"],
  ["another HTTP", `GET / HTTP/9.9\r\n${CLOSE}\r\n`],
  ["a header without an end", `GET / HTTP/1.1\r\n${CLOSE}x: ${"x".repeat(20_000)}\r\n\r\n`],
  ["a header that is none", `GET / HTTP/1.1\r\n${CLOSE}no colon\r\n\r\n`],
  ["two lengths", `POST / HTTP/1.1\r\n${CLOSE}content-length: 1\r\ncontent-length: 2\r\n\r\nx`],
  ["a length and chunks", `POST / HTTP/1.1\r\n${CLOSE}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
  ["an expectation nobody meets", call("POST", "/", "expect: miracles\r\ncontent-length: 0\r\n")],
  ["a body of an unknown kind", call("POST", "/gateway/psp", "content-type: no/\u0001kind\r\ncontent-length: 2\r\n") + "{}"],
  ["a body that is too long", call("POST", "/gateway/psp", "content-type: text/plain\r\ncontent-length: 70000\r\n")],
  ["a page that is asked with a body", call("POST", "/console", "content-type: application/json\r\ncontent-length: 1\r\n") + "{"],
  ["a socket where there is none", `GET /console HTTP/1.1\r\n${UPGRADE}sec-websocket-version: 13\r\n\r\n`],
  ["a socket of another version", `GET /api/live HTTP/1.1\r\n${UPGRADE}sec-websocket-version: 7\r\n\r\n`],
  ["a socket without a key", `GET /api/live HTTP/1.1\r\n${HOST}connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\r\n`],
  ["a socket from a foreign page", `GET /api/live?ticket=x HTTP/1.1\r\n${UPGRADE}sec-websocket-version: 13\r\norigin: https://evil.example\r\n\r\n`],
  ["another protocol", `GET / HTTP/1.1\r\n${HOST}connection: Upgrade\r\nupgrade: h2c\r\n\r\n`],
];

const SAFE: readonly (readonly [name: string, value: RegExp])[] = [
  ["x-content-type-options", /^nosniff$/],
  ["content-security-policy", /frame-ancestors 'none'/],
  ["strict-transport-security", /max-age=\d+/],
  ["cross-origin-resource-policy", /^same-origin$/],
];

/** The headers an answer lacks, and those it should not have. */
async function lacking(what: string, bytes: string): Promise<readonly string[]> {
  const { status, headers } = await send(bytes);
  if (status === 101) return [`${what}: was let in`];
  const missing = SAFE.filter(([name, value]) => !value.test(headers.get(name) ?? "")).map(([name]) => `${what} (${status}) lacks ${name}`);
  return [...missing, ...(headers.has("x-powered-by") ? [`${what} (${status}) says what it runs on`] : [])];
}

test.each(methods)("whatever path %s asks for, the answer keeps a browser safe, and nothing in us failed", async (method) => {
  const faults = await Promise.all(
    paths.map((path) => lacking(`${method} ${path.slice(0, 40)}`, call(method, path, method === "GET" ? "" : "content-length: 0\r\n"))),
  );
  expect([...faults.flat(), ...world.faults]).toEqual([]);
});

test.each(oddities)("%s is answered with the headers that keep a browser safe", async (what, bytes) => {
  expect(await lacking(what, bytes)).toEqual([]);
});
