import { accounts, type RegistrationUser } from "@laro/contract/accounts";
import { agents } from "@laro/contract/agents";
import { accountTypes } from "@laro/contract/core/accountTypes";
import type { InputOf } from "@laro/contract/core/endpoint";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { venues } from "@laro/contract/venues";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, registrationOf, type World } from "../../testing/world.ts";
import { giveConsents, isConsentDue, listConsents, withdrawConsents } from "./consents.ts";
import { openProfile } from "./profiles.ts";

let world: World;
let chief: Person;
beforeAll(async () => {
  world = await createWorld();
  chief = await world.operator("superadmin");
});
afterAll(() => world.close());

const PASSWORD = "Correct-horse-7";
const reason = "seen by the owner";
let names = 0;
const newUser = (given: Partial<RegistrationUser> = {}): RegistrationUser => ({ ...registrationOf(`walker${names++}xyz`, PASSWORD), ...given });

type Rule = Omit<InputOf<typeof settings.setRegisterRule>, "reason">;
const setRule = (rule: Partial<Rule> & { field: string }) =>
  chief.call(settings.setRegisterRule, { enabled: true, required: false, patternId: 1, minLength: 0, maxLength: 255, types: ["username"], reason, ...rule });

const open = async (account: string) => {
  const [row] = await asOwner<{ id: string; venue_id: bigint | null; payment_password_hash: string | null }>(
    world.open.url,
    "select id, venue_id, payment_password_hash from account where name = $1",
    [account],
  );
  return row!;
};

