import { audit } from "@laro/contract/audit";
import { factors } from "@laro/contract/factors";
import { operators } from "@laro/contract/operators";
import { sessions } from "@laro/contract/sessions";
import { withdrawals } from "@laro/contract/withdrawals";
import { Secret } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { logInOperator } from "../../core/sessions/login.operator.ts";
import { Visitor } from "../../platform/browser.ts";
import { codeAt, enrolOperator, enterByCode, otherCodeAt } from "../../testing/authenticator.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ pack: "ph" });
});
afterAll(() => world.close());

const STEP_MS = 30_000;
const base32 = (key: string): Uint8Array => Secret.fromBase32(key.replaceAll(" ", "")).bytes;
const MINUTE_MS = 60_000;
const code = (key: string, stepsLater = 0): string => codeAt(key, world.clock.now(), stepsLater);
const wrong = (key: string): string => otherCodeAt(key, world.clock.now());

/** An operator of ph who is logged in with a bound authenticator, and its key. */
async function enrolled(role: "support" | "superadmin" = "support"): Promise<{ person: Person; key: string; recoveryCodes: readonly string[] }> {
  const person = await world.operator(role);
  await world.pass(STEP_MS);
  // The world bound one already; what it drew is known to nobody, so it is bound anew.
  const { database } = world.open.platform;
  const id = (await database.db.selectFrom("operator").select("id").where("name", "=", person.name).executeTakeFirstOrThrow()).id;
  await database.begin((tx) => tx.deleteFrom("totp").where("kind", "=", "operator").where("subject_id", "=", id).execute());
  const bound = await enrolOperator(world, person);
  await world.pass(STEP_MS);
  return { person, ...bound };
}

const attempt = (person: Person, factor?: string) =>
  world.guest().refused(sessions.loginOperator, { username: person.name, password: person.password, ...(factor === undefined ? {} : { factor }) });

test("staff without a second factor may bind one and nothing else; bound, the session may do what its role may", async () => {
  const { database } = world.open.platform;
  const person = await world.operator("support");
  await database.begin((tx) => tx.deleteFrom("totp").execute());
  const { token, mustBindFactor } = await world.guest().call(sessions.loginOperator, { username: person.name, password: person.password });
  expect(mustBindFactor).toBe(true);
  person.token = token;
  expect(await person.refused(withdrawals.queue, { state: "pending" })).toBe("sessions.factor_setup_needed");
  expect(await person.refused(sessions.liveTicketOperator, {})).toBe("sessions.factor_setup_needed");
  expect(await person.refused(factors.confirmTotpOperator, { code: "123456" })).toBe("factors.not_begun");
  const { uri, key } = await person.call(factors.beginTotpOperator, {});
  expect(uri).toMatch(/^otpauth:\/\/totp\/[^?]+\?issuer=[^&]+&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/);
  expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  expect(await person.refused(factors.confirmTotpOperator, { code: wrong(key) })).toBe("factors.wrong");
  const { recoveryCodes } = await person.call(factors.confirmTotpOperator, { code: code(key) });
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const one of recoveryCodes) expect(one).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  await expect.poll(async () => (await person.request("GET", `/api/${withdrawals.queue.name}?state=pending`)).status).toBe(200);
  expect(await person.refused(factors.beginTotpOperator, {})).toBe("factors.enrolled");
  expect(await person.call(factors.mineOperator, {})).toEqual({ totpSince: expect.any(String), recoveryLeft: 10 });
});

test("a right password alone opens nothing where a second factor is bound, a wrong code neither, and no step is taken twice", async () => {
  const { person, key } = await enrolled();
  expect(await attempt(person)).toBe("sessions.factor_needed");
  expect(await attempt(person, wrong(key))).toBe("sessions.factor_wrong");
  const refusal = await world.guest().refusal(sessions.loginOperator, { username: person.name, password: "not the password", factor: code(key) });
  expect(refusal.code).toBe("sessions.wrong_credentials");
  await world.pass(16 * MINUTE_MS);
  expect(await (await enterByCode(world, person, code(key))).call(factors.mineOperator, {})).toMatchObject({ recoveryLeft: 10 });
  expect(await attempt(person, code(key))).toBe("sessions.factor_wrong");
  expect(await attempt(person, code(key, -1))).toBe("sessions.factor_wrong");
  expect(await attempt(person, code(key, 2))).toBe("sessions.factor_wrong");
  await world.pass(16 * MINUTE_MS);
  await enterByCode(world, person, code(key, 1));
  const admin = await world.operator("superadmin");
  const { list } = await admin.call(audit.list, { limit: 100 });
  const mine = list.filter(({ operator, endpoint }) => operator === person.name && endpoint === sessions.loginOperator.name);
  expect(mine.map(({ kind, code: refused }) => refused ?? kind)).toEqual(
    expect.arrayContaining(["login", "sessions.factor_wrong", "sessions.factor_needed", "sessions.wrong_credentials"]),
  );
  expect(JSON.stringify(list)).not.toContain(key.replaceAll(" ", ""));
});

