import { accounts } from "@laro/contract/accounts";
import { messages } from "@laro/contract/messages";
import { recoveries } from "@laro/contract/recoveries";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCaptcha } from "../../testing/captcha.ts";
import { memberWith } from "../../testing/contacts.ts";
import { readLetters, readOutbox } from "../../testing/outbox.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
let numbers = 0;
beforeAll(async () => {
  world = await createWorld();
  await (await world.operator("superadmin")).call(settings.setFlag, { modId: "phonePasswordReset", enabled: true, reason: "offered from today" });
});
afterAll(() => world.close());

const MINUTE_MS = 60_000;
const NEW = "Better-horse-8";

const byMail = async (username: string, email: string) => ({ username, email, ...(await readCaptcha(world)) });
const byPhone = async (mobileNum: string) => ({ mobileNum, countryDialingCode: "+63", ...(await readCaptcha(world)) });
const logIn = (person: Person, password: string) => person.call(sessions.login, { username: person.name, password, type: "username", entry: "player" });

/** The ticket of the link that was sent to an address. */
async function readTicket(address: string): Promise<string> {
  const letter = (await readLetters(world, address)).find(({ template }) => template === "recoveryMail");
  return /\/reset#([\w-]{43})/.exec(letter?.body ?? "")?.[1] ?? "";
}

const memberByMail = async (): Promise<Person & { readonly id: bigint; readonly value: string }> => {
  const value = `owner@n${++numbers}.example.com`;
  return Object.assign(await memberWith(world, { kind: "email", value }), { value });
};
const memberByPhone = async (): Promise<Person & { readonly id: bigint; readonly value: string }> => {
  const value = `+63917${String(5_660_000 + ++numbers)}`;
  return Object.assign(await memberWith(world, { kind: "phone", value }), { value });
};