describe("a registration", () => {
  test("opens a session that says how, from which browser and device, and gives the browser a name it keeps", async () => {
    const guest = world.guest();
    const sealed = await guest.seal(accounts.register.name, newUser({ username: "device001" }));
    const { headers } = await guest.request("PUT", "/api/accounts.register", JSON.stringify({ sealed }), { "user-agent": "Firefox 140 of a test" });
    expect(headers.get("set-cookie")).toMatch(/^laro_device=[\w-]{22}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/);
    const [session] = await asOwner(
      world.open.url,
      "select method, agent, octet_length(device) as bytes, proved_at is not null as proved from session s join account a on a.id = s.subject_id where a.name = 'device001'",
    );
    expect(session).toEqual({ method: "register", agent: "Firefox 140 of a test", bytes: 32, proved: true });
  });

  test("from a page of somebody else's is refused", async () => {
    const guest = world.guest();
    const sealed = await guest.seal(accounts.register.name, newUser());
    const { answer } = await guest.request("PUT", "/api/accounts.register", JSON.stringify({ sealed }), { origin: "https://elsewhere.example" });
    expect(answer).toMatchObject({ message: "request.foreign_origin" });
  });

  test("keeps what was told sealed, under the account, and in clear nowhere", async () => {
    for (const field of ["idNumber", "telegram", "address"]) await setRule({ field, maxLength: 200 });
    await world.guest().call(accounts.register, newUser({ username: "sealed001", idNumber: "P9876543A", telegram: "@tala", address: "12 Mabini St, Cebu" }));
    const { id } = await open("sealed001");
    const [row] = await asOwner<{ seen: boolean }>(
      world.open.url,
      "select bool_or(strpos(t::text, 'P9876543A') > 0 or strpos(encode(sealed, 'escape'), 'Mabini') > 0) as seen from account_profile t",
    );
    expect(row!.seen).toBe(false);
    const { database, keys } = world.open.platform;
    expect(await openProfile(database.db, keys, BigInt(id))).toEqual({ idNumber: "P9876543A", telegram: "@tala", address: "12 Mabini St, Cebu" });
    for (const field of ["idNumber", "telegram", "address"]) await setRule({ field, enabled: false });
  });

  test("with a PIN sets the payment password; two that differ and a run are refused [REG-10]", async () => {
    await setRule({ field: "paymentPassword", required: true, patternId: 8, minLength: 6, maxLength: 6 });
    const pin = (paymentPassword: string, confirmPaymentPassword = paymentPassword) => newUser({ paymentPassword, confirmPaymentPassword });
    expect(await world.guest().refusal(accounts.register, pin("246810", "246811"))).toMatchObject({ field: "confirmPaymentPassword" });
    expect(await world.guest().refused(accounts.register, pin("123456"))).toBe("accounts.pin_weak");
    expect(await world.guest().refusal(accounts.register, pin("12345"))).toMatchObject({ field: "paymentPassword", code: "accounts.rule_broken" });
    const user = pin("246810");
    const guest = world.guest();
    guest.token = (await guest.call(accounts.register, user)).token;
    expect(await guest.call(accounts.me, {})).toMatchObject({ hasPaymentPassword: true });
    expect((await open(user.username)).payment_password_hash).not.toContain("246810");
    await setRule({ field: "paymentPassword", enabled: false, patternId: 8, minLength: 6, maxLength: 6 });
  });

  test("a nickname that looks like staff's is refused, another is shown", async () => {
    await setRule({ field: "nickname", patternId: 1, minLength: 2, maxLength: 20 });
    expect(await world.guest().refusal(accounts.register, newUser({ nickname: "Laro Support" }))).toMatchObject({
      code: "accounts.name_reserved",
      field: "nickname",
    });
    const guest = world.guest();
    guest.token = (await guest.call(accounts.register, newUser({ nickname: "Tala ng Gabi" }))).token;
    expect((await guest.call(accounts.me, {})).nickname).toBe("Tala ng Gabi");
    await setRule({ field: "nickname", enabled: false, maxLength: 20 });
  });

  test("of someone who is not 21 today in Manila is refused with the age; on the birthday itself it is taken", async () => {
    await setRule({ field: "birthday", patternId: 13, minLength: 10, maxLength: 10 });
    // The world begins on 2026-10-05 at noon in Manila.
    const tooYoung = await world.guest().refusal(accounts.register, newUser({ birthday: "2005-10-06" }));
    expect([tooYoung.code, tooYoung.field, tooYoung.text]).toEqual(["accounts.too_young", "birthday", "You must be 21 years old or over."]);
    await world.guest().call(accounts.register, newUser({ birthday: "2005-10-05" }));
    await asOwner(world.open.url, "insert into setting values ('identity', '{\"minimumAge\": 25}', now())");
    expect((await world.guest().call(accounts.registerSettings, {})).minimumAge).toBe(25);
    expect((await world.guest().refusal(accounts.register, newUser({ birthday: "2005-10-05" }))).text).toBe("You must be 25 years old or over.");
    await asOwner(world.open.url, "delete from setting where key = 'identity'");
    expect(await world.guest().refused(accounts.register, newUser({ birthday: "2099-01-01" }))).toBe("accounts.too_young");
    expect(await world.guest().refused(accounts.register, newUser({ birthday: "2001-02-29" }))).toBe("accounts.rule_broken");
    // 17:00 in London is the next day in Manila.
    world.clock.advance(13 * 3_600_000);
    chief = await world.operator("superadmin");
    await world.guest().call(accounts.register, newUser({ birthday: "2005-10-06" }));
    await setRule({ field: "birthday", enabled: false, patternId: 13, minLength: 10, maxLength: 10 });
  });

  test("keeps the consents with version, address and time, once each; taken back, the member is asked again", async () => {
    const user = newUser();
    const guest = world.guest();
    await guest.call(accounts.register, user);
    const accountId = BigInt((await open(user.username)).id);
    const { database } = world.open.platform;
    const word = (await listConsents(database.db, { accountId, now: world.clock.now() })).map(({ kind, given, isCurrent }) => [kind, given, isCurrent]);
    expect(word).toEqual([
      ["privacy", true, true],
      ["terms", true, true],
    ]);
    const [row] = await asOwner(world.open.url, "select address, version from consent where account_id = $1 and kind = 'terms'", [accountId]);
    expect(row).toEqual({ address: guest.ip, version: "2026-11" });
    expect(await isConsentDue(database.db, { accountId, kind: "terms", now: world.clock.now() })).toBe(false);
    expect(await isConsentDue(database.db, { accountId, kind: "marketingSms", now: world.clock.now() })).toBe(true);
    world.clock.advance(1_000);
    const given = { accountId, kinds: ["terms"] as const, address: guest.ip, now: world.clock.now() };
    await database.begin((tx) => withdrawConsents(tx, given));
    expect(await isConsentDue(database.db, { accountId, kind: "terms", now: world.clock.now() })).toBe(true);
    world.clock.advance(1_000);
    await database.begin((tx) => giveConsents(tx, { ...given, now: world.clock.now() }));
    expect(await isConsentDue(database.db, { accountId, kind: "terms", now: world.clock.now() })).toBe(false);
  });
});