test("of a thousand guesses at once five are looked at, the wait is a quarter of an hour, and the tenth of a day closes it for a day", async () => {
  const { person, key } = await enrolled();
  const guess = () => person.send(factors.newRecoveryCodesOperator, { code: wrong(key) });
  const answers = await Promise.all(Array.from({ length: 60 }, guess));
  const codes = answers.map(({ answer }) => (answer.success ? "" : answer.message));
  expect(codes.filter((one) => one === "factors.wrong")).toHaveLength(5);
  expect(codes.filter((one) => one === "factors.locked")).toHaveLength(55);
  expect((await person.send(factors.newRecoveryCodesOperator, { code: code(key) })).answer).toMatchObject({
    message: "factors.locked",
    value: { minutes: 15 },
  });
  await world.pass(15 * MINUTE_MS);
  for (let tries = 0; tries < 5; tries++) expect((await guess()).answer).toMatchObject({ message: "factors.wrong" });
  expect((await person.send(factors.newRecoveryCodesOperator, { code: code(key) })).answer).toMatchObject({
    message: "factors.locked",
    value: { minutes: 24 * 60 },
  });
  await world.pass(24 * 60 * MINUTE_MS);
  expect(await attempt(person)).toBe("sessions.factor_needed");
  await enterByCode(world, person, code(key));
});

test("a recovery code opens once, however it is typed, and new ones end the old", async () => {
  const { person, recoveryCodes } = await enrolled();
  const [first, second, third] = recoveryCodes as [string, string, string];
  const typed = first.toLowerCase().replace("-", " ").replaceAll("0", "o").replaceAll("1", "l");
  const inside = await enterByCode(world, person, typed);
  expect(await attempt(person, first)).toBe("sessions.factor_wrong");
  expect(await inside.call(factors.mineOperator, {})).toMatchObject({ recoveryLeft: 9 });
  const both = await Promise.all(
    [1, 2].map(() => world.guest().send(sessions.loginOperator, { username: person.name, password: person.password, factor: second })),
  );
  expect(both.filter(({ answer }) => answer.success)).toHaveLength(1);
  const { recoveryCodes: renewed } = await inside.call(factors.newRecoveryCodesOperator, { code: third });
  expect(renewed).toHaveLength(10);
  expect(await attempt(person, recoveryCodes[3])).toBe("sessions.factor_wrong");
  expect(await inside.call(factors.removeTotpOperator, { code: renewed[0]! })).toEqual({});
  const { mustBindFactor } = await world.guest().call(sessions.loginOperator, { username: person.name, password: person.password });
  expect(mustBindFactor).toBe(true);
});

test("the secret and the recovery codes stand nowhere in the clear", async () => {
  const { key, recoveryCodes } = await enrolled();
  const { db } = world.open.platform.database;
  const [secrets, codes] = [await db.selectFrom("totp").select("sealed").execute(), await db.selectFrom("recovery_code").select("hash").execute()];
  const stored = [...secrets.map(({ sealed }) => sealed), ...codes.map(({ hash }) => hash)].map((bytes) => bytes.toString("latin1")).join("\n");
  expect(codes.length).toBeGreaterThanOrEqual(recoveryCodes.length);
  for (const one of [
    key.replaceAll(" ", ""),
    Buffer.from(base32(key)).toString("latin1"),
    ...recoveryCodes,
    ...recoveryCodes.map((typed) => typed.replace("-", "")),
  ])
    expect(stored).not.toContain(one);
});

test("a member binds an authenticator with proof of who they are, and removing it lets the account rest for 72 hours", async () => {
  const ana = await world.player();
  const { database } = world.open.platform;
  const prove = (at: Date | null) =>
    database.begin((tx) => tx.updateTable("session").set({ proved_at: at }).where("kind", "=", "member").where("subject_id", "=", ana.id).execute());
  await prove(null);
  await world.pass(MINUTE_MS);
  expect(await ana.refused(factors.beginTotp, {})).toBe("sessions.proof_needed");
  await prove(world.clock.now());
  await world.pass(MINUTE_MS);
  const { key } = await ana.call(factors.beginTotp, {});
  const { recoveryCodes } = await ana.call(factors.confirmTotp, { code: code(key) });
  expect(recoveryCodes).toHaveLength(10);
  expect(await ana.call(factors.mine, {})).toEqual({ totpSince: world.clock.now().toISOString(), recoveryLeft: 10 });
  expect((await ana.call(factors.newRecoveryCodes, {})).recoveryCodes).toHaveLength(10);
  await ana.call(factors.removeTotp, {});
  expect(await ana.call(factors.mine, {})).toEqual({ totpSince: null, recoveryLeft: 0 });
  expect(await ana.refused(factors.beginTotp, {})).toBe("accounts.resting");
  const { rest_until: until, rest_cause: cause } = await database.db
    .selectFrom("account")
    .select(["rest_until", "rest_cause"])
    .where("id", "=", ana.id)
    .executeTakeFirstOrThrow();
  expect([until?.getTime(), cause]).toEqual([world.clock.now().getTime() + 72 * 60 * MINUTE_MS, "factorRemoved"]);
});

test("binding a factor ends the operator's other sessions, and the console is closed to networks that are not named", async () => {
  const { person, key } = await enrolled("superadmin");
  const elsewhere = await enterByCode(world, person, code(key));
  await world.pass(STEP_MS);
  await person.call(factors.removeTotpOperator, { code: code(key) });
  await enrolOperator(world, person);
  expect(await elsewhere.refused(operators.list, {})).toBe("sessions.required");
  expect((await person.call(operators.list, { limit: 1 })).list[0]).toMatchObject({ hasFactor: true });
  const { platform } = world.open;
  const enter = (ip: string) => {
    const visit = { visitor: new Visitor({}, { isSecure: false }), country: null, timeZone: platform.timeZone, ip, now: world.clock.now() };
    const tried = { ...visit, username: person.name, password: person.password, requestId: "" };
    return logInOperator({ ...platform.database, platform: { ...platform, config: { ...platform.config, staffNets: ["10.200.0.0/16"] } } }, tried);
  };
  await expect(enter("10.1.0.1")).rejects.toMatchObject({ code: "sessions.network_closed" });
  await expect(enter("10.200.0.1")).rejects.toMatchObject({ code: "sessions.factor_needed" });
});
