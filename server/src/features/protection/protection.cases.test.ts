import { accounts } from "@laro/contract/accounts";
import { audit } from "@laro/contract/audit";
import { protection } from "@laro/contract/protection";
import { sessions } from "@laro/contract/sessions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { placeBet } from "../../testing/bets.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { soon } from "../../testing/soon.ts";

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await createWorld();
  admin = await world.operator("superadmin");
});
afterAll(() => world.close());

const reason = "The family asked for it in writing";
const until = (moment: string): void => world.clock.advance(new Date(moment).getTime() - world.clock.now().getTime());

async function officer(role: "superadmin" | "support" | "auditor" | "finance"): Promise<Person> {
  return world.operator(role);
}

test("who may read, exclude and end follows the role", async () => {
  const ann = await world.player();
  const request = { memberId: ann.id, kind: "family", period: "6m", reason } as const;
  const [support, auditor, finance] = await Promise.all([officer("support"), officer("auditor"), officer("finance")]);
  expect(await finance.refused(protection.cases, {})).toBe("sessions.forbidden");
  expect(await auditor.refused(protection.exclude, request)).toBe("sessions.forbidden");
  expect((await auditor.call(protection.cases, {})).list).toEqual([]);
  const { id } = await support.call(protection.exclude, request);
  expect(await support.refused(protection.endExclusion, { id, reason })).toBe("sessions.forbidden");
  expect((await support.call(protection.cases, { inForce: "yes" })).list).toMatchObject([{ id, memberId: ann.id, memberName: ann.name, madeBy: support.name }]);
});

test("an unknown member, a period that is not offered and a missing reason are refused", async () => {
  const ann = await world.player();
  const request = { memberId: ann.id, kind: "operator", period: "1y", reason } as const;
  expect(await admin.refused(protection.exclude, { ...request, memberId: 999_999n })).toBe("accounts.not_found");
  expect(await admin.refused(protection.exclude, { ...request, period: "24h" })).toBe("protection.period_closed");
  const { answer } = await admin.request("POST", "/api/protection.exclude", JSON.stringify({ ...request, memberId: String(ann.id), reason: "  " }));
  expect(answer).toMatchObject({ success: false, message: "request.invalid", value: { field: "reason" } });
  expect((await ann.call(protection.mine, {})).exclusion).toBeNull();
});

test("a member whom the family excludes is out at once, and nobody can end it before it is no longer firm", async () => {
  const ann = await world.player({ balance: 10_00n });
  const made = await admin.call(protection.exclude, { memberId: ann.id, kind: "family", period: "1y", reason });
  await soon(async () => expect(await ann.refused(accounts.me, {})).toBe("sessions.required"));
  expect(await placeBet(world, ann.id, { stake: 1_00n })).toBe("protection.excluded");
  expect(made).toMatchObject({
    kind: "family",
    reason,
    endedAt: null,
    firmUntil: expect.stringMatching(/^2027-04-/),
    until: expect.stringMatching(/^2027-10-/),
  });
  until(made.firmUntil);
  world.clock.advance(-1);
  admin = await officer("superadmin");
  expect(await admin.refused(protection.endExclusion, { id: made.id, reason })).toBe("protection.still_firm");
  world.clock.advance(1);
  expect(await admin.call(protection.endExclusion, { id: made.id, reason })).toMatchObject({ id: made.id, endedAt: world.clock.now().toISOString() });
  expect(await placeBet(world, ann.id, { stake: 1_00n })).toBe("played");
  expect(await admin.refused(protection.endExclusion, { id: made.id, reason })).toBe("protection.not_found");
  expect(await admin.refused(protection.endExclusion, { id: newId(world.clock.now()), reason })).toBe("protection.not_found");
  const entries = (await admin.call(audit.list, { kind: "command" })).list.map(({ endpoint }) => endpoint);
  expect(entries.slice(0, 2)).toEqual(["protection.endExclusion", "protection.exclude"]);
});

test("the operator's own decision can be taken back at once; what else is in force stays", async () => {
  const ann = await world.player({ balance: 10_00n });
  const [own, family] = [
    await admin.call(protection.exclude, { memberId: ann.id, kind: "operator", period: "5y", reason }),
    await admin.call(protection.exclude, { memberId: ann.id, kind: "family", period: "6m", reason }),
  ];
  await admin.call(protection.endExclusion, { id: own.id, reason });
  expect(await placeBet(world, ann.id, { stake: 1_00n })).toBe("protection.excluded");
  const login = { username: ann.name, password: ann.password, type: "username", entry: "player" } as const;
  expect(await world.guest().refused(sessions.login, login)).toBe("protection.excluded");
  until(family.until);
  expect(await placeBet(world, ann.id, { stake: 1_00n })).toBe("played");
});

test("of ten ends of one exclusion at once, one ends it", async () => {
  const ann = await world.player();
  admin = await officer("superadmin");
  const { id } = await admin.call(protection.exclude, { memberId: ann.id, kind: "operator", period: "1y", reason });
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => admin.call(protection.endExclusion, { id, reason })));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("cases come newest first, page by page, those in force or those that are over", async () => {
  const people = [await world.player(), await world.player(), await world.player()];
  for (const { id } of people) {
    world.clock.advance(1);
    await admin.call(protection.exclude, { memberId: id, kind: "operator", period: "1y", reason });
  }
  const first = await admin.call(protection.cases, { inForce: "yes", limit: 2 });
  expect(first.list.map(({ memberId }) => memberId)).toEqual([people[2]!.id, people[1]!.id]);
  const second = await admin.call(protection.cases, { inForce: "yes", limit: 2, cursor: first.next! });
  expect(second.list[0]!.memberId).toBe(people[0]!.id);
  const over = (await admin.call(protection.cases, { inForce: "no", limit: 100 })).list;
  expect(over.length).toBeGreaterThan(0);
  expect(over.every(({ endedAt, until: end }) => endedAt !== null || new Date(end) <= world.clock.now())).toBe(true);
  expect(await world.audit()).toEqual([]);
});