describe("how many", () => {
  test("ten accounts an hour are opened from one address, not one more when six ask for the last two at the same moment; after the hour it goes on", async () => {
    // A browser that an account was entered with answers for itself, so that no captcha comes first.
    const guest = await world.player();
    guest.token = undefined;
    await asOwner(world.open.url, "insert into registration_count values ($1, 8, $2) on conflict (key) do update set count = 8, since = $2", [
      `ip:${guest.ip}`,
      world.clock.now(),
    ]);
    const asked = await Promise.all(Array.from({ length: 6 }, () => guest.send(accounts.register, newUser())));
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(2);
    const refused = asked.flatMap(({ answer }) => (answer.success ? [] : [answer.message]));
    expect(refused).toEqual(Array.from({ length: 4 }, () => "accounts.registrations_full"));
    expect((await guest.refusal(accounts.register, newUser())).values).toMatchObject({ retryAfter: 3_600 });
    expect((await world.guest().call(accounts.register, newUser())).token).toBeTruthy();
    world.clock.advance(3_600_000);
    expect((await Object.assign(world.guest(), { ip: guest.ip }).call(accounts.register, newUser())).token).toBeTruthy();
    chief = await world.operator("superadmin");
  });

  test("a browser that opened three accounts today must solve a captcha for the fourth, and the settings say so before [VALID-53]", async () => {
    const cookie = `laro_device=${"D".repeat(22)}`;
    const send = async (user: RegistrationUser) => {
      const guest = world.guest();
      const sealed = await guest.seal(accounts.register.name, user);
      return (await guest.request("PUT", "/api/accounts.register", JSON.stringify({ sealed }), { cookie })).answer;
    };
    const asks = async () => (await world.guest().request("GET", "/api/accounts.registerSettings", undefined, { cookie })).answer;
    for (let opened = 0; opened < 3; opened++) {
      expect(await asks()).toMatchObject({ value: { captcha: false } });
      expect(await send(newUser())).toMatchObject({ success: true });
    }
    expect(await asks()).toMatchObject({ value: { captcha: true } });
    expect(await send(newUser())).toMatchObject({ message: "sessions.captcha_required", value: { captcha: true, field: "captcha" } });
    const [key, now] = ["7a8b1f4e-2f59-4a4e-9f43-000000000001", world.clock.now()];
    await asOwner(world.open.url, "insert into captcha values ($1, 'abcde', $2)", [key, new Date(now.getTime() + 60_000)]);
    expect(await send(newUser({ captcha: "wrong", verification: { captchaKey: key } }))).toMatchObject({ message: "sessions.captcha_wrong" });
    await asOwner(world.open.url, "insert into captcha values ($1, 'abcde', $2)", [key, new Date(now.getTime() + 60_000)]);
    expect(await send(newUser({ captcha: "ABCDE", verification: { captchaKey: key } }))).toMatchObject({ success: true });
    world.clock.advance(24 * 3_600_000);
    expect(await send(newUser())).toMatchObject({ success: true });
    chief = await world.operator("superadmin");
  });

  test("a browser that brings no name of its own, or one it invents, must solve one from the sixth account of its network within the hour, and the settings say so before", async () => {
    const guest = world.guest();
    const asks = async () => (await guest.call(accounts.registerSettings, {})).captcha;
    await asOwner(world.open.url, "insert into registration_count values ($1, 4, $2)", [`ip:${guest.ip}`, world.clock.now()]);
    expect(await asks()).toBe(false);
    await guest.call(accounts.register, newUser());
    const own = guest.cookies.get("laro_device")!;
    guest.cookies.clear();
    expect(await asks()).toBe(true);
    expect(await guest.refused(accounts.register, newUser())).toBe("sessions.captcha_required");
    guest.cookies.set("laro_device", "F".repeat(22));
    expect(await asks()).toBe(true);
    expect(await guest.refused(accounts.register, newUser())).toBe("sessions.captcha_required");
    // It was entered with before.
    guest.cookies.set("laro_device", own);
    expect(await asks()).toBe(false);
    expect((await guest.call(accounts.register, newUser())).token).toBeTruthy();
  });

  test("codes of accounts cannot be tried from the many addresses of one network of version 6", async () => {
    const from = (ip: string) => Object.assign(world.guest(), { ip }).refused(agents.checkCode, { code: "AAAAAAAA" });
    for (let tries = 1; tries <= 10; tries++) expect(await from(`2001:db8:5:5::${tries}`)).toBe("accounts.invitation_unknown");
    expect(await from("2001:db8:5:5:ffff::1")).toBe("request.too_many");
    expect(await from("2001:db8:5:6::1")).toBe("accounts.invitation_unknown");
  });

  test("where the rule asks for a captcha, an empty one stops the submit", async () => {
    await setRule({ field: "captcha", required: true, maxLength: 16 });
    expect(await world.guest().refusal(accounts.register, newUser())).toMatchObject({ code: "sessions.captcha_required", field: "captcha" });
    await setRule({ field: "captcha", enabled: false, maxLength: 16 });
  });
});

