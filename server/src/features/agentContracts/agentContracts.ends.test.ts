import { agentContracts } from "@laro/contract/agentContracts";
import { messages } from "@laro/contract/messages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { agree, agreeWithHouse, type Agent, dividendOf, lineOf, passAwake } from "../../testing/agentContracts.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const HOUR_MS = 3_600_000;

let world: World;
let officer: Person;
beforeAll(async () => {
  world = await createWorld();
  officer = await world.operator("marketing");
});
afterAll(() => world.close());

const fresh = (): string => newId(world.clock.now());

test("each side asks for the end once a day in Manila, whatever became of it, and its reason leads nowhere", async () => {
  const [top, next] = (await lineOf(world, 2)) as [Agent, Agent];
  await agreeWithHouse(world, officer, top, { terms: dividendOf([40_000]) });
  const { id } = await agree(world, top, next, { terms: dividendOf([20_000]) });
  await world.work();
  const ask = (who: Agent, said = "It does not pay") => who.refusal(agentContracts.requestEnd, { requestId: fresh(), id, reason: said });
  const askAndWithdraw = async (who: Agent) => {
    await who.call(agentContracts.requestEnd, { requestId: fresh(), id, reason: "It does not pay" });
    await who.call(agentContracts.withdraw, { requestId: fresh(), id });
  };
  for (const said of ["Go to https://evil.example and log in", "See laro (dot) com", "Write to @laro_help"])
    expect(await ask(top, said)).toMatchObject({ code: "agentContracts.link", values: { field: "reason" } });
  await askAndWithdraw(top);
  for (let count = 0; count < 3; count++)
    expect(await ask(top)).toMatchObject({
      code: "agentContracts.end_asked_today",
      text: "You asked for the end of this contract today. You can ask again tomorrow.",
    });
  await askAndWithdraw(next);
  expect((await ask(next)).code).toBe("agentContracts.end_asked_today");
  await world.work();
  for (const one of [top, next]) {
    const { list } = await one.call(messages.mine, { limit: 50 });
    expect(list.filter(({ template }) => template === "contractEndAsked")).toHaveLength(1);
  }
  const midnight = Date.parse(`${new Date(world.clock.now().getTime() + 8 * HOUR_MS).toISOString().slice(0, 10)}T16:00:00Z`);
  await passAwake(world, midnight - world.clock.now().getTime() - 1);
  expect((await ask(top)).code).toBe("agentContracts.end_asked_today");
  await passAwake(world, 1);
  await askAndWithdraw(top);
});
