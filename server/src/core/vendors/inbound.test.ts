import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addVendor, type GatewayVendor, nameAt } from "../../testing/gateway.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";

/** As many bodies as a process reads at once of callers it does not know. */
const AT_ONCE = 2_000;
const WAVE = 250;

let world: World;
let vendor: GatewayVendor;
beforeAll(async () => {
  world = await createWorld();
  vendor = await addVendor(world, { id: 702, code: "SLOW", games: ["gale"] });
  await asOwner(world.open.url, "update vendor set answer_within_ms = 8000 where id = 702");
});
afterAll(() => world.close());

/** Announces a body, sends its beginning and then nothing. */
async function dawdle(): Promise<Socket> {
  const socket = connect(Number(new URL(world.address).port), "127.0.0.1");
  socket.on("error", () => undefined).resume();
  await once(socket, "connect");
  socket.write("POST /gateway/vendors/SLOW/balance HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{");
  return socket;
}

test("bodies that never come fill the room of strangers no longer than an answer may take, and then whoever signs is heard", { timeout: 60_000 }, async () => {
  const player = await world.player({ balance: 100_00n });
  const ask = async () => vendor.call(world.address, "balance", { account_id: await nameAt(world, vendor, player.id), currency: "PHP", game_id: "gale" });
  expect((await ask()).status).toBe(200);
  const sockets: Socket[] = [];
  for (let count = 0; count < AT_ONCE; count += WAVE) sockets.push(...(await Promise.all(Array.from({ length: WAVE }, dawdle))));
  await expect.poll(async () => (await ask()).body.meta?.api_code).toBe("503");
  const [answer] = (await once(sockets[0]!, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 500 [^]*connection: close[^]*outcome unknown/i);
  await expect.poll(async () => (await ask()).status).toBe(200);
  await expect.poll(() => sockets.every((socket) => socket.destroyed)).toBe(true);
});
