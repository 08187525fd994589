import { audit } from "@laro/contract/audit";
import type { InputOf } from "@laro/contract/core/endpoint";
import { members } from "@laro/contract/members";
import { operators, type Operator, type StaffProposal } from "@laro/contract/operators";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSister } from "../../testing/sister.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const NEW_PASSWORD = "Battery-staple-8";
const reason = "as agreed with the head of staff";

let world: World;
let admin: Person;
/** The other voice. */
let second: Person;
beforeAll(async () => {
  world = await createWorld();
  admin = await world.operator("superadmin");
  second = await world.operator("superadmin");
});
afterAll(() => world.close());

const find = async (name: string): Promise<Operator> => (await admin.call(operators.list, { limit: 100 })).list.find((one) => one.name === name)!;
const idOf = async ({ name }: Person): Promise<bigint> => (await find(name)).id;

/** What one superadmin proposes and another confirms. */
async function together<E extends typeof operators.create | typeof operators.setRoles | typeof operators.reopen | typeof operators.resetPassword>(
  endpoint: E,
  input: InputOf<E>,
) {
  const { id } = (await admin.call(endpoint as typeof operators.create, input as InputOf<typeof operators.create>)) satisfies StaffProposal;
  return second.call(operators.confirm, { id, reason });
}

/** Logs in as somebody who was given this password. */
async function enter(name: string, password: string): Promise<{ person: Person; mustChangePassword: boolean }> {
  const person = world.guest();
  const { token, mustChangePassword } = await person.call(sessions.loginOperator, { username: name, password });
  person.token = token;
  return { person, mustChangePassword };
}

const change = (person: Person, oldPassword: string | undefined, newPassword = NEW_PASSWORD, confirmNewPassword = newPassword) =>
  person.send(operators.changePassword, { ...(oldPassword === undefined ? {} : { oldPassword }), newPassword, confirmNewPassword });

/** What a session can do that has everything it needs. */
const isInside = async (person: Person): Promise<boolean> => (await person.request("GET", `/api/${withdrawals.queue.name}?state=pending`)).status === 200;

test("only a superadmin reads or changes the staff", async () => {
  const finance = await world.operator("finance");
  const id = await idOf(admin);
  expect(await finance.refused(operators.list, {})).toBe("sessions.forbidden");
  for (const endpoint of [operators.close, operators.reopen, operators.endSessions, operators.resetPassword])
    expect(await finance.refused(endpoint, { id, reason })).toBe("sessions.forbidden");
  expect(await finance.refused(operators.setRoles, { id: await idOf(finance), roles: ["superadmin"], reason })).toBe("sessions.forbidden");
  expect(await finance.refused(operators.create, { name: "mylittlefriend", roles: ["superadmin"], reason })).toBe("sessions.forbidden");
  expect(await (await world.player()).refused(operators.list, {})).toBe("sessions.required");
});

test("nobody closes, demotes or resets themselves, and what does not exist is not found", async () => {
  const id = await idOf(admin);
  for (const endpoint of [operators.close, operators.reopen, operators.endSessions, operators.resetPassword])
    expect(await admin.refused(endpoint, { id, reason })).toBe("operators.own_account");
  expect(await admin.refused(operators.setRoles, { id, roles: ["auditor"], reason })).toBe("operators.own_account");
  for (const endpoint of [operators.close, operators.reopen, operators.endSessions, operators.resetPassword])
    expect(await admin.refused(endpoint, { id: 999_999n, reason })).toBe("operators.not_found");
  expect(await find(admin.name)).toMatchObject({ roles: ["superadmin"], closed: false });
});

test("a name that an operator or a member has, in any case, or that is no name is refused", async () => {
  const player = await world.player();
  for (const name of [admin.name.toUpperCase(), player.name.toUpperCase()])
    expect(await admin.refusal(operators.create, { name, roles: ["support"], reason })).toMatchObject({ code: "accounts.name_taken", field: "name" });
  for (const name of ["ab", "9lives", "two words", "x".repeat(33), "maría"]) {
    const { answer } = await admin.request("POST", `/api/${operators.create.name}`, JSON.stringify({ name, roles: ["support"], reason }));
    expect(answer).toMatchObject({ message: "request.invalid", value: { field: "name" } });
  }
});

