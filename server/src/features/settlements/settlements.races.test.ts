import { setTimeout as sleep } from "node:timers/promises";
import { agents } from "@laro/contract/agents";
import { settlements } from "@laro/contract/settlements";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { confirmNotCounted } from "../../core/agents/agents.notCounted.ts";
import { getBalances } from "../../core/wallet/wallet.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Database } from "../../platform/db.ts";
import type { Person } from "../../testing/person.ts";
import { auditSettled, freezeDay, openNode, signContract } from "../../testing/settlements.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { computeDue } from "./settlements.compute.ts";
import { payDue } from "./settlements.pay.ts";

const reason = "Looked at by two";
const HELD_UP_MS = 2_000;

let world: World;
let ana: Person;
let ben: Person;
beforeAll(async () => {
  world = await createWorld();
  [ana, ben] = [await world.operator("finance"), await world.operator("superadmin")];
});
afterEach(async () => expect(await auditSettled(world)).toEqual([]));
afterAll(() => world.close());

const balanceOf = async (accountId: bigint): Promise<bigint> => (await getBalances(world.open.platform.database.db, accountId)).main;
const runOf = async (day: string) => (await ana.call(settlements.runs, { kind: "dividend", limit: 100 })).list.find(({ startsOn }) => startsOn === day)!;

/** An agent with a contract of the house for each day, and one member. */
async function line(startsOn: string, endsOn: string) {
  const agent = await world.member({ type: 1 });
  const member = await openNode(world, agent.id, 0);
  await signContract(world, { kind: "dividend", period: "D", agentId: agent.id, startsOn, endsOn, tiers: [{ rate: 20_000 }] });
  const takes = (day: string, result: bigint) => freezeDay(world, day, [{ accountId: member, stake: 200_000_00n, win: 200_000_00n - result }]);
  return { agent, member, takes };
}

/** The platform, where something happens inside a transaction or before it. */
const platformWith = (begin: (own: Database["begin"]) => Database["begin"]) => {
  const { platform } = world.open;
  return { ...platform, database: { ...platform.database, begin: begin(platform.database.begin.bind(platform.database)) } };
};

test("nothing is discarded while the next is computed, which would take the same carry twice", async () => {
  const { takes } = await line("2026-08-10", "2026-08-13");
  await takes("2026-08-10", -1_000_00n);
  await computeDue(world.open.platform);
  const { id } = await runOf("2026-08-10");
  await takes("2026-08-11", 3_000_00n);
  const refusals: string[] = [];
  const computing = platformWith(
    (own) => (work) =>
      own(async (tx) => {
        const result = await work(tx);
        if ((result as unknown) === "computed") refusals.push(await ana.refused(settlements.discard, { id, reason }));
        return result;
      }),
  );
  expect(await computeDue(computing)).toBe(1);
  expect(refusals).toEqual(["server.pending"]);
  await ana.call(settlements.discard, { id, reason });
  expect(await computeDue(world.open.platform)).toBe(2);
});

test("a settlement is not approved while it is decided that a member it was computed with does not count", async () => {
  const { agent, member, takes } = await line("2026-09-01", "2026-09-28");
  await takes("2026-09-10", 1_000_00n);
  await computeDue(world.open.platform);
  const { id, figures } = await runOf("2026-09-10");
  const proposal = await ben.call(agents.proposeNotCounted, { id: member, fromDay: "2026-09-10", code: "sameOwner", reason });
  await world.pass(1_000);
  const by = { id: 0n, name: "another officer" } as OperatorActor;
  const approved = await world.open.platform.database.begin(async (tx) => {
    await confirmNotCounted(tx, { id: proposal.id, reason, by, now: world.clock.now() });
    const answer = ana.send(settlements.approve, { id, pay: figures.pay });
    // Long enough for it to go through where nothing holds it up.
    await Promise.race([answer, sleep(HELD_UP_MS)]);
    return { answer };
  });
  expect((await approved.answer).answer).toMatchObject({ success: false, message: "settlements.outdated" });
  await payDue(world.open.platform);
  expect(await balanceOf(agent.id)).toBe(0n);
});

test("an agent who is held while pays go out is not paid any more", async () => {
  const { agent, takes } = await line("2026-10-01", "2026-10-28");
  await takes("2026-10-10", 1_000_00n);
  await computeDue(world.open.platform);
  const { id, figures } = await runOf("2026-10-10");
  await ana.call(settlements.approve, { id, pay: figures.pay });
  let begun = 0;
  const paying = platformWith((own) => async (work) => {
    begun += 1;
    if (begun === 2) await ben.call(agents.setStanding, { id: agent.id, standing: "held", days: 7, reason });
    return own(work);
  });
  await payDue(paying);
  expect(begun).toBeGreaterThan(1);
  expect(await balanceOf(agent.id)).toBe(0n);
});