describe("a new password by e-mail", () => {
  test("is a form that is always answered alike, and sends a link to the verified address alone [CALL-09, ENTITY-13]", async () => {
    const ann = await memberByMail();
    const guest = world.guest();
    const input = await byMail(ann.name.toUpperCase(), ` ${ann.value.toUpperCase()} `);
    const form = new URLSearchParams(input).toString();
    const { status, answer } = await guest.request("POST", "/api/recoveries.byEmail", form, { "content-type": "application/x-www-form-urlencoded" });
    expect([status, answer]).toEqual([200, { success: true, value: {} }]);
    expect(await readTicket(ann.value)).toHaveLength(43);
    for (const [name, address] of [
      [ann.name, "somebody.else@example.com"],
      ["nobodyatall2", "nobody2@example.com"],
    ] as const) {
      expect(await world.guest().call(recoveries.byEmail, await byMail(name, address))).toEqual({});
      expect(await readLetters(world, address)).toEqual([]);
    }
  });

  test("a name or an address that cannot be one is told so, and no picture, a wrong or a used one is refused [VALID-30]", async () => {
    const wrongs: readonly [username: string, email: string, field: string][] = [
      ["", "ann@example.com", "username"],
      ["somebody1", "ann@example", "email"],
      ["somebody1", "no address", "email"],
    ];
    for (const [username, email, field] of wrongs) {
      const refusal = await world.guest().refusal(recoveries.byEmail, await byMail(username, email));
      expect([refusal.code, refusal.field]).toEqual(["accounts.rule_broken", field]);
    }
    const given = await byMail("somebody1", "some@example.com");
    expect(await world.guest().refused(recoveries.byEmail, { username: "somebody1", email: "some@example.com" })).toBe("sessions.captcha_required");
    expect(await world.guest().refused(recoveries.byEmail, { ...given, captcha: "?????" })).toBe("sessions.captcha_wrong");
    expect(await world.guest().refused(recoveries.byEmail, given)).toBe("sessions.captcha_wrong");
  });

  test("a second request within five minutes is refused, for a name nobody has just as well, and from the same browser for another [AUTH-30, CONST-23]", async () => {
    const ann = await memberByMail();
    for (const [name, address] of [
      [ann.name, ann.value],
      ["nobodyatall3", "nobody3@example.com"],
    ] as const) {
      const guest = world.guest();
      await guest.call(recoveries.byEmail, await byMail(name, address));
      const refusal = await world.guest().refusal(recoveries.byEmail, await byMail(` ${name}`, address.toUpperCase()));
      expect([refusal.code, refusal.values]).toEqual(["recoveries.too_soon", { retryAfter: 300, minutes: 5 }]);
      expect(await guest.refused(recoveries.byEmail, await byMail("another12", "another@example.com"))).toBe("recoveries.too_soon");
    }
    world.clock.advance(5 * MINUTE_MS);
    await world.guest().call(recoveries.byEmail, await byMail(ann.name, ann.value));
  });

  test("five links an hour go to one mailbox and no more, and words nobody has are refused at the same one", async () => {
    const ann = await memberByMail();
    for (const [name, address] of [
      [ann.name, ann.value],
      ["nobodyatall4", "nobody4@example.com"],
    ] as const) {
      for (let sent = 0; sent < 5; sent++) {
        await world.guest().call(recoveries.byEmail, await byMail(name, address));
        world.clock.advance(5 * MINUTE_MS);
      }
      const refusal = await world.guest().refusal(recoveries.byEmail, await byMail(name, address));
      expect([refusal.code, refusal.values]).toEqual(["recoveries.too_soon", { retryAfter: 35 * 60, minutes: 35 }]);
      world.clock.advance(60 * MINUTE_MS);
      await world.guest().call(recoveries.byEmail, await byMail(name, address));
    }
  });

  test("the link sets a password once within thirty minutes, logs in, and whoever was in the account is out of it [AUTH-23]", async () => {
    const ann = await memberByMail();
    await ann.call(recoveries.byEmail, await byMail(ann.name, ann.value));
    const ticket = await readTicket(ann.value);
    const reset = (change: object = {}) => ({ ticket, newPassword: NEW, confirmNewPassword: NEW, ...change });
    const guest = world.guest();
    expect(await guest.refused(recoveries.byTicket, reset({ ticket: `${ticket.slice(1)}A` }))).toBe("recoveries.ticket_over");
    expect(await guest.refused(recoveries.byTicket, reset({ newPassword: "short", confirmNewPassword: "short" }))).toBe("accounts.rule_broken");
    expect((await guest.refusal(recoveries.byTicket, reset({ newPassword: `${ann.name}!` }))).values).toMatchObject({ why: "own", field: "newPassword" });
    expect((await guest.refusal(recoveries.byTicket, reset({ confirmNewPassword: "Other-horse-9" }))).field).toBe("confirmNewPassword");
    guest.token = (await guest.call(recoveries.byTicket, reset())).token;
    expect((await guest.call(accounts.me, {})).account).toBe(ann.name);
    expect(await ann.refused(accounts.me, {})).toBe("sessions.required");
    expect(await world.guest().refused(recoveries.byTicket, reset())).toBe("recoveries.ticket_over");
    ann.token = undefined;
    expect(await ann.refused(sessions.login, { username: ann.name, password: ann.password, type: "username", entry: "player" })).toBe(
      "sessions.wrong_credentials",
    );
    await world.work();
    expect((await guest.call(messages.mine, {})).list.map(({ template }) => template)).toContain("recovered");
    world.clock.advance(5 * MINUTE_MS);
    await world.guest().call(recoveries.byEmail, await byMail(ann.name, ann.value));
    const late = await readTicket(ann.value);
    world.clock.advance(30 * MINUTE_MS);
    expect(await world.guest().refused(recoveries.byTicket, reset({ ticket: late }))).toBe("recoveries.ticket_over");
  });

  test("opens the name again to new browsers, and the address it is entered by as well, as a change of the password does", async () => {
    const ann = await memberByMail();
    const close = () =>
      asOwner(
        world.open.url,
        "insert into login_failure (key, count, since, streak, last_at) select 'member:' || name, 0, $2, 100, $2 from unnest($1::text[]) name on conflict (key) do update set streak = 100",
        [[ann.name.toLowerCase(), ann.value], world.clock.now()],
      );
    const closed = () =>
      asOwner(world.open.url, "select 1 from login_failure where key = any($1)", [[`member:${ann.name.toLowerCase()}`, `member:${ann.value}`]]);
    await close();
    const asStranger = { username: ann.value, password: ann.password, type: "username", entry: "player" } as const;
    expect(await world.guest().refused(sessions.login, asStranger)).toBe("sessions.password_closed");
    await ann.call(recoveries.byEmail, await byMail(ann.name, ann.value));
    const guest = world.guest();
    guest.token = (await guest.call(recoveries.byTicket, { ticket: await readTicket(ann.value), newPassword: NEW, confirmNewPassword: NEW })).token;
    expect(await closed()).toEqual([]);
    await close();
    await guest.call(accounts.changePassword, { oldPassword: NEW, newPassword: `${NEW}9`, confirmNewPassword: `${NEW}9` });
    expect(await closed()).toEqual([]);
  });

  test("the link begins with the site's own address, whatever host a request names", async () => {
    const ann = await memberByMail();
    const form = new URLSearchParams(await byMail(ann.name, ann.value)).toString();
    await world.guest().request("POST", "/api/recoveries.byEmail", form, {
      "content-type": "application/x-www-form-urlencoded",
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example",
    });
    const letter = (await readLetters(world, ann.value)).find(({ template }) => template === "recoveryMail");
    expect(letter!.body).toContain(" http://127.0.0.1:");
    expect(letter!.body).not.toContain("evil");
  });
});

