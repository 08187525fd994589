import { accounts } from "@laro/contract/accounts";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { wallet } from "@laro/contract/wallet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { openSister } from "../../testing/sister.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { openSession, SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from "./sessions.ts";

let world: World;
let sister: Awaited<ReturnType<typeof openSister>>;
beforeAll(async () => {
  world = await createWorld();
  sister = await openSister(world);
});
afterAll(async () => {
  await sister.close();
  await world.close();
});

const isIn = async (person: Person): Promise<boolean> => (await person.send(wallet.balance, {})).status === 200;

/** What one process says reaches the other through the database, within a moment. */
async function isOutSoon(person: Person): Promise<void> {
  await expect.poll(() => isIn(person), { timeout: 2_000, interval: 10 }).toBe(false);
}

async function logInAgain({ name, password }: Person): Promise<Person> {
  const person = world.guest();
  person.token = (await person.call(sessions.login, { username: name, password, type: "username", entry: "player" })).token;
  return person;
}

test("logging out kills the token at once, on every process, and only that one [CALL-04]", async () => {
  const ann = await world.player();
  const [elsewhere, phone] = [sister.meet(ann), await logInAgain(ann)];
  expect([await isIn(ann), await isIn(elsewhere), await isIn(phone)]).toEqual([true, true, true]);
  expect(await ann.request("DELETE", "/api/sessions.logout", "{}")).toMatchObject({ status: 200, answer: { success: true, value: {} } });
  expect(await ann.refused(wallet.balance, {})).toBe("sessions.required");
  await isOutSoon(elsewhere);
  expect(await isIn(phone)).toBe(true);
});

test("a member has five sessions at once, at whichever process: the sixth login ends the oldest and no other, and officers may set another figure", async () => {
  const ann = await world.player();
  const devices: Person[] = [ann];
  while (devices.length < 5) {
    world.clock.advance(1);
    devices.push(await logInAgain(ann));
  }
  const elsewhere = sister.meet(ann);
  expect(await Promise.all([...devices, elsewhere].map(isIn))).toEqual([true, true, true, true, true, true]);
  world.clock.advance(1);
  devices.push(await logInAgain(ann));
  await isOutSoon(elsewhere);
  await isOutSoon(ann);
  expect(await Promise.all(devices.map(isIn))).toEqual([false, true, true, true, true, true]);
  await (await world.operator("superadmin")).call(settings.setSessions, { perMember: 2, reason: "one telephone and one computer" });
  world.clock.advance(1);
  const newest = await logInAgain(ann);
  await isOutSoon(devices[4]!);
  expect(await Promise.all([...devices.slice(1), newest].map(isIn))).toEqual([false, false, false, false, true, true]);
  await asOwner(world.open.url, "delete from setting where key = 'sessions'");
});

test("of twenty logins of one member at once five sessions stay", async () => {
  const { id, name } = await world.player();
  const { database, clock } = world.open.platform;
  const open = () => database.begin((tx) => openSession(tx, { kind: "member", subjectId: id, mustChangePassword: false, ip: "", now: clock.now() }));
  await Promise.all(Array.from({ length: 20 }, open));
  const left = await asOwner(world.open.url, "select 1 from session s join account a on a.id = s.subject_id where a.name = $1 and s.ended_at is null", [name]);
  expect(left).toHaveLength(5);
});

test("a password change ends every other session at once, on every process, and keeps its own", async () => {
  const ann = await world.player();
  const phone = await logInAgain(ann);
  const phoneElsewhere = sister.meet(phone);
  expect([await isIn(phone), await isIn(phoneElsewhere)]).toEqual([true, true]);
  await ann.call(accounts.changePassword, { oldPassword: ann.password, newPassword: "Better-horse-8", confirmNewPassword: "Better-horse-8" });
  expect(await isIn(phone)).toBe(false);
  await isOutSoon(phoneElsewhere);
  expect(await isIn(ann)).toBe(true);
});

test("a password is changed only by who knows the old one, to one that is new, fits the rules and was typed twice alike [CALL-08, ENTITY-12]", async () => {
  const ann = await world.player();
  const change = (given: { oldPassword?: string; newPassword: string; confirmNewPassword?: string }) =>
    ann.refused(accounts.changePassword, { oldPassword: ann.password, confirmNewPassword: given.newPassword, ...given });
  expect(await change({ oldPassword: "wrong", newPassword: "Better-horse-8" })).toBe("accounts.old_password_wrong");
  expect(await ann.refused(accounts.changePassword, { newPassword: "Better-horse-8", confirmNewPassword: "Better-horse-8" })).toBe(
    "accounts.old_password_wrong",
  );
  expect(await change({ newPassword: ann.password })).toBe("accounts.password_same");
  expect(await change({ newPassword: "123456" })).toBe("accounts.password_default");
  expect(await change({ newPassword: "short1" })).toBe("accounts.rule_broken");
  expect(await change({ newPassword: "Better-horse-8", confirmNewPassword: "Better-horse-9" })).toBe("accounts.rule_broken");
  expect(await isIn(await logInAgain(ann))).toBe(true);
});

test("a session ends after 30 minutes without a call, on every process", async () => {
  const ann = await world.player();
  const elsewhere = sister.meet(ann);
  world.clock.advance(SESSION_IDLE_MS);
  expect(await isIn(ann)).toBe(true);
  world.clock.advance(SESSION_IDLE_MS);
  expect(await isIn(elsewhere)).toBe(true);
  world.clock.advance(SESSION_IDLE_MS + 1);
  expect([await isIn(ann), await isIn(elsewhere)]).toEqual([false, false]);
});

test("a session ends 12 hours after it was opened, however busy it is", async () => {
  const ann = await world.player();
  const steps = 25;
  for (let step = 0; step < steps; step++) {
    world.clock.advance(Math.floor(SESSION_ABSOLUTE_MS / steps));
    expect(await isIn(ann)).toBe(true);
  }
  world.clock.advance(steps);
  expect(await isIn(ann)).toBe(false);
});

test("a session in use is read anew beside its calls, and marked as seen at least once a minute", async () => {
  const ann = await world.player();
  const seenAgoMs = async (): Promise<number> => {
    const rows = await asOwner<{ seen: Date }>(world.open.url, "select seen_at as seen from session where kind = 'member' and subject_id = $1", [
      String(ann.id),
    ]);
    return world.clock.now().getTime() - rows[0]!.seen.getTime();
  };
  for (let step = 0; step < 12; step++) {
    world.clock.advance(10_000);
    expect(await isIn(ann)).toBe(true);
    await new Promise((wait) => setTimeout(wait, 300));
    expect(await seenAgoMs()).toBeLessThanOrEqual(60_000);
  }
});

test("a call while a session is read anew is answered, and one after it was ended elsewhere is not", async () => {
  const ann = await world.player();
  expect(await isIn(ann)).toBe(true);
  await asOwner(world.open.url, "update session set ended_at = now() where kind = 'member' and subject_id = $1", [String(ann.id)]);
  world.clock.advance(25_000);
  expect(await isIn(ann)).toBe(true);
  await isOutSoon(ann);
});

test("a closed account's sessions are worth nothing to a process that looks", async () => {
  const ann = await world.player();
  await asOwner(world.open.url, "update account set closed = true where id = $1", [String(ann.id)]);
  expect(await isIn(sister.meet(ann))).toBe(false);
});

test("no token stands in the database, only its hash", async () => {
  const ann = await world.player();
  const [row] = await asOwner<{ found: number }>(world.open.url, "select count(*)::int as found from session where strpos(session::text, $1) > 0", [ann.token]);
  expect(row!.found).toBe(0);
});
