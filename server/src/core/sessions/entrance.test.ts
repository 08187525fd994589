import { accounts } from "@laro/contract/accounts";
import { accountTypes, type AccountType } from "@laro/contract/core/accountTypes";
import { messages } from "@laro/contract/messages";
import { payoutAccounts } from "@laro/contract/payoutAccounts";
import { sessions } from "@laro/contract/sessions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { memberWith } from "../../testing/contacts.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { createAccount } from "../accounts/accounts.ts";
import { packs } from "../settings/packs.ts";
import { hashPassword } from "./passwords.ts";

let world: World;
let names = 0;
beforeAll(async () => void (world = await createWorld({ worker: true })));
afterAll(() => world.close());

const PASSWORD = "Correct-horse-7";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

async function openAccount(type: AccountType = accountTypes.player): Promise<string> {
  const [name, passwordHash] = [`enter${++names}x`, await hashPassword(PASSWORD)];
  await world.open.platform.database.begin((tx) =>
    createAccount(tx, { name, passwordHash, type, parentId: null, pack: packs.sandbox, keys: world.open.platform.keys, now: world.clock.now() }),
  );
  return name;
}

const attempt = (username: string, given: { password?: string; remember?: boolean } = {}) =>
  ({ username, password: PASSWORD, type: "username", entry: "player", ...given }) as const;

/** Somebody in a browser of their own who has logged in. */
async function logIn(username: string, browser: Person = world.guest(), given: { remember?: boolean } = {}): Promise<Person> {
  browser.token = (await browser.call(sessions.login, attempt(username, given))).token;
  return browser;
}

/** The same browser at another address. */
function moved(browser: Person): Person {
  const elsewhere = world.guest();
  for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
  return elsewhere;
}