test("a new operator gets a password once, may do nothing but change it, and then everything of the role", async () => {
  const { operator, password } = await together(operators.create, { name: "belen", roles: ["finance"], reason });
  expect(operator).toMatchObject({
    name: "belen",
    roles: ["finance"],
    hasFactor: false,
    closed: false,
    mustChangePassword: true,
    openSessions: 0,
    lastLoginAt: null,
  });
  const { person, mustChangePassword } = await enter("belen", password!);
  expect(mustChangePassword).toBe(true);
  expect(await person.refused(withdrawals.queue, { state: "pending" })).toBe("sessions.password_change_needed");
  expect(await person.refused(sessions.liveTicketOperator, {})).toBe("sessions.password_change_needed");
  expect((await change(person, undefined, "123456")).answer).toMatchObject({ message: "accounts.password_default" });
  expect((await change(person, undefined, password!)).answer).toMatchObject({ message: expect.stringMatching(/^accounts\.(password_same|rule_broken)$/) });
  expect((await change(person, undefined)).status).toBe(200);
  await expect.poll(() => isInside(person)).toBe(true);
  expect(await world.guest().refused(sessions.loginOperator, { username: "belen", password: password! })).toBe("sessions.wrong_credentials");
  expect(await find("belen")).toMatchObject({ mustChangePassword: false, openSessions: 1, lastLoginAt: expect.any(String) });
  const told = JSON.stringify((await admin.call(audit.list, { limit: 100 })).list);
  expect(told).not.toContain(password!);
  expect(told).not.toContain(NEW_PASSWORD);
});

test("an operator changes their own password by the old one, and their other sessions end", async () => {
  const officer = await world.operator("support");
  const { person: elsewhere } = await enter(officer.name, officer.password);
  expect((await change(officer, "not the old one")).answer).toMatchObject({ message: "accounts.old_password_wrong", value: { field: "oldPassword" } });
  expect((await change(officer, officer.password, "short")).answer).toMatchObject({ message: "accounts.rule_broken" });
  expect((await change(officer, officer.password, NEW_PASSWORD, `${NEW_PASSWORD}x`)).answer).toMatchObject({ message: "accounts.rule_broken" });
  expect((await change(officer, officer.password, officer.password)).answer).toMatchObject({ message: "accounts.password_same" });
  expect(await isInside(elsewhere)).toBe(true);
  expect((await change(officer, officer.password)).status).toBe(200);
  await expect.poll(() => isInside(elsewhere)).toBe(false);
  expect(await isInside(officer)).toBe(true);
  expect((await enter(officer.name, NEW_PASSWORD)).mustChangePassword).toBe(false);
});

test("whoever holds an operator's session cannot guess the password: a sixth try in a quarter of an hour is not looked at", async () => {
  const officer = await world.operator("support");
  const tries = await Promise.all(Array.from({ length: 8 }, () => change(officer, "a guess")));
  const codes = tries.map(({ answer }) => (answer.success ? "" : answer.message));
  expect(codes.filter((code) => code === "accounts.old_password_wrong")).toHaveLength(5);
  expect(codes.filter((code) => code === "accounts.password_locked")).toHaveLength(3);
  expect((await change(officer, officer.password)).answer).toMatchObject({ message: "accounts.password_locked" });
});

test("a closed operator's sessions end at once, on every process, and the login stays closed until it is opened again", async () => {
  const sister = await openSister(world);
  try {
    const officer = await world.operator("finance");
    const there = sister.meet(officer);
    const id = await idOf(officer);
    expect([await isInside(officer), await isInside(there)]).toEqual([true, true]);
    expect(await admin.call(operators.close, { id, reason })).toMatchObject({ closed: true, openSessions: 0 });
    await expect.poll(() => isInside(officer), { timeout: 1_000, interval: 10 }).toBe(false);
    await expect.poll(() => isInside(there), { timeout: 1_000, interval: 10 }).toBe(false);
    expect(await world.guest().refused(sessions.loginOperator, { username: officer.name, password: officer.password })).toBe("sessions.account_closed");
    expect(await admin.refused(operators.close, { id, reason })).toBe("operators.as_it_is");
    expect((await together(operators.reopen, { id, reason })).operator).toMatchObject({ closed: false });
    expect(await admin.refused(operators.reopen, { id, reason })).toBe("operators.as_it_is");
    expect(await isInside(officer)).toBe(false);
    expect(await isInside((await enter(officer.name, officer.password)).person)).toBe(true);
  } finally {
    await sister.close();
  }
});

