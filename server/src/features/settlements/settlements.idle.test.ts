import type { ContractKind } from "@laro/contract/core/contractKinds";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { asOwner } from "../../testing/owner.ts";
import { auditSettled, gatherWindow, listPays, openNode, signContract } from "../../testing/settlements.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { computeDue } from "./settlements.compute.ts";

const MINUTE_MS = 60_000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterEach(async () => expect(await auditSettled(world)).toEqual([]));
afterAll(() => world.close());

const compute = () => computeDue(world.open.platform);
const paysOf = async (kind: ContractKind, agentId: bigint) => (await listPays(world, kind)).filter((row) => row["agent_id"] === agentId);
const dayOf = (at: Date): string => new Date(at.getTime() + 8 * 60 * MINUTE_MS).toISOString().slice(0, 10);

/** An agent below another. */
async function line() {
  const upper = await openNode(world, null);
  return { upper, lower: await openNode(world, upper) };
}

test("five minutes and hours in which nobody played are over without a row, but for a correction that waits", async () => {
  const { upper, lower } = await line();
  const begun = new Date("2027-03-01T00:00:00Z");
  const on = { startsOn: dayOf(begun), tiers: [{ rate: 50 }] };
  for (const kind of ["realTime", "hourly"] as const) {
    await signContract(world, { kind, agentId: upper, ...on });
    await signContract(world, { kind, agentId: lower, uplineId: upper, ...on });
  }
  const gather = async (from: number, to: number) => {
    for (let span = from; span < to; span++) await gatherWindow(world, new Date(begun.getTime() + span * 5 * MINUTE_MS).toISOString());
  };
  await gather(0, 13);
  await compute();
  const settled = await asOwner<{ kind: string; spans: number }>(
    world.open.url,
    "select kind, count(*)::int as spans from settlement_window where starts_at >= $1 group by kind order by kind",
    [begun],
  );
  expect(settled.map(({ kind, spans }) => [kind, spans])).toEqual([
    ["hourly", 1],
    ["realTime", 13],
  ]);
  for (const kind of ["realTime", "hourly"] as const) expect([await paysOf(kind, upper), await paysOf(kind, lower)]).toEqual([[], []]);
  await asOwner(
    world.open.url,
    `insert into settlement_proposal (id, kind, agent_id, contract_kind, amount, reason, state, proposed_by, proposed_name, proposed_at, decided_by)
     values (gen_random_uuid(), 'correction', $1, 'realTime', 500, 'test', 'confirmed', 1, 'one', now(), 2)`,
    [upper],
  );
  await gather(13, 14);
  await compute();
  expect(await paysOf("realTime", upper)).toMatchObject([{ makeup_in: 5_00n, pay: 5_00n }]);
});