describe("the invitation", () => {
  test("a valid code is confirmed to a visitor, in any case; an invalid one is refused with its text [CALL-11, ERR-29, VALID-51]", async () => {
    const { invitationCode } = await (await world.member({ type: accountTypes.agent })).call(agents.overview, {});
    expect(await world.guest().call(agents.checkCode, { code: invitationCode.toLowerCase(), domain: "localhost" })).toEqual({ valid: true });
    const refusal = await world.guest().refusal(agents.checkCode, { code: "ZZZZZZZZ" });
    expect([refusal.code, refusal.text]).toEqual(["accounts.invitation_unknown", "Invalid invitation code."]);
    const { invitationCode: none } = { invitationCode: "" };
    expect((await world.guest().refusal(accounts.register, newUser({ affiliateCode: "ZZZZZZZZ", referralCode: none }))).text).toBe("Invalid invitation code.");
  });

  test("codes cannot be listed by trial: the eleventh try of a minute from one address is not looked at [REG-07]", async () => {
    const guest = world.guest();
    for (let tries = 0; tries < 10; tries++) expect(await guest.refused(agents.checkCode, { code: `AAAAAAA${tries}` })).toBe("accounts.invitation_unknown");
    expect(await guest.refused(agents.checkCode, { code: "AAAAAAAA" })).toBe("request.too_many");
  });
});

describe("gaming venues", () => {
  const list = () => world.guest().call(venues.list, { menuGroup: "gamingvenue" });

  test("none means that nobody is asked; the list has id, value and label, and only of open ones [CALL-16, ENTITY-17, REG-12]", async () => {
    expect(await list()).toEqual([]);
    expect(await world.guest().call(accounts.registerSettings, {})).toMatchObject({ venue: false });
    expect((await world.guest().request("GET", "/api/venues.list?menuGroup=else")).answer).toMatchObject({ message: "request.invalid" });
    const { list: kept } = await chief.call(venues.add, { label: "Laro Cebu", reason });
    const [cebu] = kept;
    await chief.call(venues.add, { label: "Laro Manila", reason });
    expect(await list()).toEqual([
      { id: cebu!.id, value: String(cebu!.id), label: "Laro Cebu" },
      { id: expect.any(BigInt), value: expect.any(String), label: "Laro Manila" },
    ]);
    expect(await chief.refused(venues.add, { label: "LARO CEBU", reason })).toBe("venues.taken");
    await chief.call(venues.change, { id: cebu!.id, label: "Laro Cebu City", isOpen: false, reason });
    expect((await list()).map(({ label }) => label)).toEqual(["Laro Manila"]);
    expect(await chief.refused(venues.change, { id: 999n, label: "Nowhere", isOpen: true, reason })).toBe("venues.not_found");
    await chief.call(venues.change, { id: cebu!.id, label: "Laro Cebu", isOpen: true, reason });
    expect(await (await world.operator("support")).refused(venues.add, { label: "Mine", reason })).toBe("sessions.forbidden");
  });

  test("where there are venues a registration without one, or with a closed or unknown one, is refused; the chosen one is kept [VALID-42, REG-11]", async () => {
    const [cebu, manila] = await list();
    await chief.call(venues.change, { id: manila!.id, label: "Laro Manila", isOpen: false, reason });
    for (const venue of [undefined, "", "0", "999", "abc", "1 or 1=1", manila!.value]) {
      const refusal = await world.guest().refusal(accounts.register, newUser({ venue }));
      expect([refusal.code, refusal.field, refusal.text]).toEqual(["accounts.venue_needed", "venue", "Please choose a gaming venue."]);
    }
    const user = newUser({ venue: cebu!.value });
    const guest = world.guest();
    guest.token = (await guest.call(accounts.register, user)).token;
    expect((await open(user.username)).venue_id).toBe(cebu!.id);
    expect(await guest.call(venues.mine, {})).toMatchObject({ venue: { label: "Laro Cebu" }, isAsked: false });
    expect(await guest.refused(venues.choose, { venue: cebu!.value })).toBe("venues.chosen");
    expect((await chief.call(venues.kept, {})).list.map(({ label, isOpen, members }) => [label, isOpen, members])).toEqual([
      ["Laro Cebu", true, 1],
      ["Laro Manila", false, 0],
    ]);
  });

  test("a member without a venue is asked for one and chooses once, also when they press twice at the same moment", async () => {
    const [cebu] = await list();
    const ann = await world.member({ type: accountTypes.player });
    expect(await ann.call(venues.mine, {})).toEqual({ venue: null, isAsked: true });
    expect(await ann.refused(venues.choose, { venue: "777" })).toBe("venues.not_found");
    const pressed = await Promise.all([1, 2, 3].map(() => ann.send(venues.choose, { venue: cebu!.value })));
    expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await ann.call(venues.mine, {})).toMatchObject({ venue: { label: "Laro Cebu" }, isAsked: false });
    for (const { id, label } of await list()) await chief.call(venues.change, { id, label, isOpen: false, reason });
  });
});