test("another role ends the sessions, and the next one may do what the role may", async () => {
  const officer = await world.operator("finance");
  const id = await idOf(officer);
  expect(await admin.refused(operators.setRoles, { id, roles: ["finance"], reason })).toBe("operators.as_it_is");
  expect((await together(operators.setRoles, { id, roles: ["auditor"], reason })).operator).toMatchObject({ roles: ["auditor"], openSessions: 0 });
  await expect.poll(() => isInside(officer), { timeout: 1_000, interval: 10 }).toBe(false);
  const { person } = await enter(officer.name, officer.password);
  expect(await person.call(audit.verify, {})).toMatchObject({ brokenAt: null });
  expect(await person.refused(withdrawals.approve, { id: crypto.randomUUID(), reason })).toBe("sessions.forbidden");
});

test("ended sessions are over and the password still holds; a new password ends it too", async () => {
  const officer = await world.operator("finance");
  const id = await idOf(officer);
  expect(await admin.call(operators.endSessions, { id, reason })).toMatchObject({ openSessions: 0, closed: false });
  await expect.poll(() => isInside(officer), { timeout: 1_000, interval: 10 }).toBe(false);
  const { person } = await enter(officer.name, officer.password);
  const { password } = await together(operators.resetPassword, { id, reason });
  await expect.poll(() => isInside(person), { timeout: 1_000, interval: 10 }).toBe(false);
  expect(await world.guest().refused(sessions.loginOperator, { username: officer.name, password: officer.password })).toBe("sessions.wrong_credentials");
  expect((await enter(officer.name, password!)).mustChangePassword).toBe(true);
});

test("of two superadmins who close each other at the same moment one remains, and may close nobody's last one", async () => {
  const own = await createWorld();
  try {
    for (let time = 0; time < 5; time++) {
      const both = [await own.operator("superadmin"), await own.operator("superadmin")] as const;
      const { list } = await both[0].call(operators.list, {});
      const others = list.filter(({ closed, name }) => !closed && both.every((one) => one.name !== name));
      for (const { id } of others) await both[0].call(operators.close, { id, reason });
      const [a, b] = both.map(({ name }) => list.find((one) => one.name === name)!.id) as [bigint, bigint];
      const answers = await Promise.all([both[0].send(operators.close, { id: b, reason }), both[1].send(operators.close, { id: a, reason })]);
      const refused = answers.flatMap(({ answer }) => (answer.success ? [] : [answer.message]));
      expect(refused).toHaveLength(1);
      expect(["operators.last_superadmin", "sessions.required"]).toContain(refused[0]);
      const left = await own.open.platform.database.db
        .selectFrom("operator")
        .select("id")
        .where("role", "=", "superadmin")
        .where("closed", "=", false)
        .execute();
      expect(left).toHaveLength(1);
    }
  } finally {
    await own.close();
  }
});

test("what superadmins do to the staff is in the chain, begun and done where it takes two steps", async () => {
  const { operator } = await together(operators.create, { name: "chained", roles: ["risk"], reason });
  await admin.call(operators.close, { id: operator.id, reason });
  expect(await admin.refused(operators.create, { name: "chained", roles: ["risk"], reason })).toBe("accounts.name_taken");
  expect(await admin.refused(settings.setFlag, { modId: "no-such-flag", enabled: true, reason })).toBe("settings.unknown_flag");
  const { list } = await admin.call(audit.list, { limit: 6 });
  expect(list.map(({ kind, endpoint, code, operator: by }) => [kind, endpoint, code, by])).toEqual([
    ["refused", "settings.setFlag", "settings.unknown_flag", admin.name],
    ["refused", "operators.create", "accounts.name_taken", admin.name],
    ["command", "operators.close", null, admin.name],
    ["command", "operators.confirm", null, second.name],
    ["begun", "operators.confirm", null, second.name],
    ["command", "operators.create", null, admin.name],
  ]);
  expect(list[2]!.input).toEqual({ id: String(operator.id), reason });
  expect(new Set(list.slice(3, 5).map(({ requestId }) => requestId)).size).toBe(1);
  expect(await admin.call(audit.verify, {})).toMatchObject({ brokenAt: null });
});

