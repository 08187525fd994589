import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addVendor, type GatewayAnswer, type GatewayVendor, nameAt } from "../../testing/gateway.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";

/** As many bodies as a process reads at once of callers it does not know, and of one household. */
const AT_ONCE = 2_000;
const OF_ONE = 200;

let world: World;
let vendor: GatewayVendor;
beforeAll(async () => {
  world = await createWorld();
  vendor = await addVendor(world, { id: 702, code: "SLOW", games: ["gale"] });
  await asOwner(world.open.url, "update vendor set answer_within_ms = 8000 where id = 702");
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

test("bodies of one household that never come take its own room and nobody else's", { timeout: 30_000 }, async () => {
  expect(await codeAt("2001:db8::1")).toBe("403");
  const sockets = await dawdleAll(OF_ONE, (place) => `2001:db8::${(place + 2).toString(16)}`);
  await expect.poll(() => codeAt("2001:db8::1")).toBe("503");
  expect([await codeAt("2001:db8:0:1::1"), await codeAt("203.0.113.9")]).toEqual(["403", "403"]);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => codeAt("2001:db8::1")).toBe("403");
});

test("bodies that never come fill the room of strangers no longer than an answer may take, and then whoever signs is heard", { timeout: 60_000 }, async () => {
  const player = await world.player({ balance: 100_00n });
  const ask = async () => vendor.call(world.address, "balance", { account_id: await nameAt(world, vendor, player.id), currency: "PHP", game_id: "gale" });
  expect((await ask()).status).toBe(200);
  const sockets: Socket[] = [];
  for (let household = 0; household < AT_ONCE / OF_ONE; household++) sockets.push(...(await dawdleAll(OF_ONE, () => `203.0.113.${household}`)));
  await expect.poll(async () => (await ask()).body.meta?.api_code).toBe("503");
  const [answer] = (await once(sockets[0]!, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 500 [^]*connection: close[^]*outcome unknown/i);
  await expect.poll(async () => (await ask()).status).toBe(200);
  await expect.poll(() => sockets.every((socket) => socket.destroyed)).toBe(true);
});