test("the register settings follow the flags: closed, no type is offered [CALL-12, SITE-18]", async () => {
  const read = () => world.guest().call(accounts.registerSettings, {});
  expect(await read()).toMatchObject({ types: expect.arrayContaining(["username"]), declaration: false, minimumAge: 21, captcha: false });
  await chief.call(settings.setFlag, { modId: "usernameRegister", enabled: false, reason });
  expect((await read()).types).not.toContain("username");
  expect(await world.guest().refused(accounts.register, newUser())).toBe("accounts.registration_closed");
  await chief.call(settings.setFlag, { modId: "usernameRegister", enabled: true, reason });
});

test("who changes the password later is judged by the operators' rule too", async () => {
  await setRule({ field: "password", required: true, patternId: 21, minLength: 12, maxLength: 64, types: ["username", "mobile"] });
  const ann = await world.member({ type: accountTypes.player });
  const change = (newPassword: string) => ({ oldPassword: PASSWORD, newPassword, confirmNewPassword: newPassword });
  expect(await ann.refusal(accounts.changePassword, change("velvet-turnip-orbit"))).toMatchObject({ code: "accounts.rule_broken", field: "newPassword" });
  await ann.call(accounts.changePassword, change("Velvet-turnip-orbit-7"));
  expect(
    (await world.guest().call(sessions.login, { username: ann.name, password: "Velvet-turnip-orbit-7", type: "username", entry: "player" })).token,
  ).toBeTruthy();
  await setRule({ field: "password", required: true, patternId: 20, minLength: 8, maxLength: 64, types: ["username", "mobile"] });
});

describe("under the Philippine pack", () => {
  let manila: World;
  beforeAll(async () => void (manila = await createWorld({ pack: "ph" })));
  afterAll(() => manila.close());

  test("a registration without the declaration or the full name is refused; the declaration is kept apart [PROD-26]", async () => {
    expect(await manila.guest().call(accounts.registerSettings, {})).toMatchObject({ declaration: true, minimumAge: 21 });
    for (const declared of [undefined, false])
      expect(await manila.guest().refusal(accounts.register, newUser({ declared }))).toMatchObject({ code: "accounts.declaration_needed", field: "declared" });
    expect(await manila.guest().refusal(accounts.register, newUser({ payeeName: "" }))).toMatchObject({ code: "accounts.rule_broken", field: "payeeName" });
    await manila.guest().call(accounts.register, newUser({ username: "declared1" }));
    const rows = await asOwner<{ kind: string }>(
      manila.open.url,
      "select kind from consent c join account a on a.id = c.account_id where name = 'declared1' order by 1",
    );
    expect(rows.map(({ kind }) => kind)).toEqual(["declaration", "privacy", "terms"]);
  });
});