test("one superadmin alone opens, promotes, resets and reopens nobody: what one proposes another confirms, once [ROLE-14]", async () => {
  const officer = await world.operator("support");
  const id = await idOf(officer);
  const proposals = [
    await admin.call(operators.create, { name: "proposed", roles: ["support", "risk"], reason }),
    await admin.call(operators.setRoles, { id, roles: ["superadmin"], reason }),
    await admin.call(operators.resetPassword, { id, reason }),
  ];
  expect(await admin.refused(operators.resetFactor, { id, reason })).toBe("factors.not_enrolled");
  expect(await admin.refused(operators.reopen, { id, reason })).toBe("operators.as_it_is");
  expect(await admin.refused(operators.setRoles, { id, roles: ["risk"], reason })).toBe("operators.already_proposed");
  for (const proposal of proposals) expect(await admin.refused(operators.confirm, { id: proposal.id, reason })).toBe("operators.own_proposal");
  expect(await find("proposed")).toBeUndefined();
  expect(await find(officer.name)).toMatchObject({ roles: ["support"], mustChangePassword: false, openSessions: 1 });
  const answers = await Promise.all([1, 2, 3].map(() => second.send(operators.confirm, { id: proposals[0]!.id, reason })));
  expect(answers.filter(({ answer }) => answer.success)).toHaveLength(1);
  expect(await find("proposed")).toMatchObject({ roles: ["support", "risk"] });
  await admin.call(operators.decline, { id: proposals[1]!.id, reason });
  expect(await second.refused(operators.confirm, { id: proposals[1]!.id, reason })).toBe("operators.not_proposed");
  expect(await second.refused(operators.confirm, { id: crypto.randomUUID(), reason })).toBe("operators.proposal_not_found");
  expect((await admin.call(operators.proposals, { state: "proposed" })).list.map((one) => one.id)).toEqual([proposals[2]!.id]);
  await second.call(operators.confirm, { id: proposals[2]!.id, reason });
  expect(await find(officer.name)).toMatchObject({ roles: ["support"], mustChangePassword: true, openSessions: 0 });
});

test("the one whom a proposal is about confirms nothing of it, and a superadmin remains", async () => {
  const third = await world.operator("superadmin");
  const id = await idOf(third);
  const { id: proposal } = await admin.call(operators.setRoles, { id, roles: ["auditor"], reason });
  expect(await third.refused(operators.confirm, { id: proposal, reason })).toBe("operators.own_account");
  expect(await find(third.name)).toMatchObject({ roles: ["superadmin"] });
  await second.call(operators.confirm, { id: proposal, reason });
  expect(await find(third.name)).toMatchObject({ roles: ["auditor"] });
});

test("roles are a union, but an auditor has no other and KYC does not go with finance", async () => {
  for (const roles of [
    ["auditor", "support"],
    ["kyc", "finance"],
    ["superadmin", "auditor"],
  ] as const)
    expect(await admin.refusal(operators.create, { name: "tworoles", roles: [...roles], reason })).toMatchObject({
      code: "operators.roles_apart",
      field: "roles",
    });
  for (const roles of [[], ["support", "support"], ["owner"]])
    expect((await admin.request("POST", `/api/${operators.create.name}`, JSON.stringify({ name: "tworoles", roles, reason }))).answer).toMatchObject({
      message: "request.invalid",
    });
  const officer = await world.operator("marketing");
  expect(await officer.refused(members.list, {})).toBe("sessions.forbidden");
  expect(await officer.call(members.counts, {})).toMatchObject({ closed: 0 });
  await together(operators.setRoles, { id: await idOf(officer), roles: ["marketing", "support"], reason });
  const { person } = await enter(officer.name, officer.password);
  expect(await person.call(members.counts, {})).toMatchObject({ closed: 0 });
  expect((await person.call(members.list, { limit: 1 })).list).toHaveLength(1);
  expect(await person.refused(members.restrict, { id: 1n, restrictions: ["play"], seen: [], reason })).toBe("sessions.forbidden");
});
