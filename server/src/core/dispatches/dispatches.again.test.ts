import { randomBytes, randomUUID } from "node:crypto";
import { audit } from "@laro/contract/audit";
import { dispatches } from "@laro/contract/dispatches";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "../../testing/owner.ts";
import { askForCode, bringCode, readLetters, readOutbox } from "../../testing/outbox.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const MINUTE_MS = 60_000;
const reason = "The member says nothing came";

let world: World;
let support: Person;
beforeAll(async () => {
  world = await createWorld();
  support = await world.operator("support");
});
afterAll(() => world.close());

let people = 0;
const nextTarget = (): string => `+63${930 + people}${String(1_000_000 + people++)}`;
const lastOf = async (target: string) => (await readLetters(world, target))[0]!;
const again = (id: string) => support.refused(dispatches.resend, { id, reason });

test("only support and superadmins may send again, and nobody what there is not or without a reason", async () => {
  expect(await again(randomUUID())).toBe("dispatches.not_found");
  const { status } = await support.request("POST", "/api/dispatches.resend", JSON.stringify({ id: randomUUID(), reason: "" }));
  expect(status).toBe(400);
  for (const role of ["finance", "risk", "auditor"] as const)
    expect(await (await world.operator(role)).refused(dispatches.resend, { id: randomUUID(), reason })).toBe("sessions.forbidden");
});

test("a code that was used, a newer one replaced or whose time is over is not sent again, and the list says so", async () => {
  const [used, replaced, over] = [nextTarget(), nextTarget(), nextTarget()];
  const device = randomBytes(32);
  await askForCode(world, { target: used, device });
  await bringCode(world, { target: used, device });
  const spent = await lastOf(used);
  expect(spent).toMatchObject({ usedAt: world.clock.now().toISOString(), canResend: false });
  expect(await again(spent.id)).toBe("dispatches.used");
  await askForCode(world, { target: replaced, device });
  const older = await lastOf(replaced);
  await world.pass(MINUTE_MS);
  await askForCode(world, { target: replaced, device });
  expect(await again(older.id)).toBe("dispatches.used");
  await askForCode(world, { target: over });
  const late = await lastOf(over);
  await world.pass(10 * MINUTE_MS);
  expect((await lastOf(over)).canResend).toBe(false);
  expect(await again(late.id)).toBe("dispatches.over");
});

test("what is sent again is the same letter under a reference of its own, on the record, three times at most, and not while it is on its way", async () => {
  const target = nextTarget();
  await askForCode(world, { target });
  const first = await lastOf(target);
  const code = await readOutbox(world, target);
  expect(first.canResend).toBe(true);
  const { id } = await support.call(dispatches.resend, { id: first.id, reason });
  expect(id).not.toBe(first.id);
  expect(await again(first.id)).toBe("dispatches.under_way");
  const resent = (await readLetters(world, target)).find((letter) => letter.id === id);
  expect(resent).toMatchObject({ state: "sent", code, expiresAt: first.expiresAt });
  const admin = await world.operator("superadmin");
  const { list } = await admin.call(audit.list, { limit: 100 });
  expect(list.find(({ endpoint, kind }) => endpoint === "dispatches.resend" && kind === "command")).toMatchObject({
    operator: support.name,
    input: { id: first.id, reason },
  });
  for (const one of [id, first.id]) {
    await support.call(dispatches.resend, { id: one, reason });
    await world.work();
  }
  for (const one of [id, first.id]) expect(await again(one)).toBe("dispatches.too_often");
  expect(await readLetters(world, target)).toHaveLength(4);
});

test("of two officers who send the same letter again at once, one does", async () => {
  const target = nextTarget();
  await askForCode(world, { target });
  const { id } = await lastOf(target);
  const other = await world.operator("superadmin");
  const done = await Promise.allSettled([support, other].map((officer) => officer.call(dispatches.resend, { id, reason })));
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("the use rate counts codes by prefix and by Manila's day; a code sent twice counts once, an e-mail not at all", async () => {
  await asOwner(world.open.url, "delete from dispatch");
  const [one, other] = [`+63955${String(3_000_000 + people++)}`, `+63955${String(3_000_000 + people++)}`];
  const device = randomBytes(32);
  const day = (at: Date) => at.toLocaleDateString("en-CA", { timeZone: "Asia/Manila" });
  const first = day(world.clock.now());
  await askForCode(world, { target: one, device });
  await bringCode(world, { target: one, device });
  await askForCode(world, { target: other });
  await askForCode(world, { target: "ann@example.com", channel: "email" });
  const { id } = await lastOf(other);
  await support.call(dispatches.resend, { id, reason });
  await world.work();
  await world.pass(24 * 60 * MINUTE_MS);
  const second = day(world.clock.now());
  await askForCode(world, { target: other });
  await world.work();
  const fresh = await world.operator("support");
  expect(await fresh.call(dispatches.use, {})).toEqual({
    days: [
      { day: second, sent: 1, used: 0, cost: 0n },
      { day: first, sent: 2, used: 1, cost: 0n },
    ],
    prefixes: [{ prefix: "+63955", sent: 3, used: 1 }],
  });
  await world.pass(6 * 24 * 60 * MINUTE_MS);
  expect((await (await world.operator("support")).call(dispatches.use, {})).days.map((row) => row.day)).toEqual([second]);
});
