import { connect } from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { verifications } from "@laro/contract/verifications";
import { rounds } from "@laro/contract/rounds";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "./ids.ts";
import { form, photos } from "../testing/verifications.ts";
import { slowCall } from "../testing/slowCall.ts";
import { createWorld, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

async function drafted(name: string) {
  const ann = await world.player();
  await ann.call(verifications.setPersonalInfo, form({ payeename: name }));
  return ann;
}

test("pictures that take eleven seconds to arrive are kept, while a small call that dawdles is given up after nine", { timeout: 40_000 }, async () => {
  const [ann, ben] = [await drafted("Slow Reyes"), await world.player({ balance: 100_00n })];
  const began = performance.now();
  const upload = await slowCall(world.address, ann, verifications.uploadIdImages.name, await photos());
  const play = { requestId: newId(world.clock.now()), gameCode: "DICE", stake: "10.00", choice: { target: 5_000, side: "under" } };
  const dawdling = await slowCall(world.address, ben, rounds.play.name, play);
  const lost = dawdling.finish.bind(dawdling);
  await sleep(11_000);
  expect(await upload.finish()).toBe(true);
  expect(performance.now() - began).toBeGreaterThan(10_900);
  expect(await lost().catch(() => "cut off")).toBeOneOf(["server.pending", "cut off"]);
});

test(
  "two large bodies are read at once, twenty wait, one more is refused at once, and who goes away gives the place to the next",
  { timeout: 40_000 },
  async () => {
    const people = await Promise.all(Array.from({ length: 23 }, (_, at) => drafted(`Wait ${"abcdefghijklmnopqrstuvw"[at]!.repeat(3)} Reyes`)));
    const pictures = JSON.stringify(await photos());
    const head = (token: string) =>
      `POST /api/verifications.uploadIdImages HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nauthorization: Bearer ${token}\r\ncontent-length: ${pictures.length}\r\n\r\n`;
    const { hostname, port } = new URL(world.address);
    const begin = async (token: string) => {
      const socket = connect(Number(port), hostname);
      let heard = "";
      socket.setEncoding("utf8").on("data", (text: string) => (heard += text));
      socket.on("error", () => undefined);
      await new Promise<void>((sent) => socket.write(head(token) + pictures.slice(0, 1_000), () => sent()));
      return { heard: () => heard, finish: () => socket.write(pictures.slice(1_000)), leave: () => socket.destroy() };
    };
    const begun = [];
    for (const { token } of people.slice(0, 22)) begun.push(await begin(token!));
    await sleep(500);
    const refused = await begin(people[22]!.token!);
    await expect.poll(refused.heard).toMatch(/^HTTP\/1.1 503[\s\S]*server\.busy/);
    // A small call waits for none of them.
    expect((await people[22]!.call(verifications.mine, {})).state).toBe("draft");
    begun[2]!.finish();
    await sleep(300);
    expect(begun[2]!.heard()).toBe("");
    begun[0]!.leave();
    await expect.poll(begun[2]!.heard, { timeout: 10_000 }).toMatch(/^HTTP\/1.1 200[\s\S]*upload_success/);
    for (const one of begun) one.leave();
    await expect
      .poll(async () => (await people[22]!.call(verifications.uploadIdImages, await photos()).catch(() => ({ text: "" }))).text, { timeout: 10_000 })
      .toBe("upload_success");
  },
);

test("a member whose bodies trickle holds one of the two places, however many are begun: another's is read meanwhile", { timeout: 40_000 }, async () => {
  const [ann, ben] = [await drafted("Trickle Reyes"), await drafted("Quick Reyes")];
  const begun = [];
  for (let times = 0; times < 3; times++) begun.push(await slowCall(world.address, ann, verifications.uploadIdImages.name, await photos()));
  await sleep(500);
  const uploaded = ben.call(verifications.uploadIdImages, await photos()).then(({ text }) => text);
  expect(await Promise.race([uploaded, sleep(8_000, "still waiting")])).toBe("upload_success");
  for (const one of begun) await one.finish().catch(() => undefined);
});

test("two pictures that stop on their way are given up after a minute, and their places are free for others", { timeout: 110_000 }, async () => {
  const [ann, ben, cat] = [await drafted("Stalled Reyes"), await drafted("Halted Reyes"), await drafted("Later Reyes")];
  const stalled = [];
  for (const one of [ann, ben]) stalled.push(await slowCall(world.address, one, verifications.uploadIdImages.name, await photos()));
  await sleep(61_000);
  const uploaded = cat.call(verifications.uploadIdImages, await photos()).then(({ text }) => text);
  expect(await Promise.race([uploaded, sleep(8_000, "still waiting")])).toBe("upload_success");
  for (const one of stalled) expect(await one.finish().catch(() => "cut off")).toBeOneOf(["request.body_slow", "cut off"]);
});