describe("a new password by phone", () => {
  test("a code sets it and logs in; the old one fails, other sessions end and money rests for 72 hours [AUTH-21, AUTH-22, ENTITY-14, CALL-10]", async () => {
    const ann = await memberByPhone();
    await ann.call(accounts.setPaymentPassword, { password: ann.password, paymentPassword: "246810" });
    const guest = world.guest();
    expect(await guest.call(recoveries.sendCode, await byPhone(ann.value))).toEqual({ expiredMinutes: 5 });
    const verificationCode = await readOutbox(world, ann.value);
    const reset = { newPassword: NEW, mobileNum: ann.value.replace("+63", "0"), verificationCode };
    expect((await guest.refusal(recoveries.byPhone, { ...reset, newPassword: "password1" })).field).toBe("newPassword");
    const entered = await guest.call(recoveries.byPhone, reset);
    expect(entered).toMatchObject({ userName: ann.name, mustChangePassword: false });
    guest.token = entered.token;
    expect(await ann.refused(accounts.me, {})).toBe("sessions.required");
    expect(await guest.refused(accounts.setPaymentPassword, { password: NEW, paymentPassword: "135790" })).toBe("accounts.resting");
    expect(await world.guest().refused(recoveries.byPhone, reset)).toBe("sessions.cookies_needed");
    expect(await guest.refused(recoveries.byPhone, reset)).toBe("codes.expired");
    ann.token = undefined;
    expect(await ann.refused(sessions.login, { username: ann.name, password: ann.password, type: "username", entry: "player" })).toBe(
      "sessions.wrong_credentials",
    );
    expect(await logIn(Object.assign(guest, { name: ann.name }), NEW)).toMatchObject({ userName: ann.name });
    world.clock.advance(72 * 60 * MINUTE_MS);
    guest.token = (await logIn(guest, NEW)).token;
    await guest.call(accounts.setPaymentPassword, { password: NEW, paymentPassword: "135790" });
  });

  test("a number that is nobody's is answered and judged as one that is, and sent nothing [VALID-31]", async () => {
    const ann = await memberByPhone();
    const nobody = "+639175669999";
    const outcomes = [];
    for (const number of [ann.value, nobody]) {
      const guest = world.guest();
      const sent = await guest.send(recoveries.sendCode, await byPhone(number));
      const judged = await guest.refusal(recoveries.byPhone, { newPassword: NEW, mobileNum: number, verificationCode: "000000" });
      const short = await guest.refusal(recoveries.byPhone, { newPassword: NEW, mobileNum: number, verificationCode: "" });
      outcomes.push([sent.status, sent.answer, judged.code, judged.values, short.code]);
    }
    expect(outcomes[0]).toEqual([200, { success: true, value: { expiredMinutes: 5 } }, "codes.wrong", { left: 4, field: "verificationCode" }, "codes.missing"]);
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(await readLetters(world, nobody)).toEqual([]);
    expect(await world.guest().refused(recoveries.byPhone, { newPassword: NEW, mobileNum: "12", verificationCode: "000000" })).toBe("codes.phone_invalid");
  });
});

test("each way is refused where it is switched off [SITE-14, SITE-15]", async () => {
  const admin = await world.operator("superadmin");
  for (const modId of ["phonePasswordReset", "emailPasswordReset"] as const)
    await admin.call(settings.setFlag, { modId, enabled: false, reason: "for a while" });
  const guest = world.guest();
  expect([
    await guest.refused(recoveries.byEmail, { username: "a", email: "b@c.co" }),
    await guest.refused(recoveries.byTicket, { ticket: "x", newPassword: NEW, confirmNewPassword: NEW }),
    await guest.refused(recoveries.sendCode, { mobileNum: "0917", countryDialingCode: "+63" }),
    await guest.refused(recoveries.byPhone, { mobileNum: "0917", newPassword: NEW, verificationCode: "123456" }),
  ]).toEqual(["recoveries.closed", "recoveries.closed", "recoveries.closed", "recoveries.closed"]);
  for (const modId of ["phonePasswordReset", "emailPasswordReset"] as const) await admin.call(settings.setFlag, { modId, enabled: true, reason: "again" });
});
