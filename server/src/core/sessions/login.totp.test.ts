import { accounts } from "@laro/contract/accounts";
import { factors } from "@laro/contract/factors";
import { recoveries } from "@laro/contract/recoveries";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeAt, otherCodeAt } from "../../testing/authenticator.ts";
import { readCaptcha } from "../../testing/captcha.ts";
import { memberWith } from "../../testing/contacts.ts";
import { readLetters, readOutbox } from "../../testing/outbox.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await (await world.operator("superadmin")).call(settings.setFlag, { modId: "phonePasswordReset", enabled: true, reason: "offered from today" });
});
afterAll(() => world.close());

const STEP_MS = 30_000;
const NEW = "Better-horse-8";

/** A member who has just bound an authenticator. */
async function bind(person: Person): Promise<{ key: string; recoveryCodes: readonly string[] }> {
  const { key } = await person.call(factors.beginTotp, {});
  const { recoveryCodes } = await person.call(factors.confirmTotp, { code: codeAt(key, world.clock.now()) });
  world.clock.advance(STEP_MS);
  return { key, recoveryCodes };
}

const attempt = ({ name, password }: Person) => ({ username: name, password, type: "username", entry: "player" }) as const;
const code = (key: string) => codeAt(key, world.clock.now());

test("a bound authenticator is asked for at a new address, each code once, and a recovery code stands in for it [AUTH-26]", async () => {
  const ann = await memberWith(world, { kind: "email", value: "totp.ann@example.com" });
  const { key, recoveryCodes } = await bind(ann);
  const elsewhere = world.guest();
  expect(await elsewhere.refused(sessions.login, attempt(ann))).toBe("sessions.verification_needed");
  expect((await elsewhere.call(sessions.challenge, {})).methods.map(({ method }) => method)).toEqual(["totp", "email"]);
  const shown = code(key);
  expect(await elsewhere.refused(sessions.answerChallenge, { method: "totp", answer: otherCodeAt(key, world.clock.now()) })).toBe("sessions.factor_wrong");
  elsewhere.token = (await elsewhere.call(sessions.answerChallenge, { method: "totp", answer: shown })).token;
  expect((await elsewhere.call(sessions.proof, {})).provedUntil).not.toBe(null);
  const third = world.guest();
  expect(await third.refused(sessions.login, attempt(ann))).toBe("sessions.verification_needed");
  expect(await third.refused(sessions.answerChallenge, { method: "totp", answer: shown })).toBe("sessions.factor_wrong");
  expect(await third.call(sessions.answerChallenge, { method: "totp", answer: recoveryCodes[0]!.toLowerCase() })).toMatchObject({ userName: ann.name });
});

test("right answers use up nothing of the day's ten, and wrong ones stay counted", async () => {
  const dee = await world.player();
  const { key } = await bind(dee);
  const enter = async (answer: (shown: string) => string) => {
    const elsewhere = world.guest();
    expect(await elsewhere.refused(sessions.login, attempt(dee))).toBe("sessions.verification_needed");
    const { answer: given } = await elsewhere.send(sessions.answerChallenge, { method: "totp", answer: answer(code(key)) });
    world.clock.advance(STEP_MS);
    return given.success ? "entered" : given.message;
  };
  for (let times = 0; times < 12; times++) expect(await enter((shown) => shown)).toBe("entered");
  expect(await enter(() => "12")).toBe("sessions.factor_wrong");
  expect(await enter((shown) => shown)).toBe("entered");
  const counted = await asOwner(world.open.url, "select streak from login_failure where key like $1", [`factor:${dee.id}:%`]);
  expect(counted).toEqual([{ streak: 1 }]);
});

