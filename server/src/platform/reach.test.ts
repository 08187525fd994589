import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { askForeign } from "./foreign.ts";
import { isWithin, mayLead, type Reach, reachOf } from "./reach.ts";

let heard = 0;
const server = createServer((_request, response) => {
  heard++;
  response.end('{"id":"7"}');
});
let port = 0;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as { port: number });
});
beforeEach(() => void (heard = 0));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  "0.0.0.0",
  "10.255.255.255",
  "100.64.0.1",
  "127.0.0.2",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.8",
  "192.168.1.1",
  "198.18.0.1",
  "203.0.113.9",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:8.8.8.8",
  "64:ff9b::808:808",
  "2001::1",
  "2001:db8::1",
  "2002:a00:1::1",
  "3fff::1",
  "fc00::1",
  "fe80::1",
  "ff02::1",
])("%s is no public machine", (address) => expect(isWithin("public", address)).toBe(false));

test.each(["8.8.8.8", "100.128.0.1", "172.32.0.1", "192.0.1.1", "223.255.255.255", "2001:4860:4860::8888", "2600::1", "3ffe::1"])("%s may be one", (address) =>
  expect(isWithin("public", address)).toBe(true),
);

test("outside production an address from outside may lead to this machine, and to no neighbour of it", () => {
  expect([reachOf({ production: true }), reachOf({ production: false })]).toEqual(["public", "publicOrHere"]);
  expect(["127.0.0.1", "::1", "8.8.8.8", "10.0.0.1", "169.254.169.254"].map((address) => isWithin("publicOrHere", address))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(mayLead("public", "[::1]")).toBe(false);
  expect(mayLead("public", "casino.example")).toBe(true);
});

const ask = (host: string, reach: Reach) => askForeign(new URL(`http://${host}:${port}/`), { reach, answer: z.object({ id: z.string() }), timeoutMs: 2_000 });

test.each(["127.0.0.1", "localhost", "0x7f000001", "2130706433", "127.1", "[::ffff:127.0.0.1]"])(
  "whoever may ask public machines alone does not reach this one as %s, not even over a connection that is open",
  async (host) => {
    expect(await ask("127.0.0.1", "publicOrHere")).toEqual({ ok: true, answer: { id: "7" } });
    expect(await ask(host, "public")).toBeUndefined();
    expect(heard).toBe(1);
  },
);

test("a name that leads to this machine is asked where this machine may be", async () => {
  for (const reach of ["anywhere", "publicOrHere"] as const) expect(await ask("localhost", reach)).toEqual({ ok: true, answer: { id: "7" } });
  expect(heard).toBe(2);
});

test.each(["file:///etc/passwd", "ftp://8.8.8.8/", "data:application/json,{}"])("nothing but http is a way to ask (%s)", async (address) =>
  expect(await askForeign(new URL(address), { answer: z.object({}), timeoutMs: 1_000 })).toBeUndefined(),
);
