import { tables } from "@laro/contract/tables";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { attend as attendIn, type LiveHeard } from "../../testing/attend.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { TableLeader } from "./tables.leader.ts";

const CODE = "ROULETTE_1";
const REFUSED = 4400;
const TOO_LARGE = 1009;
const SECOND_MS = 1_000;

let world: World;
let leader: TableLeader;
beforeAll(async () => {
  world = await createWorld();
  leader = new TableLeader(world.open.platform, world.open.url);
});
afterAll(async () => {
  await leader.close();
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const attend = (person: Person, first?: unknown) => attendIn(world, person, first);
const pause = (durationMs: number) => new Promise((wait) => setTimeout(wait, durationMs));
const statesOf = (heard: readonly LiveHeard[]) => heard.flatMap((message) => ("phase" in message ? [message.phase.state] : []));

test("who watches a table hears each of its phases and what lies on it; who does not hears nothing of it, and one's own money is only said to be stale", async () => {
  const [ann, ben, cat] = [await world.player({ balance: 100_00n }), await world.player(), await world.player()];
  await leader.look();
  const [hers, his, others] = [await attend(ann), await attend(ben), await attend(cat)];
  hers.say({ watch: [CODE] });
  his.say({ watch: [CODE, "ROULETTE_SPEED_1"] });
  others.say({ watch: [CODE] });
  others.say({ watch: [] });
  await pause(200);
  const { phase } = await ann.call(tables.get, { series: CODE });
  await ann.call(tables.bet, { requestId: newId(world.clock.now()), series: CODE, drawId: phase!.drawId, bets: { red: "10.00" } });
  for (let looks = 0; looks < 8; looks += 1) {
    await pause(150);
    await leader.look();
  }
  const sums = { drawId: phase!.drawId, members: 1, spots: { red: "10.00" } };
  await expect.poll(() => his.heard).toContainEqual({ table: CODE, sums });
  for (const durationMs of [20 * SECOND_MS, SECOND_MS, 9 * SECOND_MS, 6 * SECOND_MS]) {
    world.clock.advance(durationMs);
    await leader.look();
  }
  const states = ["closed", "drawn", "settled", "open"];
  await expect.poll(() => statesOf(hers.heard)).toEqual(states);
  const phases = hers.heard.flatMap((message) => ("phase" in message && message.table === CODE ? [message.phase] : []));
  expect(phases.map(({ version }) => version - phases[0]!.version)).toEqual([0, 59, 60, 63]);
  expect(phases[1]).toMatchObject({ drawId: phase!.drawId, result: { pocket: expect.any(Number) }, seed: expect.any(String) });
  await expect.poll(() => hers.heard.flatMap((message) => ("stale" in message ? message.stale : []))).toContain("wallet.balance");
  expect(others.heard).toEqual([]);
  expect(his.heard.filter((message) => "stale" in message)).toEqual([]);
  for (const one of [hers, his, others]) one.close();
});

test("a socket that names its tables before its ticket has been looked at watches them", async () => {
  const ann = await world.player();
  const { heard, close } = await attend(ann, { watch: [CODE] });
  world.clock.advance(60 * SECOND_MS);
  await leader.look();
  await expect.poll(() => statesOf(heard).length).toBeGreaterThan(0);
  close();
});

test.each([
  ["an unknown table", { watch: ["POKER_9"] }],
  ["a game that is no table", { watch: ["DICE"] }],
  ["four tables", { watch: [CODE, CODE, CODE, CODE] }],
  ["something else", { watch: [CODE], more: 1 }],
  ["a list", [CODE]],
  ["what is not JSON", "{watch"],
])("a socket that names %s is ignored once, goes on, and is closed when it does it again", async (_, content) => {
  const one = await attend(await world.player());
  one.say(content);
  await pause(100);
  expect(one.isOpen()).toBe(true);
  one.say({ watch: [CODE] });
  world.clock.advance(60 * SECOND_MS);
  await leader.look();
  await expect.poll(() => statesOf(one.heard).length).toBeGreaterThan(0);
  one.say(content);
  expect(await one.closed).toBe(REFUSED);
});

test("a socket that says more than five things in a second, or more than a kilobyte, is closed", async () => {
  const chatter = await attend(await world.player());
  for (let said = 0; said < 20; said += 1) chatter.say({ watch: [CODE] });
  expect(await chatter.closed).toBe(REFUSED);
  const large = await attend(await world.player());
  large.say({ watch: [CODE], padding: "x".repeat(1_024) });
  expect(await large.closed).toBe(TOO_LARGE);
});
