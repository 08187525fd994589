import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gateway } from "@laro/contract/gateway";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { addVendor } from "../../testing/gateway.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { askVendor, isOutOfReach, lineBounds, setLineBounds } from "./lines.ts";

const S_MS = 1_000;
const [DEAD, NEIGHBOUR] = [
  { id: 740, code: "DEAD", simulated: true },
  { id: 741, code: "ALIVE", simulated: true },
];

let world: World;
let server: Server;
let address: URL;
/** What the vendor does with a question, and those it has not answered. */
let answer: (response: ServerResponse) => void;
const open: ServerResponse[] = [];
let heard = 0;

const says =
  (text: string, status = 200) =>
  (response: ServerResponse): void =>
    void response.writeHead(status).end(text);
const yes = says('{"yes":true}');
const silent = (response: ServerResponse): void => void response.destroy();

beforeAll(async () => {
  world = await createWorld();
  for (const vendor of [DEAD, NEIGHBOUR]) await addVendor(world, vendor);
  server = createServer((_request, response) => {
    heard += 1;
    answer(response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
beforeEach(() => {
  [heard, answer] = [0, yes];
  setLineBounds(world.open.platform, lineBounds);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await world.close();
});

const ask = (vendor = DEAD, timeoutMs = 5_000) => askVendor(world.open.platform, vendor, address, { answer: z.object({ yes: z.boolean() }), timeoutMs });
const asks = async (count: number): Promise<void> => {
  for (let place = 0; place < count; place++) await ask();
};
const isShut = (): boolean => isOutOfReach(world.open.platform, DEAD);

test("a vendor that keeps everybody waiting has eight calls of a process, sixteen wait, the next is told at once, and a neighbour is answered as ever", async () => {
  answer = (response) => void open.push(response);
  const asked = Array.from({ length: 24 }, () => ask());
  await expect.poll(() => heard).toBe(8);
  expect(await ask()).toBeUndefined();
  answer = yes;
  expect((await ask(NEIGHBOUR))?.answer).toEqual({ yes: true });
  expect(heard).toBe(9);
  for (const response of open.splice(0)) yes(response);
  expect((await Promise.all(asked)).map((said) => said?.answer)).toEqual(Array.from({ length: 24 }, () => ({ yes: true })));
  // Who waits does not wait longer than they said, and that is nobody's fault.
  answer = (response) => void open.push(response);
  const held = Array.from({ length: 8 }, () => ask());
  await expect.poll(() => open.length).toBe(8);
  expect(await Promise.all(Array.from({ length: 6 }, () => ask(DEAD, 20)))).toEqual(Array.from({ length: 6 }, () => undefined));
  for (const response of open.splice(0)) yes(response);
  await Promise.all(held);
  expect(isShut()).toBe(false);
});

test("five silences in a row shut the line: nobody is asked for half a minute, then one is let through, whose end decides, and officers find it among the faults", async () => {
  answer = silent;
  await asks(4);
  answer = yes;
  await asks(1);
  answer = silent;
  await asks(4);
  expect([isShut(), heard]).toEqual([false, 9]);
  await asks(1);
  expect([isShut(), heard]).toEqual([true, 10]);
  answer = yes;
  await asks(30);
  world.clock.advance(30 * S_MS - 1);
  await asks(1);
  expect(heard).toBe(10);
  expect((await ask(NEIGHBOUR))?.ok).toBe(true);

  world.clock.advance(1);
  answer = (response) => void open.push(response);
  const probe = ask();
  await expect.poll(() => heard).toBe(12);
  expect([isShut(), await ask(), heard]).toEqual([true, undefined, 12]);
  silent(open.pop()!);
  expect([await probe, isShut()]).toEqual([undefined, true]);
  world.clock.advance(30 * S_MS);
  answer = yes;
  expect([(await ask())?.ok, isShut()]).toEqual([true, false]);
  answer = silent;
  await asks(4);
  expect(isShut()).toBe(false);
  const officer = await world.operator("superadmin");
  await expect.poll(async () => (await officer.call(gateway.faults, { vendorCode: "DEAD", code: "unreachable" })).list.length).toBe(1);
});

test("half of twenty calls within half a minute shut the line too, not where they were further apart; a no is an answer, the vendor's own trouble and nonsense are none", async () => {
  const mixed = async (eachMs: number): Promise<void> => {
    for (let place = 0; place < 20; place++) {
      answer = place % 2 === 0 ? silent : yes;
      await asks(1);
      world.clock.advance(eachMs);
    }
  };
  await mixed(2 * S_MS);
  expect(isShut()).toBe(false);
  world.clock.advance(60 * S_MS);
  await mixed(S_MS);
  expect(isShut()).toBe(true);
  for (const [text, status, shuts] of [
    ['{"no":1}', 404, false],
    ["<p>No.</p>", 403, false],
    ['{"yes":false}', 400, false],
    ["<p>Sorry.</p>", 200, true],
    ['{"yes":true}', 503, true],
  ] as const) {
    setLineBounds(world.open.platform, lineBounds);
    answer = says(text, status);
    await asks(5);
    expect([text, isShut()]).toEqual([text, shuts]);
  }
});

test("those who wait when the line shuts are told at once", async () => {
  answer = (response) => void open.push(response);
  const asked = Array.from({ length: 24 }, () => ask());
  await expect.poll(() => open.length).toBe(8);
  answer = silent;
  for (const response of open.splice(0)) silent(response);
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 24 }, () => undefined));
  expect(heard).toBeLessThanOrEqual(8 + 5);
});
