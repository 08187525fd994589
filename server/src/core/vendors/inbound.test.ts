import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addVendor, type GatewayAnswer, type GatewayVendor, nameAt } from "../../testing/gateway.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";

/** As many bodies as a process reads at once of callers it does not know, and of one household. */
const AT_ONCE = 2_000;
const OF_ONE = 200;
const HEARD_MS = 300;
/** More calls that nobody signed than a process refuses at once, and how much later it refuses the others. */
const FLOOD = 300;
const REFUSED_LATER_MS = 250;

let world: World;
let vendor: GatewayVendor;
beforeAll(async () => {
  world = await createWorld();
  vendor = await addVendor(world, { id: 702, code: "SLOW", games: ["gale"] });
  await asOwner(world.open.url, "update vendor set answer_within_ms = 8000, calls_at_once = 1000, calls_per_s = 10000 where id = 702");
});
afterAll(() => world.close());

/** Announces a body, sends its beginning and then nothing. */
async function dawdle(ip: string): Promise<Socket> {
  const socket = connect(Number(new URL(world.address).port), "127.0.0.1");
  socket.on("error", () => undefined).resume();
  await once(socket, "connect");
  socket.write(`POST /gateway/vendors/SLOW/balance HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${ip}\r\nContent-Length: 1000\r\n\r\n{`);
  return socket;
}

/** Dawdles so often at once, each from an address of its own. */
const dawdleAll = (count: number, addressOf: (place: number) => string): Promise<Socket[]> =>
  Promise.all(Array.from({ length: count }, (_, place) => dawdle(addressOf(place))));

const codeAt = async (ip: string): Promise<string> => {
  const response = await fetch(`${world.address}/gateway/vendors/SLOW/balance`, { method: "POST", headers: { "x-forwarded-for": ip }, body: "{}" });
  return ((await response.json()) as GatewayAnswer["body"]).meta!.api_code;
};

/** What a caller is told whose body does not come whole with its head: "waits" where it is waited for. */
async function toldAt(ip: string): Promise<string> {
  const socket = await dawdle(ip);
  const [said] = await Promise.race([once(socket, "data"), sleep(HEARD_MS, ["waits"])]);
  socket.destroy();
  return /"api_code":"(\d+)"/.exec(String(said))?.[1] ?? String(said);
}

test("bodies of one household that never come take its own room and nobody else's; what comes whole is heard beside them", async () => {
  expect(await toldAt("2001:db8::1")).toBe("waits");
  const sockets = await dawdleAll(OF_ONE, (place) => `2001:db8::${(place + 2).toString(16)}`);
  await expect.poll(() => toldAt("2001:db8::1")).toBe("503");
  expect([await toldAt("2001:db8:0:1::1"), await toldAt("203.0.113.9"), await codeAt("2001:db8::1")]).toEqual(["waits", "waits", "403"]);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => toldAt("2001:db8::1")).toBe("waits");
});

test("bodies that never come fill the room of strangers no longer than an answer may take, and whoever sends whole calls is heard all the time", async () => {
  const player = await world.player({ balance: 100_00n });
  const accountId = await nameAt(world, vendor, player.id);
  const ask = async () => (await vendor.call(world.address, "balance", { account_id: accountId, currency: "PHP", game_id: "gale" })).status;
  const sockets = await dawdleAll(OF_ONE, () => "203.0.113.0");
  // Heard from the first moment on: on a busy machine its answer may come before the others have all been let in.
  const answered = once(sockets[0]!, "data") as Promise<[Buffer]>;
  for (let household = 1; household < AT_ONCE / OF_ONE; household++) sockets.push(...(await dawdleAll(OF_ONE, () => `203.0.113.${household}`)));
  await expect.poll(() => toldAt("198.51.100.1")).toBe("503");
  // More at once than a household may keep us waiting for, from one address.
  expect(new Set(await Promise.all(Array.from({ length: OF_ONE + 100 }, ask)))).toEqual(new Set([200]));
  const [answer] = await answered;
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 500 [^]*connection: close[^]*outcome unknown/i);
  await expect.poll(() => toldAt("198.51.100.1")).toBe("waits");
  await expect.poll(() => sockets.every((socket) => socket.destroyed)).toBe(true);
});

test("who floods with calls that nobody signed is refused each of them, but most of them later; who signs is answered beside it", async () => {
  const player = await world.player({ balance: 100_00n });
  const accountId = await nameAt(world, vendor, player.id);
  const socket = connect(Number(new URL(world.address).port), "127.0.0.1");
  let said = "";
  socket.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await once(socket, "connect");
  const beganMs = performance.now();
  socket.write("POST /gateway/vendors/SLOW/balance HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}".repeat(FLOOD));
  expect((await vendor.call(world.address, "balance", { account_id: accountId, currency: "PHP", game_id: "gale" })).status).toBe(200);
  await expect.poll(() => said.match(/"api_code":"403"/g)?.length, { interval: 5 }).toBe(FLOOD);
  expect(performance.now() - beganMs).toBeGreaterThan(REFUSED_LATER_MS);
  socket.destroy();
});
