import { accountTypes } from "@laro/contract/core/accountTypes";
import type { ContractKind } from "@laro/contract/core/contractKinds";
import { commissions } from "@laro/contract/commissions";
import { messages } from "@laro/contract/messages";
import { protection } from "@laro/contract/protection";
import { sessions } from "@laro/contract/sessions";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeDays } from "../../core/activity/activity.close.ts";
import { gatherPlay } from "../../core/activity/activity.gather.ts";
import { placeBet } from "../../testing/bets.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { auditSettled, freezeDay, listPays, signContract } from "../../testing/settlements.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { computeDue } from "./settlements.compute.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const reason = "The family asked for it in writing";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterEach(async () => expect(await auditSettled(world)).toEqual([]));
afterAll(() => world.close());

const moment = () => ({ now: world.clock.now(), timeZone: world.open.platform.timeZone });
const gather = () => gatherPlay(world.open.platform.database, moment());
const close = () => closeDays(world.open.platform.database, moment());
const dayOf = (at = world.clock.now()): string => at.toLocaleDateString("en-CA", { timeZone: world.open.platform.timeZone });
const paysOf = async (kind: ContractKind, agentId: bigint) => (await listPays(world, kind)).filter((row) => row["agent_id"] === agentId);
const play = async (accountId: bigint, stake: bigint): Promise<void> => expect(await placeBet(world, accountId, { stake })).toBe("played");
const noonOf = (day: string): number => Date.parse(`${day}T12:00:00+08:00`);
/** Half a year ends every session. */
const entered = async (agent: Person): Promise<Person> => {
  agent.token = (await agent.call(sessions.login, { username: agent.name, password: agent.password, type: "username", entry: "agent" })).token;
  return agent;
};
const toldTo = async (agent: Person) => (await (await entered(agent)).call(messages.mine, {})).list.filter(({ template }) => template === "agentNotCounted");
/** To some time after the next midnight in Manila. */
const toTomorrow = () => world.pass(DAY_MS - ((world.clock.now().getTime() + 8 * HOUR_MS) % DAY_MS) + 30 * MINUTE_MS);

async function agentWithTwo() {
  const agent = await world.member({ type: accountTypes.agent });
  const [back, beside] = [
    await world.member({ type: accountTypes.player, parentId: agent.id }),
    await world.member({ type: accountTypes.player, parentId: agent.id }),
  ];
  for (const { id } of [back, beside]) await world.give(id, 100_000_00n);
  return { agent, back, beside };
}

/** Excludes on the family's request, and ends it where it is no longer firm. */
async function excludedAndBack(memberId: bigint): Promise<void> {
  const { id, firmUntil } = await (await world.operator("superadmin")).call(protection.exclude, { memberId, kind: "family", period: "1y", reason });
  await world.pass(new Date(firmUntil).getTime() - world.clock.now().getTime());
  await (await world.operator("superadmin")).call(protection.endExclusion, { id, reason });
}

test("from the day half a year after it on play counts again; after a time-out and the operator's own exclusion it counts at once", async () => {
  const { agent, back, beside } = await agentWithTwo();
  const admin = await world.operator("superadmin");
  const self = await admin.call(protection.exclude, { memberId: back.id, kind: "family", period: "6m", reason });
  const own = await admin.call(protection.exclude, { memberId: beside.id, kind: "operator", period: "6m", reason });
  expect(own.until).toBe(self.until);
  const [uncounted] = await asOwner<{ from: string; last: string; until: string }>(
    world.open.url,
    "select uncounted_from::text as from, (uncounted_until - 1)::text as last, uncounted_until::text as until from exclusion where id = $1",
    [self.id],
  );
  const { from, last, until } = uncounted!;
  expect(from).toBe(dayOf(new Date(self.until)));
  for (const startsOn of [from, last, until])
    await signContract(world, {
      kind: "daily",
      agentId: agent.id,
      startsOn,
      tiers: [{ rate: 1_000 }],
      endsOn: dayOf(new Date(noonOf(startsOn) + DAY_MS)),
    });
  await world.pass(noonOf(until) + DAY_MS - world.clock.now().getTime());
  const played = [back, beside].map(({ id }, at) => ({ accountId: id, stake: at === 0 ? 3_000_00n : 1_000_00n, win: 0n }));
  for (const day of [from, last, until]) await freezeDay(world, day, played);
  await computeDue(world.open.platform);
  expect(await paysOf("daily", agent.id)).toMatchObject([
    { day: from, bet: 1_000_00n },
    { day: last, bet: 1_000_00n },
    { day: until, bet: 4_000_00n },
  ]);
});

test("after an exclusion that the family asked for play counts for nobody by five minutes, hour and day; the agent is told by a code that says no more, once", async () => {
  const { agent, back, beside } = await agentWithTwo();
  await excludedAndBack(back.id);
  await toTomorrow();
  await gather();
  const terms = { agentId: agent.id, startsOn: dayOf() };
  await signContract(world, { ...terms, kind: "realTime", tiers: [{ singleBet: 10_00n, rate: 100 }] });
  await signContract(world, { ...terms, kind: "hourly", tiers: [{ rate: 100 }] });
  await signContract(world, { ...terms, kind: "daily", tiers: [{ minActive: 1, rate: 1_000 }] });
  await play(back.id, 3_000_00n);
  await play(beside.id, 1_000_00n);
  await world.pass(2 * HOUR_MS);
  await gather();
  await computeDue(world.open.platform);
  expect(await paysOf("realTime", agent.id)).toMatchObject([{ bet: 1_000_00n, gross: 1_00n }]);
  expect(await paysOf("hourly", agent.id)).toMatchObject([{ bet: 1_000_00n, active: 1, gross: 1_00n }]);
  expect(await toldTo(agent)).toEqual([]);
  for (let day = 0; day < 2; day++) {
    await toTomorrow();
    await play(back.id, 3_000_00n);
    await close();
    await world.work();
    await computeDue(world.open.platform);
  }
  const pays = await paysOf("daily", agent.id);
  expect(pays).toMatchObject([
    { bet: 1_000_00n, active: 1, gross: 10_00n },
    { bet: 0n, active: 0, gross: 0n },
  ]);
  expect(await toldTo(agent)).toMatchObject([{ values: expect.arrayContaining(["houseRule"]) }]);
  const { list } = await agent.call(commissions.explainDay, { id: String(pays[0]!["id"]), day: String(pays[0]!["day"]) });
  expect(list).toMatchObject(expect.arrayContaining([expect.objectContaining({ counted: false, bet: 3_000_00n })]));
});
