import { accounts, type MobileRegistrationUser } from "@laro/contract/accounts";
import type { Endpoint, InputOf } from "@laro/contract/core/endpoint";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asOwner } from "../../testing/owner.ts";
import { solveCaptcha } from "../../testing/captcha.ts";
import { readLetters, readOutbox } from "../../testing/outbox.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, registrationOf, type World } from "../../testing/world.ts";
import { listContacts } from "../contacts/contacts.ts";

const PASSWORD = "Correct-horse-7";
const reason = "seen by the owner";

let world: World;
let chief: Person;
let numbers = 4_000_000;
let mobile = "";
beforeAll(async () => {
  world = await createWorld();
  chief = await world.operator("superadmin");
  for (const modId of ["mobileRegister", "smsVerification"]) await chief.call(settings.setFlag, { modId, enabled: true, reason });
});
afterAll(() => world.close());
beforeEach(() => {
  numbers++;
  mobile = `0917${numbers}`;
});

const e164 = () => `+63${mobile.slice(1)}`;
const newUser = (given: Partial<MobileRegistrationUser> = {}): MobileRegistrationUser => {
  const { username: _, ...user } = registrationOf("", PASSWORD);
  return { ...user, mobileNum: mobile, countryDialingCode: "+63", paymentPassword: "246810", confirmPaymentPassword: "246810", ...given };
};

/** A browser with an address and a cookie of its own. */
function newBrowser() {
  const guest = world.guest();
  let cookie = "";
  const send = async <E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
    const body = endpoint.sealed === true ? { sealed: await guest.seal(endpoint.name, input) } : input;
    const { status, answer, headers } = await guest.request(endpoint.method, `/api/${endpoint.name}`, JSON.stringify(body), cookie === "" ? {} : { cookie });
    cookie = headers.get("set-cookie")?.split(";")[0] ?? cookie;
    return { status, answer };
  };
  return { guest, send };
}

/** Asks for a code as a newcomer does, whose browser nobody knows: with a picture read. */
const askCode = async (browser: ReturnType<typeof newBrowser>, input: InputOf<(typeof accounts)["sendCode"]>) =>
  browser.send(accounts.sendCode, { countryDialingCode: "+63", ...input, ...(await solveCaptcha(world)) });

