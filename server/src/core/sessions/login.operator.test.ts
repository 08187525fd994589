import { audit } from "@laro/contract/audit";
import { operators, type StaffProposal } from "@laro/contract/operators";
import { sessions } from "@laro/contract/sessions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enrolOperator } from "../../testing/authenticator.ts";
import { asOwner } from "../../testing/owner.ts";
import { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { createOperator, giveOperatorPassword } from "../accounts/operators.ts";
import { countedForMember, countedForOperator } from "./login.limits.ts";
import { hashPassword } from "./passwords.ts";

const MINUTE_MS = 60_000;
const WRONG = "Wrong-horse-7";
const reason = "as agreed with the head of staff";

let world: World;
let admin: Person;
let second: Person;
beforeAll(async () => {
  world = await createWorld();
  admin = await world.operator("superadmin");
  second = await world.operator("superadmin");
});
afterAll(() => world.close());

/** Strangers have failed at a name again and again, the last of them just now. */
const fail = (key: string, count = 14): Promise<unknown> =>
  asOwner(
    world.open.url,
    "insert into login_failure (key, count, since, streak, last_at) values ($1, $3, $2, 10000, $2) on conflict (key) do update set count = $3, since = $2, streak = 10000, last_at = $2",
    [key, world.clock.now(), count],
  );
const countAt = async (key: string): Promise<number> =>
  (await asOwner<{ count: number }>(world.open.url, "select count from login_failure where key = $1", [key]))[0]?.count ?? 0;
const entryOf = ({ name, password }: Person) => ({ username: name, password });
const asPlayer = (username: string, password: string) => ({ username, password, type: "username", entry: "player" }) as const;
const idOf = async ({ name }: Person): Promise<bigint> => (await admin.call(operators.list, { limit: 100 })).list.find((one) => one.name === name)!.id;

describe("strangers at a name of the staff", () => {
  test("close nothing, however often they fail: after the wait its owner enters", async () => {
    const officer = await world.operator("finance");
    await fail(`operator:${officer.name}`);
    expect(await world.guest().refused(sessions.loginOperator, entryOf(officer))).toBe("sessions.too_many");
    world.clock.advance(15 * MINUTE_MS + 1);
    expect(await world.guest().call(sessions.loginOperator, entryOf(officer))).toMatchObject({ userName: officer.name });
    admin = await world.operator("superadmin");
    second = await world.operator("superadmin");
  });

  test("do not make its owner wait in a browser the owner has entered with; that browser is another one to everybody else", async () => {
    const officer = await world.operator("finance");
    await fail(`operator:${officer.name}`);
    expect(await officer.call(sessions.loginOperator, entryOf(officer))).toMatchObject({ userName: officer.name });
    expect(await countAt(`operator:${officer.name}`)).toBe(14);
    const other = await world.operator("support");
    expect(await other.refused(sessions.loginOperator, entryOf(officer))).toBe("sessions.too_many");
    const ann = await world.player();
    expect(await ann.refused(sessions.loginOperator, entryOf(officer))).toBe("sessions.too_many");
    for (let tries = 0; tries < 5; tries++) await officer.refused(sessions.loginOperator, { username: officer.name, password: WRONG });
    expect(await officer.refused(sessions.loginOperator, entryOf(officer))).toBe("sessions.captcha_required");
  });

  test("are forgotten with a new password, a second factor that is taken away and an account that is opened again", async () => {
    const officer = await world.operator("finance");
    const { name } = officer;
    const [id, key] = [await idOf(officer), `operator:${name.toLowerCase()}`];
    const confirm = async (proposing: Promise<StaffProposal>): Promise<number> => {
      const proposal = await proposing;
      await fail(key);
      await second.call(operators.confirm, { id: proposal.id, reason });
      return countAt(key);
    };
    await enrolOperator(world, officer);
    expect(await confirm(admin.call(operators.resetFactor, { id, reason }))).toBe(0);
    expect(await confirm(admin.call(operators.resetPassword, { id, reason }))).toBe(0);
    await admin.call(operators.close, { id, reason });
    expect(await confirm(admin.call(operators.reopen, { id, reason }))).toBe(0);
    await fail(key);
    const passwordHash = await hashPassword("Given-horse-7");
    await world.open.platform.database.begin((tx) => giveOperatorPassword(tx, { id, passwordHash, now: world.clock.now() }));
    expect(await countAt(key)).toBe(0);
  });
});

describe("a name of the staff at the players' entrance", () => {
  const entries = async (requestedBy: string) =>
    (await admin.call(audit.list, { kind: "refused", limit: 100 })).list
      .filter(({ operator, endpoint }) => operator === requestedBy && endpoint === sessions.login.name)
      .map(({ code }) => code);

  test("is no side door: a try counts at the console's entrance and stands in the chain, a right password as well; of names nobody has nothing is kept", async () => {
    const officer = await world.operator("finance");
    expect(await world.guest().refused(sessions.login, asPlayer(officer.name, WRONG))).toBe("sessions.wrong_credentials");
    expect(await countAt(`operator:${officer.name}`)).toBe(1);
    expect(await world.guest().refused(sessions.login, asPlayer(officer.name, officer.password))).toBe("sessions.not_member");
    expect(await entries(officer.name)).toEqual(["sessions.not_member", "sessions.wrong_credentials"]);
    const [before] = await asOwner<{ count: number }>(world.open.url, "select count(*)::int as count from audit_entry");
    await world.guest().refused(sessions.login, asPlayer("nobodyatall9", WRONG));
    await world.guest().refused(sessions.login, asPlayer((await world.player()).name, WRONG));
    expect(await asOwner(world.open.url, "select count(*)::int as count from audit_entry")).toEqual([before]);
    await fail(`operator:${officer.name}`);
    expect(await world.guest().refused(sessions.login, asPlayer(officer.name, officer.password))).toBe("sessions.too_many");
    expect(await admin.call(audit.verify, {})).toMatchObject({ brokenAt: null });
  });

  test("is nobody's from outside the networks of the staff: the right password is as wrong as any", async () => {
    const own = await createWorld({ env: { LARO_STAFF_NETS: "192.0.2.0/24" } });
    try {
      const { database } = own.open.platform;
      const [name, password] = ["netofficer", "Correct-horse-7"];
      const passwordHash = await hashPassword(password);
      await database.begin((tx) => createOperator(tx, { name, passwordHash, roles: ["finance"], now: own.clock.now() }));
      const count = async () => (await asOwner<{ count: number }>(own.open.url, "select count(*)::int as count from audit_entry"))[0]!.count;
      expect(await own.guest().refused(sessions.login, asPlayer(name, password))).toBe("sessions.wrong_credentials");
      expect(await count()).toBe(0);
      const inside = new Person({ address: own.address, clock: own.clock, ip: "192.0.2.9" });
      expect(await inside.refused(sessions.login, asPlayer(name, password))).toBe("sessions.not_member");
      expect(await count()).toBe(1);
    } finally {
      await own.close();
    }
  });
});

test("a network of version 6 is one address to the counts of failed logins, and one of version 4 is itself", () => {
  const from = { id: 1n, device: undefined, isKnown: false };
  const networksOf = (ip: string) =>
    [countedForMember, countedForOperator].map((count) => [...count({ username: "ann", ip }, from).keys()].find((key) => key.startsWith("ip:")));
  expect(networksOf("2001:db8:1:1::1")).toEqual(networksOf("2001:db8:1:1:ffff::2"));
  expect(networksOf("2001:db8:1:1::1")).not.toEqual(networksOf("2001:db8:1:2::1"));
  expect(networksOf("203.0.113.9")).toEqual(["ip:203.0.113.9", "ip:203.0.113.9"]);
});
