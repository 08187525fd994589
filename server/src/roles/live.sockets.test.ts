import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { keepAlive, sendTo, WaitingSockets } from "./live.sockets.ts";

const PING_EVERY_MS = 60;
const MEGABYTE = "x".repeat(1_024 * 1_024);

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** Both ends of a socket: ours, and that of somebody who may answer no ping. */
async function pair(options: { autoPong: boolean } = { autoPong: true }): Promise<{ ours: WebSocket; theirs: WebSocket }> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const theirs = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, options);
  const [[ours]] = (await Promise.all([once(server, "connection"), once(theirs, "open")])) as unknown as [[WebSocket]];
  closing.push(() => {
    theirs.terminate();
    server.close();
  });
  return { ours, theirs };
}

test("a socket that did not answer a ping is given up when the next is due, and one that answers stays", async () => {
  const [silent, lively] = [await pair({ autoPong: false }), await pair()];
  for (const { ours } of [silent, lively]) closing.push(keepAlive(ours, PING_EVERY_MS));
  const begunAt = performance.now();
  await once(silent.ours, "close");
  expect(performance.now() - begunAt).toBeGreaterThan(1.5 * PING_EVERY_MS);
  await sleep(5 * PING_EVERY_MS);
  expect(lively.ours.readyState).toBe(WebSocket.OPEN);
});

test("a socket whose reader stopped is given up once more than a megabyte waits, whether something is said or only pinged", async () => {
  const [told, pinged] = [await pair(), await pair()];
  for (const { theirs } of [told, pinged]) theirs.pause();
  for (let said = 0; said < 100 && told.ours.readyState === WebSocket.OPEN; said += 1) {
    sendTo(told.ours, MEGABYTE);
    await sleep(1);
  }
  expect(told.ours.readyState).not.toBe(WebSocket.OPEN);
  for (let said = 0; said < 100 && pinged.ours.bufferedAmount <= MEGABYTE.length; said += 1) {
    pinged.ours.send(MEGABYTE);
    await sleep(1);
  }
  closing.push(keepAlive(pinged.ours, PING_EVERY_MS));
  const begunAt = performance.now();
  await once(pinged.ours, "close");
  expect(performance.now() - begunAt).toBeLessThan(1.9 * PING_EVERY_MS);
});

test("of one address so many sockets wait for their ticket at once, and a place given back is free", () => {
  const waiting = new WaitingSockets();
  const [leave] = Array.from({ length: 300 }, () => waiting.enter("198.51.100.7"));
  expect(waiting.enter("198.51.100.7")).toBeUndefined();
  expect(waiting.enter("198.51.100.8")).toBeDefined();
  leave?.();
  expect(waiting.enter("198.51.100.7")).toBeDefined();
});