describe("the browser of a call", () => {
  test("a login names the browser by a cookie that no page can read, and the server keeps its hash alone", async () => {
    const username = await openAccount();
    const guest = world.guest();
    const { headers } = await guest.send(sessions.login, attempt(username));
    const [cookie] = headers.getSetCookie();
    expect(cookie).toMatch(/^laro_device=[\w-]{22}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/);
    const [row] = await asOwner<{ found: number }>(world.open.url, "select count(*)::int as found from account_device where strpos(device::text, $1) > 0", [
      guest.cookies.get("laro_device"),
    ]);
    expect(row!.found).toBe(0);
    expect((await guest.send(sessions.login, attempt(username))).headers.getSetCookie()).toEqual([]);
  });

  test("a page of somebody else's cannot act with our cookies, whatever it says of itself", async () => {
    const guest = world.guest();
    const sealed = await guest.seal(sessions.login.name, attempt(await openAccount()));
    const post = async (headers: Record<string, string>) => (await guest.request("POST", "/api/sessions.login", JSON.stringify({ sealed }), headers)).answer;
    for (const headers of [{ origin: "https://evil.example" }, { origin: "null" }, { "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }])
      expect(await post(headers as Record<string, string>)).toMatchObject({ message: "request.foreign_origin" });
    expect(await post({ origin: world.address, "sec-fetch-site": "same-origin" })).toMatchObject({ success: true });
  });

  test("a cookie never says who calls: without its token a session is asked for", async () => {
    const person = await logIn(await openAccount(), world.guest(), { remember: true });
    person.token = undefined;
    expect(await person.refused(accounts.me, {})).toBe("sessions.required");
  });

  test("thousands of cookies, broken ones and other people's are as good as none", async () => {
    const username = await openAccount();
    for (const cookie of ["laro_device=short", "laro_device=../../x", `laro_device=${"a".repeat(9_000)}`, "=;;=", "laro_remember=a.b"]) {
      const guest = world.guest();
      const sealed = await guest.seal(sessions.login.name, attempt(username));
      const { answer, headers } = await guest.request("POST", "/api/sessions.login", JSON.stringify({ sealed }), { cookie });
      expect(answer).toMatchObject({ success: true });
      expect(headers.getSetCookie().some((line) => line.startsWith("laro_device="))).toBe(true);
    }
  });
});

describe("the owner and the strangers", () => {
  test("while strangers fail ten thousand times at a name, its owner enters from a known browser without a captcha", async () => {
    const username = await openAccount();
    const owner = await logIn(username);
    await asOwner(
      world.open.url,
      "insert into login_failure (key, count, since, streak, last_at) values ($1, 9, $2, 10000, $2) on conflict (key) do update set streak = 10000",
      [`member:${username}`, world.clock.now()],
    );
    expect(await world.guest().refused(sessions.login, attempt(username))).toBe("sessions.password_closed");
    expect(await owner.call(sessions.login, attempt(username))).toMatchObject({ userName: username });
  });

  test("a browser the account does not know waits after ten failures, twice as long each time, and an unknown name just as well", async () => {
    for (const username of [await openAccount(), "nobodyatall1"]) {
      await asOwner(
        world.open.url,
        "insert into login_failure (key, count, since, streak, last_at) values ($1, 10, $2, 10, $2) on conflict (key) do update set count = 10, last_at = excluded.last_at",
        [`member:${username}`, world.clock.now()],
      );
      const refusal = await world.guest().refusal(sessions.login, attempt(username));
      expect([refusal.code, refusal.values["retryAfter"]]).toEqual(["sessions.too_many", 30]);
      world.clock.advance(30_000);
      expect(await world.guest().refused(sessions.login, attempt(username))).toBe("sessions.captcha_required");
      await asOwner(world.open.url, "update login_failure set count = 11, streak = 11, last_at = $2 where key = $1", [`member:${username}`, world.clock.now()]);
      expect((await world.guest().refusal(sessions.login, attempt(username))).values["retryAfter"]).toBe(60);
    }
  });

  test("of two hundred guesses at once no more are judged than ask for nothing", async () => {
    const username = await openAccount();
    const codes = await Promise.all(Array.from({ length: 200 }, () => world.guest().refused(sessions.login, attempt(username, { password: "wrong" }))));
    expect(codes.filter((code) => code === "sessions.wrong_credentials")).toHaveLength(3);
    expect(new Set(codes)).toEqual(new Set(["sessions.wrong_credentials", "sessions.captcha_required"]));
  });

  test("what may not be looked at is not counted: nobody locks a name with tries they do not solve", async () => {
    const username = await openAccount();
    for (let tries = 0; tries < 20; tries++) await world.guest().refused(sessions.login, attempt(username, { password: "wrong" }));
    const [row] = await asOwner<{ count: number }>(world.open.url, "select count from login_failure where key = $1", [`member:${username}`]);
    expect(row!.count).toBe(3);
  });

  test("a browser of its own has five tries before a captcha, and ten before it waits", async () => {
    const username = await openAccount();
    const owner = await logIn(username);
    const flags = [];
    for (let tries = 0; tries < 5; tries++) flags.push((await owner.refusal(sessions.login, attempt(username, { password: "wrong" }))).values["captcha"]);
    expect(flags).toEqual([false, false, false, false, true]);
    expect(await owner.refused(sessions.login, attempt(username))).toBe("sessions.captcha_required");
  });
});

describe("remember me", () => {
  test("a browser that was asked to remember lets its member in for a day without a password, and keeps none [AUTH-12, AUTH-13, CONST-24]", async () => {
    const username = await openAccount();
    const browser = await logIn(username, world.guest(), { remember: true });
    expect(await browser.call(sessions.remembered, {})).toEqual({ userName: username });
    expect([...browser.cookies.values()].some((value) => value.includes(PASSWORD) || value.includes(username))).toBe(false);
    world.clock.advance(23 * HOUR_MS);
    expect(await browser.call(sessions.loginRemembered, {})).toMatchObject({ userName: username, mustChangePassword: false });
    // The day began with the password: using it does not begin another.
    expect(await browser.call(sessions.remembered, {})).toEqual({ userName: username });
    world.clock.advance(HOUR_MS);
    expect(await browser.call(sessions.remembered, {})).toBe(null);
    expect(await browser.refused(sessions.loginRemembered, {})).toBe("sessions.not_remembered");
  });

  test("logging in unticked, logging out and a new password each make the browser forget [AUTH-14]", async () => {
    const username = await openAccount();
    const browser = await logIn(username, world.guest(), { remember: true });
    await logIn(username, browser, { remember: false });
    expect([browser.cookies.has("laro_remember"), await browser.call(sessions.remembered, {})]).toEqual([false, null]);
    await logIn(username, browser, { remember: true });
    await browser.call(sessions.logout, {});
    browser.token = undefined;
    expect([browser.cookies.has("laro_remember"), await browser.call(sessions.remembered, {})]).toEqual([false, null]);
    await logIn(username, browser, { remember: true });
    await browser.call(accounts.changePassword, { oldPassword: PASSWORD, newPassword: "Better-horse-8", confirmNewPassword: "Better-horse-8" });
    expect(await browser.call(sessions.remembered, {})).toBe(null);
  });

  test("pressed twenty times at once it opens one session, and raises no alarm", async () => {
    const username = await openAccount();
    const browser = await logIn(username, world.guest(), { remember: true });
    const brought = browser.cookies.get("laro_remember")!;
    const presses = await Promise.all(
      Array.from({ length: 20 }, () => {
        const tab = moved(browser);
        tab.cookies.set("laro_remember", brought);
        return tab.send(sessions.loginRemembered, {});
      }),
    );
    expect(presses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(presses.filter(({ status }) => status === 401)).toHaveLength(19);
    const { list } = await browser.call(sessions.mine, {});
    expect(list.map(({ method }) => method).toSorted()).toEqual(["password", "remembered"]);
  });

  test.each(["the thief first", "the owner first"])("a copy that is used as well ends what it opened, and the owner is told: %s", async (order) => {
    const username = await openAccount();
    const owner = await logIn(username, world.guest(), { remember: true });
    const ownToken = owner.token;
    const thief = moved(owner);
    const [first, second] = order === "the thief first" ? [thief, owner] : [owner, thief];
    first.token = (await first.call(sessions.loginRemembered, {})).token;
    world.clock.advance(2 * MINUTE_MS);
    second.token = undefined;
    expect(await second.refused(sessions.loginRemembered, {})).toBe("sessions.not_remembered");
    expect(await first.refused(accounts.me, {})).toBe("sessions.required");
    expect(await first.call(sessions.remembered, {})).toBe(null);
    owner.token = ownToken;
    expect(await owner.refused(accounts.me, {})).toBe("sessions.required");
    const again = await logIn(username, world.guest());
    await expect.poll(async () => (await again.call(messages.mine, {})).list.map(({ template }) => template)).toContain("rememberStolen");
  });

  test("a copy in another browser opens nothing and ends the original", async () => {
    const username = await openAccount();
    const owner = await logIn(username, world.guest(), { remember: true });
    const thief = world.guest();
    await logIn(await openAccount(), thief);
    thief.cookies.set("laro_remember", owner.cookies.get("laro_remember")!);
    expect(await thief.refused(sessions.loginRemembered, {})).toBe("sessions.not_remembered");
    expect(await owner.call(sessions.remembered, {})).toBe(null);
  });
});

/** A member with a bound payout account, in a browser at the address they registered from. */
async function boundMember(): Promise<Person & { readonly id: bigint }> {
  const ann = await world.player();
  await logIn(ann.name, ann);
  await ann.call(accounts.setPaymentPassword, { password: ann.password, paymentPassword: "246810" });
  await ann.call(payoutAccounts.add, { bank: "GCASH", holder: "Ana Maria Cruz", number: "09171234567", paymentPassword: "246810" });
  return ann;
}

describe("a login from a new address", () => {
  test("stops at a second factor where one is bound, and a known address does not [AUTH-25, AUTH-27, ROLE-17]", async () => {
    const ann = await boundMember();
    expect(await ann.call(sessions.login, attempt(ann.name))).toMatchObject({ userName: ann.name });
    const elsewhere = moved(ann);
    const refusal = await elsewhere.refusal(sessions.login, attempt(ann.name));
    expect([refusal.code, elsewhere.cookies.has("laro_verify")]).toEqual(["sessions.verification_needed", true]);
    expect(await elsewhere.call(sessions.challenge, {})).toMatchObject({ methods: [{ method: "bankName", target: null }], left: 5 });
    const entered = await elsewhere.call(sessions.answerChallenge, { method: "bankName", answer: "ANA MARÍA  CRUZ" });
    expect(entered).toMatchObject({ userName: ann.name });
    expect(elsewhere.cookies.has("laro_verify")).toBe(false);
    expect(await elsewhere.refused(sessions.challenge, {})).toBe("sessions.challenge_over");
  });

  test("by a weak factor alone changes no password: the owner stays inside", async () => {
    const ann = await boundMember();
    const elsewhere = moved(ann);
    await elsewhere.refused(sessions.login, attempt(ann.name));
    elsewhere.token = (await elsewhere.call(sessions.answerChallenge, { method: "bankName", answer: "Ana Maria Cruz" })).token;
    const newPassword = "Marunong-mangisda-77";
    const changed = { oldPassword: PASSWORD, newPassword, confirmNewPassword: newPassword };
    expect(await elsewhere.refused(accounts.changePassword, changed)).toBe("accounts.resting");
    expect((await ann.call(accounts.me, {})).account).toBe(ann.name);
    await ann.call(accounts.changePassword, changed);
  });

  test("has codes of its own: whoever asks for another's contact again and again shuts nobody out", async () => {
    const [ann, ill] = [await memberWith(world, { kind: "email", value: "ann.away@example.com" }), await world.player()];
    await logIn(ann.name, ann);
    for (let asked = 0; asked < 10; asked++) {
      world.clock.advance(asked === 5 ? HOUR_MS : MINUTE_MS);
      await logIn(ill.name, ill);
      await ill.call(accounts.setContact, { kind: "email", value: "ann.away@example.com" });
    }
    expect(await (await world.player()).refused(accounts.setContact, { kind: "email", value: "ann.away@example.com" })).toBe("codes.too_many");
    const elsewhere = world.guest();
    await elsewhere.refused(sessions.login, attempt(ann.name));
    expect(await elsewhere.call(sessions.sendChallengeCode, { method: "email" })).toMatchObject({ expiredMinutes: 1 });
  });

  test("with nothing bound the login goes on, and the address is the account's own from then on", async () => {
    const username = await openAccount();
    await logIn(username);
    await logIn(username, world.guest());
    const rows = await asOwner(world.open.url, "select 1 from account_address d join account a on a.id = d.account_id where a.name = $1", [username]);
    expect(rows).toHaveLength(2);
  });

  test("the challenge belongs to its browser, takes five answers and ten minutes, and no other account's name opens it", async () => {
    const ann = await boundMember();
    const elsewhere = moved(ann);
    await elsewhere.refused(sessions.login, attempt(ann.name));
    const stolen = world.guest();
    stolen.cookies.set("laro_verify", elsewhere.cookies.get("laro_verify")!);
    expect(await stolen.refused(sessions.answerChallenge, { method: "bankName", answer: "Ana Maria Cruz" })).toBe("sessions.challenge_over");
    for (const method of ["password", "totp"] as const)
      expect(await elsewhere.refused(sessions.answerChallenge, { method, answer: PASSWORD })).toBe("sessions.factor_wrong");
    expect((await elsewhere.refusal(sessions.answerChallenge, { method: "bankName", answer: "Ana Cruz" })).values).toMatchObject({ field: "answer", left: 2 });
    world.clock.advance(10 * MINUTE_MS);
    expect(await elsewhere.refused(sessions.answerChallenge, { method: "bankName", answer: "Ana Maria Cruz" })).toBe("sessions.challenge_over");
    await expect.poll(async () => (await (await logIn(ann.name, ann)).call(messages.mine, {})).list.map(({ template }) => template)).toContain("factorFailing");
  });

  test("of a hundred answers at once at most five are judged, also over many challenges, and a right one opens one session", async () => {
    const ann = await boundMember();
    const elsewhere = moved(ann);
    await elsewhere.refused(sessions.login, attempt(ann.name));
    const codes = await Promise.all(
      Array.from({ length: 100 }, () => moved(elsewhere).refused(sessions.answerChallenge, { method: "bankName", answer: "Nobody At All" })),
    );
    expect(codes.filter((code) => code === "sessions.factor_wrong").length).toBeLessThanOrEqual(3);
    expect(codes.filter((code) => code === "sessions.challenge_over").length).toBeGreaterThanOrEqual(95);
    const again = moved(ann);
    await again.refused(sessions.login, attempt(ann.name));
    expect(await again.refused(sessions.answerChallenge, { method: "bankName", answer: "Ana Maria Cruz" })).toBe("sessions.factor_locked");
  });

  test("a bank account's name opens a session that is limited for 72 hours, counted from the first on that browser [AUTH-26]", async () => {
    const ann = await boundMember();
    const elsewhere = moved(ann);
    elsewhere.cookies.delete("laro_device");
    const limitedUntil = async () => {
      await elsewhere.refused(sessions.login, attempt(ann.name));
      elsewhere.token = (await elsewhere.call(sessions.answerChallenge, { method: "bankName", answer: "Ana Maria Cruz", trustDevice: true })).token;
      const [row] = await asOwner<{ at: Date }>(world.open.url, "select limited_until as at from session order by created_at desc, limited_until limit 1");
      return row!.at;
    };
    const first = await limitedUntil();
    expect(first.getTime() - world.clock.now().getTime()).toBe(72 * HOUR_MS);
    world.clock.advance(24 * HOUR_MS);
    expect((await limitedUntil()).getTime()).toBe(first.getTime());
    expect(await elsewhere.refused(payoutAccounts.add, { bank: "MAYA", holder: "Ana Maria Cruz", number: "09171234568", paymentPassword: "246810" })).toBe(
      "accounts.resting",
    );
  });
});

describe("one's own sessions", () => {
  test("are listed with their browser in words and half an address, and one may be ended, or all others", async () => {
    const username = await openAccount();
    const laptop = await logIn(username);
    const phone = world.guest();
    const sealed = await phone.seal(sessions.login.name, attempt(username));
    const agent = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";
    const { answer } = await phone.request("POST", "/api/sessions.login", JSON.stringify({ sealed }), { "user-agent": agent });
    phone.token = (answer.value as { token: string }).token;
    const { list } = await laptop.call(sessions.mine, {});
    expect(list).toHaveLength(2);
    expect(list.find(({ isThis }) => !isThis)).toMatchObject({ browser: "Chrome", system: "Android", address: expect.stringMatching(/^10\.\d+\.…$/) });
    const stranger = await logIn(await openAccount());
    expect(await stranger.refused(sessions.end, { id: list.find(({ isThis }) => !isThis)!.id })).toBe("sessions.not_found");
    await laptop.call(sessions.end, { id: list.find(({ isThis }) => !isThis)!.id });
    expect(await phone.refused(accounts.me, {})).toBe("sessions.required");
    await logIn(username, phone, { remember: true });
    expect(await laptop.call(sessions.endOthers, {})).toEqual({ ended: 1 });
    expect([await phone.refused(accounts.me, {}), (await laptop.call(accounts.me, {})).account]).toEqual(["sessions.required", username]);
    phone.token = undefined;
    expect(await phone.call(sessions.remembered, {})).toBe(null);
  });

  test("the history shows who entered and who failed, page by page, and nobody else's", async () => {
    const username = await openAccount();
    await world.guest().refused(sessions.login, attempt(username, { password: "wrong" }));
    world.clock.advance(1);
    const person = await logIn(username);
    const first = await person.call(sessions.history, { limit: 1 });
    expect(first.list).toMatchObject([{ outcome: "entered", method: "password", country: null }]);
    const second = await person.call(sessions.history, { cursor: first.next!, limit: 1 });
    expect([second.list, second.next]).toMatchObject([[{ outcome: "wrongPassword" }], null]);
  });

  test("a login in a browser that is new to the account is told to its owner, the first of all is not", async () => {
    const username = await openAccount();
    const first = await logIn(username);
    const templates = async () => (await first.call(messages.mine, {})).list.map(({ template }) => template);
    await logIn(username, first);
    await logIn(username);
    await expect.poll(templates).toContain("newDevice");
    expect((await templates()).filter((template) => template === "newDevice")).toHaveLength(1);
  });
});

describe("a proof of who holds the session", () => {
  test("is what a typed password leaves for ten minutes, and can be given again; too many tries end it", async () => {
    const username = await openAccount();
    const person = await logIn(username, world.guest(), { remember: true });
    const provedUntil = async () => (await person.call(sessions.proof, {})).provedUntil;
    expect(await provedUntil()).toBe(new Date(world.clock.now().getTime() + 10 * MINUTE_MS).toISOString());
    person.token = (await person.call(sessions.loginRemembered, {})).token;
    expect(await provedUntil()).toBe(null);
    expect((await person.refusal(sessions.prove, { method: "password", answer: "wrong" })).values).toMatchObject({ field: "answer" });
    await person.call(sessions.prove, { method: "password", answer: PASSWORD });
    expect(await provedUntil()).not.toBe(null);
    for (let tries = 0; tries < 5; tries++) await person.refused(sessions.prove, { method: "password", answer: "wrong" });
    expect(await person.refused(sessions.prove, { method: "password", answer: PASSWORD })).toBe("accounts.password_locked");
  });
});

describe("a ticket in the address", () => {
  test("opens a session of the same member once within a minute; a real token there is refused and ended [AUTH-02]", async () => {
    const person = await logIn(await openAccount());
    const { ticket } = await person.call(sessions.handOver, {});
    const screen = moved(person);
    screen.token = (await screen.call(sessions.takeOver, { ticket })).token;
    expect((await screen.call(accounts.me, {})).account).toBe((await person.call(accounts.me, {})).account);
    expect(await moved(person).refused(sessions.takeOver, { ticket })).toBe("sessions.ticket_over");
    const late = (await person.call(sessions.handOver, {})).ticket;
    world.clock.advance(MINUTE_MS);
    expect(await moved(person).refused(sessions.takeOver, { ticket: late })).toBe("sessions.ticket_over");
    const { ticket: live } = await person.call(sessions.liveTicket, {});
    expect(await moved(person).refused(sessions.takeOver, { ticket: live })).toBe("sessions.ticket_over");
    expect(await world.guest().refused(sessions.takeOver, { ticket: screen.token })).toBe("sessions.ticket_over");
    expect(await screen.refused(accounts.me, {})).toBe("sessions.required");
  });
});