test("where one is bound a password proves nothing: what changes the ways in waits for its code", async () => {
  const ann = await world.player();
  const { key } = await bind(ann);
  ann.token = (await ann.call(sessions.login, attempt(ann))).token;
  expect(await ann.call(sessions.proof, {})).toEqual({ methods: ["totp"], provedUntil: null });
  expect(await ann.refused(factors.newRecoveryCodes, {})).toBe("sessions.proof_needed");
  expect(await ann.refused(sessions.prove, { method: "password", answer: ann.password })).toBe("sessions.factor_wrong");
  expect(await ann.refused(sessions.prove, { method: "totp", answer: "12" })).toBe("sessions.factor_wrong");
  await ann.call(sessions.prove, { method: "totp", answer: code(key) });
  expect((await ann.call(factors.newRecoveryCodes, {})).recoveryCodes).toHaveLength(10);
});

test("a new password never goes past it: neither the phone's holder nor the mailbox's sets one without its code", async () => {
  const [mail, number] = ["totp.ben@example.com", "+639175577001"];
  const ben = await memberWith(world, { kind: "email", value: mail });
  const eve = await memberWith(world, { kind: "phone", value: number });
  const [bens, eves] = [await bind(ben), await bind(eve)];
  const guest = world.guest();
  await guest.call(recoveries.byEmail, { username: ben.name, email: mail, ...(await readCaptcha(world)) });
  const letter = (await readLetters(world, mail)).find(({ template }) => template === "recoveryMail");
  const ticket = /#([\w-]{43})/.exec(letter!.body!)![1]!;
  const reset = { ticket, newPassword: NEW, confirmNewPassword: NEW };
  expect((await guest.refusal(recoveries.byTicket, reset)).values).toMatchObject({ field: "factor" });
  expect(await guest.refused(recoveries.byTicket, { ...reset, factor: "12" })).toBe("sessions.factor_wrong");
  expect(await ben.call(sessions.login, attempt(ben))).toMatchObject({ userName: ben.name });
  expect(await guest.call(recoveries.byTicket, { ...reset, factor: code(bens.key) })).toMatchObject({ userName: ben.name });
  const other = world.guest();
  await other.call(recoveries.sendCode, { mobileNum: number, countryDialingCode: "+63", ...(await readCaptcha(world)) });
  const byPhone = { newPassword: NEW, mobileNum: number, verificationCode: await readOutbox(world, number) };
  expect(await other.refused(recoveries.byPhone, byPhone)).toBe("sessions.factor_needed");
  expect(await other.call(recoveries.byPhone, { ...byPhone, factor: code(eves.key) })).toMatchObject({ userName: eve.name });
});

test("after a reset by phone the account rests, but not for the session that showed an authenticator bound three days before it", async () => {
  const number = "+639175577002";
  const ann = await memberWith(world, { kind: "phone", value: number });
  const { key } = await bind(ann);
  await asOwner(world.open.url, "update totp set confirmed_at = confirmed_at - interval '72 hours' where kind = 'member' and subject_id = $1", [
    String(ann.id),
  ]);
  const guest = world.guest();
  await guest.call(recoveries.sendCode, { mobileNum: number, countryDialingCode: "+63", ...(await readCaptcha(world)) });
  const byPhone = { newPassword: NEW, mobileNum: number, verificationCode: await readOutbox(world, number) };
  guest.token = (await guest.call(recoveries.byPhone, { ...byPhone, factor: code(key) })).token;
  const payment = { password: NEW, paymentPassword: "135790" };
  world.clock.advance(STEP_MS);
  // The same browser enters again by what a thief of the number knows too.
  const { token } = await guest.call(sessions.login, { username: ann.name, password: NEW, type: "username", entry: "player" });
  const spared = guest.token;
  guest.token = token;
  expect(await guest.refused(accounts.setPaymentPassword, payment)).toBe("accounts.resting");
  await guest.call(sessions.prove, { method: "totp", answer: code(key) });
  await guest.call(accounts.setPaymentPassword, payment);
  guest.token = spared;
  await guest.call(factors.newRecoveryCodes, {});
  await guest.call(factors.removeTotp, {});
  expect(await guest.refused(factors.beginTotp, {})).toBe("accounts.resting");
});