const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("a registration by mobile number", () => {
  test("asks for a code, which answers in how many minutes the next may be sent, and opens the account with it; number and code are the member's [CALL-07, CALL-15, ENTITY-15, ENTITY-16, REG-10, SITE-04]", async () => {
    expect(await world.guest().call(accounts.registerSettings, {})).toMatchObject({ types: ["mobile", "username"], smsVerification: true });
    const browser = newBrowser();
    expect(await askCode(browser, { mobileNum: mobile })).toMatchObject({
      status: 200,
      answer: { value: { expiredMinutes: 1 } },
    });
    const code = await readOutbox(world, e164());
    const { mobileNum, ...user } = newUser();
    const { answer } = await browser.send(accounts.registerMobile, { ...user, mobileNo: mobileNum, verificationCode: code });
    expect(answer).toMatchObject({ success: true, value: { userName: expect.stringMatching(/^u[0-9]{8}$/), firstTimeLogin: true } });
    const { token, userName } = (answer as unknown as { value: { token: string; userName: string } }).value;
    browser.guest.token = token;
    const { id, hasPaymentPassword } = await browser.guest.call(accounts.me, {});
    expect(hasPaymentPassword).toBe(true);
    expect(await listContacts(world.open.platform.database.db, id)).toEqual([{ kind: "phone", masked: expect.stringContaining("•"), isVerified: true }]);
    const login = { username: userName, password: PASSWORD, type: "username", entry: "player" } as const;
    expect(await browser.guest.send(sessions.login, login)).toMatchObject({ status: 200, answer: { value: { userName } } });
  });

  test("a browser nobody knows reads a picture before its first code: without it, or read wrong, nothing is sent", async () => {
    const guest = world.guest();
    const number = { mobileNum: mobile, countryDialingCode: "+63" };
    expect((await guest.refusal(accounts.sendCode, number)).values).toMatchObject({ captcha: true, field: "captcha" });
    expect(await guest.refused(accounts.sendCode, { ...number, ...(await solveCaptcha(world)), captcha: "?????" })).toBe("codes.captcha_failed");
    await expect(readOutbox(world, e164())).rejects.toThrow("No code");
  });

  test("without the code, with a wrong one, or from a browser that asked for none opens no account [VALID-40, VALID-47]", async () => {
    const browser = newBrowser();
    await askCode(browser, { mobileNo: mobile });
    const code = await readOutbox(world, e164());
    const codeOf = async (verificationCode: string | undefined, from = browser) =>
      (await from.send(accounts.registerMobile, newUser({ verificationCode }))).answer;
    expect(await codeOf(undefined)).toMatchObject({ message: "codes.missing", value: { field: "verificationCode" } });
    const wrong = await codeOf(otherThan(code));
    expect(wrong).toMatchObject({ message: "codes.wrong", text: expect.stringContaining("Invalid verification code."), value: { left: 4 } });
    expect(await codeOf("abcdef")).toMatchObject({ message: "codes.wrong" });
    expect(await codeOf(code.slice(1))).toMatchObject({ message: "codes.wrong" });
    expect(await codeOf(code, newBrowser())).toMatchObject({ message: "sessions.cookies_needed" });
    expect(await codeOf(code)).toMatchObject({ success: true });
    expect(await codeOf(code)).toMatchObject({ message: "codes.expired" });
  });

  test("takes one account from one code, however many send it at the same moment", async () => {
    const browser = newBrowser();
    await askCode(browser, { mobileNum: mobile });
    const verificationCode = await readOutbox(world, e164());
    const sent = await Promise.all(Array.from({ length: 4 }, () => browser.send(accounts.registerMobile, newUser({ verificationCode }))));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
    const [row] = await asOwner<{ found: number }>(
      world.open.url,
      "select count(*)::int as found from account_contact where masked = $1 and verified_at is not null",
      [`+63•••••${mobile.slice(-4)}`],
    );
    expect(row!.found).toBe(1);
  });

  test("a code of 256 characters is not taken; what breaks a rule costs no try at the code [VALID-41, CONST-51]", async () => {
    const browser = newBrowser();
    await askCode(browser, { mobileNum: mobile });
    const code = await readOutbox(world, e164());
    const long = await browser.send(accounts.registerMobile, newUser({ verificationCode: "1".repeat(256) }));
    expect(long.answer).toMatchObject({ message: "request.invalid", value: { field: "verificationCode" } });
    for (let tries = 0; tries < 6; tries++) {
      const { answer } = await browser.send(accounts.registerMobile, newUser({ verificationCode: code, confirmPaymentPassword: "135790" }));
      expect(answer).toMatchObject({ message: "accounts.rule_broken" });
      world.clock.advance(1_000);
    }
    expect((await browser.send(accounts.registerMobile, newUser({ verificationCode: code }))).answer).toMatchObject({ success: true });
  });

  test.each([
    ["", "codes.phone_missing", /Missing phone number/],
    ["0917-CALL-ME", "codes.phone_invalid", /Invalid phone number/],
    ["091712345", "codes.phone_invalid", /Invalid phone number/],
    ["0281234567", "codes.phone_invalid", /Invalid phone number/],
  ])("the number %j is sent no code [VALID-48]", async (mobileNum, code, text) => {
    const { answer } = await newBrowser().send(accounts.sendCode, { mobileNum, countryDialingCode: "+63" });
    expect(answer).toMatchObject({ message: code, text: expect.stringMatching(text), value: { field: "mobileNum" } });
  });

  test("a number that is filled in is checked in both ways to register, and asked for only in one [VALID-10, VALID-11]", async () => {
    const byName = (mobileNum: string) => world.guest().send(accounts.register, { ...registrationOf(`named${numbers}`, PASSWORD), mobileNum });
    const empty = await newBrowser().send(accounts.registerMobile, newUser({ mobileNum: "" }));
    expect(empty.answer).toMatchObject({ message: "accounts.rule_broken", value: { field: "mobileNum", rule: "required" } });
    const rule = { field: "mobileNum", enabled: true, patternId: 8, minLength: 7, maxLength: 15, types: ["username" as const, "mobile" as const], reason };
    await chief.call(settings.setRegisterRule, { ...rule, required: true });
    expect((await byName("")).answer).toMatchObject({ message: "accounts.rule_broken", value: { field: "mobileNum" } });
    expect((await byName("12345678")).answer).toMatchObject({ message: "codes.phone_invalid" });
    expect((await byName("0917abcd")).answer).toMatchObject({ message: "accounts.rule_broken", value: { rule: "pattern8" } });
    expect((await byName(`+63 ${mobile.slice(1, 4)} ${mobile.slice(4)}`)).answer).toMatchObject({ success: true });
    await chief.call(settings.setRegisterRule, { ...rule, required: true, types: ["mobile"] });
    numbers++;
    expect((await byName("")).answer).toMatchObject({ success: true });
  });

  test("a number that has an account gets word of that, and the caller the same answer as for a new one", async () => {
    const first = newBrowser();
    await askCode(first, { mobileNum: mobile });
    await first.send(accounts.registerMobile, newUser({ verificationCode: await readOutbox(world, e164()) }));
    world.clock.advance(120_000);
    const stranger = newBrowser();
    const known = await askCode(stranger, { mobileNum: mobile });
    const unknown = await askCode(newBrowser(), { mobileNum: `0918${numbers + 500}` });
    expect(known).toEqual(unknown);
    const [newest] = await readLetters(world, e164());
    expect(newest).toMatchObject({ template: "taken", state: "sent" });
    for (const verificationCode of ["000000", "123456"])
      expect((await stranger.send(accounts.registerMobile, newUser({ verificationCode }))).answer).toMatchObject({ message: "codes.wrong" });
  });

  test("with the flags off nobody registers by mobile and no code goes out; with SMS verification off none is asked for [SITE-05]", async () => {
    await chief.call(settings.setFlag, { modId: "smsVerification", enabled: false, reason });
    const browser = newBrowser();
    expect((await askCode(browser, { mobileNum: mobile })).answer).toMatchObject({
      message: "accounts.registration_closed",
    });
    expect((await browser.send(accounts.registerMobile, newUser())).answer).toMatchObject({ success: true });
    await chief.call(settings.setFlag, { modId: "mobileRegister", enabled: false, reason });
    expect((await newBrowser().send(accounts.registerMobile, newUser())).answer).toMatchObject({ message: "accounts.registration_closed" });
    expect(await world.guest().call(accounts.registerSettings, {})).toMatchObject({ types: ["username"] });
    for (const modId of ["mobileRegister", "smsVerification"]) await chief.call(settings.setFlag, { modId, enabled: true, reason });
  });

  test("by user name with the code's rule on, the code is asked for by the name too", async () => {
    const rules = [
      { field: "mobileNum", minLength: 7, maxLength: 15, types: ["username" as const, "mobile" as const] },
      { field: "verificationCode", minLength: 6, maxLength: 6, types: ["username" as const] },
    ];
    for (const rule of rules) await chief.call(settings.setRegisterRule, { ...rule, enabled: true, required: true, patternId: 8, reason });
    const browser = newBrowser();
    const username = `coded${numbers}`;
    const asked = { mobileNum: mobile, countryDialingCode: "+63", username };
    expect((await askCode(browser, asked)).answer).toMatchObject({ success: true });
    const user = { ...registrationOf(username, PASSWORD), mobileNum: mobile };
    expect((await browser.send(accounts.register, user)).answer).toMatchObject({ message: "codes.missing" });
    const verificationCode = await readOutbox(world, e164());
    expect((await browser.send(accounts.register, { ...user, verificationCode })).answer).toMatchObject({ success: true });
    await chief.call(settings.setRegisterRule, { ...rules[1]!, enabled: false, required: false, patternId: 8, reason });
  });
});
