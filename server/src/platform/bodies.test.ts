import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { awaitBody, readArrived } from "./bodies.ts";

const rules = { limitBytes: 10, tooLarge: new Error("too large"), brokenOff: new Error("broken off") };

/** What became of the last body: how it came, and what it was or why it was refused. */
let heard = Promise.withResolvers<string>();
const server = createServer(async (request, response) => {
  try {
    const arrived = await readArrived(request, rules);
    const body = arrived ?? (await awaitBody(request, response, rules));
    heard.resolve(`${arrived === undefined ? "later" : "at once"}: ${body.toString()}`);
  } catch (error) {
    heard.resolve((error as Error).message);
  }
  response.end();
});
beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
afterAll(() => void server.close().closeAllConnections());

const ofLength = (length: number): string => `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`;
const CHUNKED = "POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n";

async function send(parts: readonly string[], { breaksOff = false } = {}): Promise<string> {
  heard = Promise.withResolvers();
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").setNoDelay();
  for (const part of parts) {
    socket.write(part);
    await sleep(30);
  }
  if (breaksOff) socket.destroy();
  return heard.promise.finally(() => socket.destroy());
}

test.each([
  ["with its head", [`${ofLength(5)}hello`], "at once: hello"],
  ["after its head", [ofLength(5), "hello"], "later: hello"],
  ["in parts", [`${ofLength(5)}h`, "el", "lo"], "later: hello"],
  ["in chunks with its head", [`${CHUNKED}2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n`], "at once: hello"],
  ["in chunks on their way", [CHUNKED, "2\r\nhe\r\n", "3\r\nllo\r\n0\r\n\r\n"], "later: hello"],
  ["without a byte", [ofLength(0)], "at once: "],
  ["as long as it may be", [`${ofLength(10)}0123456789`], "at once: 0123456789"],
  ["announced as longer", [ofLength(11)], "too large"],
  ["longer than it said nothing of", [`${CHUNKED}b\r\n0123456789a\r\n0\r\n\r\n`], "too large"],
  ["longer in the end", [CHUNKED, "6\r\n012345\r\n", "6\r\n012345\r\n"], "too large"],
])("a body that comes %s", async (_how, parts, outcome) => {
  expect(await send(parts)).toBe(outcome);
});

test.each([
  ["before its body", [ofLength(5)]],
  ["in the middle", [`${ofLength(5)}he`]],
])("who goes away %s is not waited for", async (_where, parts) => {
  expect(await send(parts, { breaksOff: true })).toBe("broken off");
});

test("of those that come in one turn each gets its own, behind one another on one connection too", async () => {
  const bodies: string[] = [];
  const many = createServer(async (request, response) => {
    bodies.push((await readArrived(request, rules))?.toString() ?? "later");
    response.end();
  });
  await once(many.listen(0, "127.0.0.1"), "listening");
  const socket = connect((many.address() as AddressInfo).port, "127.0.0.1");
  socket.write(["one", "two", "three"].map((body) => ofLength(body.length) + body).join(""));
  await expect.poll(() => bodies).toEqual(["one", "two", "three"]);
  socket.destroy();
  many.close();
});
