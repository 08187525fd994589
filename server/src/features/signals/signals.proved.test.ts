import { randomBytes } from "node:crypto";
import { type Signal, signals } from "@laro/contract/signals";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addJob } from "../../platform/outbox.ts";
import type { Person } from "../../testing/person.ts";
import { openNode } from "../../testing/settlements.ts";
import { bindNumber, nameVerified, plantApproved, plantExclusion, plantKey } from "../../testing/signals.ts";
import { createWorld, type World } from "../../testing/world.ts";

const DAY_MS = 86_400_000;

let world: World;
let officer: Person;
beforeAll(async () => {
  world = await createWorld();
  officer = await world.operator("risk");
});
afterAll(() => world.close());

const agent = (): Promise<bigint> => openNode(world, null);
const playerBelow = (parentId: bigint | null): Promise<bigint> => openNode(world, parentId, 0);
const ago = (ms: number): Date => new Date(world.clock.now().getTime() - ms);
const number = () => String(randomBytes(6).readUIntBE(0, 6));

async function look(): Promise<void> {
  await world.open.platform.database.begin((tx) => addJob(tx, "signals:look", {}));
  await world.work();
}

async function signalsOf(accountId: bigint): Promise<readonly Signal[]> {
  const all = await Promise.all((["open", "dismissed"] as const).map((state) => officer.call(signals.list, { state, accountId, limit: 100 })));
  return all.flatMap(({ list }) => list);
}

/** By whom each signal came, and whether it holds pay. */
const toldOf = async (accountId: bigint) => (await signalsOf(accountId)).map(({ people, holds, figures }) => [people[0]!.id, holds, figures["basis"]]);

test("a payout account holds pay in one verified name on both sides alone: anybody can bind an agent's number under another name, or under their own", async () => {
  const [jose, maria, unproved] = [await agent(), await agent(), await agent()];
  const [same, other] = [await playerBelow(jose), await playerBelow(jose)];
  const [own, early] = [await playerBelow(maria), await playerBelow(unproved)];
  await nameVerified(world, "José Niño", [jose, unproved]);
  await nameVerified(world, "Jose Nino", [same, other]);
  await nameVerified(world, "Maria Clara", [maria]);
  await nameVerified(world, "Clara Maria", [own]);
  const [joses, another, marias, unproveds] = [number(), number(), number(), number()];
  await bindNumber(world, joses, [jose, same], "JoseNino");
  await bindNumber(world, another, [jose], "José Niño");
  await bindNumber(world, another, [other], "Somebody Else");
  await bindNumber(world, marias, [maria], "Maria Clara");
  await bindNumber(world, marias, [own], "Clara Maria");
  await bindNumber(world, unproveds, [unproved, early], "José Niño");
  await look();
  expect(await toldOf(jose)).toEqual([
    [same, true, "payout"],
    [other, false, "payout"],
  ]);
  expect(await toldOf(maria)).toEqual([[own, false, "payout"]]);
  expect(await toldOf(unproved)).toEqual([[early, false, "payout"]]);
});

test("what was only said is another signal once it is proved: a word on the one ends no hold of the other", async () => {
  const maria = await agent();
  const member = await playerBelow(maria);
  await bindNumber(world, number(), [maria, member], "Maria Clara");
  await look();
  const [said] = await signalsOf(maria);
  expect(said).toMatchObject({ holds: false, ruleVersion: 2 });
  await officer.call(signals.dismiss, { id: said!.id, reason: "Another of that name" });
  await nameVerified(world, "Maria Clara", [maria, member]);
  await look();
  expect(await signalsOf(maria)).toMatchObject([
    { holds: true, state: "open" },
    { id: said!.id, holds: false, state: "dismissed" },
  ]);
});

test("what only one side proves, or neither, tells of somebody brought back and holds nothing", async () => {
  const upline = await agent();
  const excluded = await playerBelow(null);
  await plantExclusion(world, excluded, { kind: "self", startsAt: ago(DAY_MS), endsAt: ago(-DAY_MS) });
  const below = [await playerBelow(upline), await playerBelow(upline), await playerBelow(upline), await playerBelow(upline)] as const;
  const [one, neither, before, payout] = below;
  const hash = randomBytes(32);
  await plantKey(world, [one], { source: "document", hash });
  await plantKey(world, [excluded], { source: "said", hash });
  await plantKey(world, [neither, excluded], { source: "said" });
  // From before it was kept where a key is from: only one of the two was approved.
  await plantApproved(world, before);
  await plantKey(world, [before, excluded], { source: null });
  await bindNumber(world, number(), [payout, excluded]);
  await look();
  const found = await signalsOf(upline);
  expect(found.every(({ rule, holds }) => rule === "broughtBack" && !holds)).toBe(true);
  for (const id of below) expect(found.filter(({ people }) => people.some((known) => known.id === id))).toHaveLength(1);
});
