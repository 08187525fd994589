import { messages } from "@laro/contract/messages";
import { settings } from "@laro/contract/settings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Agent, attend, lineOf, passAwake } from "../../testing/agentContracts.ts";
import type { Person } from "../../testing/person.ts";
import { freezeDay, listPays, openNode, signContract } from "../../testing/settlements.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { computeDue } from "../settlements/settlements.compute.ts";

const DAY_MS = 86_400_000;

let world: World;
let chief: Person;
beforeAll(async () => {
  world = await createWorld();
  chief = await world.operator("superadmin");
});
afterAll(() => world.close());

const turn = (enabled: boolean, modId = "dailySalary") => chief.call(settings.setFlag, { modId, enabled, reason: "The season is over" });
const lettersOf = async (agent: Agent) =>
  (await agent.call(messages.mine, { limit: 50 })).list.filter(({ template }) => template === "contractKindClosed").map(({ values }) => values[3]);

test("when a kind is closed both sides of its contracts are told once, the running period pays and later ones do not, until it is open again [SITE-11]", async () => {
  const [top, next, other] = (await lineOf(world, 3)) as [Agent, Agent, Agent];
  const member = await openNode(world, next.id, 0);
  // The world begins on Monday, 5 October 2026.
  await signContract(world, { kind: "daily", agentId: top.id, startsOn: "2026-10-05", tiers: [{ rate: 200 }] });
  await signContract(world, { kind: "daily", agentId: next.id, uplineId: top.id, startsOn: "2026-10-05", tiers: [{ rate: 100 }] });
  await signContract(world, { kind: "dividend", agentId: other.id, startsOn: "2026-10-05", tiers: [{ rate: 10_000 }] });
  await turn(false);
  await attend(world);
  await attend(world);
  for (const agent of [top, next]) expect(await lettersOf(agent)).toEqual(["daily"]);
  expect(await lettersOf(other)).toEqual([]);
  const play = (day: string) => freezeDay(world, day, [{ accountId: member, stake: 1_000_00n, win: 0n }]);
  for (const day of ["2026-10-05", "2026-10-06"]) await play(day);
  await passAwake(world, DAY_MS);
  await turn(true);
  await attend(world);
  await play("2026-10-07");
  await computeDue(world.open.platform);
  const paid = (await listPays(world, "daily")).filter((pay) => pay["agent_id"] === next.id).map((pay) => [pay["day"], pay["gross"]]);
  expect(paid).toEqual([
    ["2026-10-05", 1_00n],
    ["2026-10-07", 1_00n],
  ]);
});

test("a kind that was closed on a period's first day counts in it from the day it is open again", async () => {
  const [agent] = (await lineOf(world, 1)) as [Agent];
  const member = await openNode(world, agent.id, 0);
  const dayIn = (days: number): string =>
    new Date(world.clock.now().getTime() + days * DAY_MS).toLocaleDateString("en-CA", { timeZone: world.open.platform.timeZone });
  const days = Array.from({ length: 14 }, (_, day) => dayIn(day));
  const monday = days.findIndex((day, at) => at > 1 && new Date(day).getUTCDay() === 1);
  await signContract(world, { kind: "dividend", period: "W", agentId: agent.id, startsOn: days[monday]!, tiers: [{ rate: 10_000 }] });
  await passAwake(world, (monday - 1) * DAY_MS);
  await turn(false, "contractDividend");
  await attend(world);
  await passAwake(world, DAY_MS);
  await turn(true, "contractDividend");
  await attend(world);
  await passAwake(world, 8 * DAY_MS);
  for (let day = 0; day < 7; day++) await freezeDay(world, days[monday + day]!, [{ accountId: member, stake: 1_000_00n, win: 0n }]);
  await computeDue(world.open.platform);
  const pays = (await listPays(world, "dividend")).filter((pay) => pay["agent_id"] === agent.id);
  expect(pays).toMatchObject([{ day: days[monday + 1], last_day: days[monday + 6], result: 6_000_00n }]);
});
