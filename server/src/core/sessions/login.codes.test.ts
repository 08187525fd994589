import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { memberWith } from "../../testing/contacts.ts";
import { asOwner } from "../../testing/owner.ts";
import { solveCaptcha } from "../../testing/captcha.ts";
import { readLetters, readOutbox } from "../../testing/outbox.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { setContact, type Contact } from "../contacts/contacts.ts";

let world: World;
let numbers = 0;
beforeAll(async () => {
  world = await createWorld();
  await (await world.operator("superadmin")).call(settings.setFlag, { modId: "mobileCodeLogin", enabled: true, reason: "offered from today" });
});
afterAll(() => world.close());

const MINUTE_MS = 60_000;

/** A member with a contact of their own, each another. */
async function memberBy(kind: Contact["kind"]): Promise<Person & { readonly id: bigint; readonly value: string }> {
  const value = kind === "phone" ? `+63917${String(5_550_000 + ++numbers)}` : `ann@n${++numbers}.example.com`;
  return Object.assign(await memberWith(world, { kind, value }), { value });
}

/** As people type it at home. */
const local = (e164: string): string => e164.replace("+63", "0");
const ask = (mobileNum: string) => ({ mobileNum, countryDialingCode: "+63" });
/** As a browser we do not know has to ask. */
const askAsStranger = async (stranger: Person, mobileNum: string) => ({ ...ask(mobileNum), ...(await solveCaptcha(world, stranger)) });
const enterBy = (mobileNum: string, password: string) => ({ username: mobileNum, password, type: "sms", countryDialingCode: "+63", entry: "player" }) as const;

describe("a login by code", () => {
  test("sends a code to the verified number and lets its owner in by it, once [ENTITY-05, CALL-02, ENTITY-16]", async () => {
    const ann = await memberBy("phone");
    expect(await ann.call(sessions.sendCode, ask(local(ann.value)))).toEqual({ expiredMinutes: 1 });
    const code = await readOutbox(world, ann.value);
    expect(await ann.call(sessions.login, enterBy(local(ann.value), code))).toMatchObject({ userName: ann.name, mustChangePassword: false });
    expect(await ann.refused(sessions.login, enterBy(local(ann.value), code))).toBe("codes.expired");
  });

  test("opens no account whose number it is no more when it comes back", async () => {
    const ann = await memberBy("phone");
    await ann.call(sessions.sendCode, ask(ann.value));
    const code = await readOutbox(world, ann.value);
    const { database, keys } = world.open.platform;
    const other = { kind: "phone", value: `+63917${String(5_550_000 + ++numbers)}`, accountId: ann.id, now: world.clock.now() } as const;
    await database.begin((tx) => setContact(tx, keys, other));
    expect(await ann.refused(sessions.login, enterBy(ann.value, code))).toBe("codes.wrong");
  });

  test("answers an unknown number alike, sends it nothing, and judges its codes the same", async () => {
    const ann = await memberBy("phone");
    const [known, unknown] = [world.guest(), world.guest()];
    const nobody = "+639175599999";
    const answers = [
      await known.send(sessions.sendCode, await askAsStranger(known, ann.value)),
      await unknown.send(sessions.sendCode, await askAsStranger(unknown, nobody)),
    ];
    expect(answers[0]!.status).toBe(200);
    expect(answers[1]!.answer).toEqual(answers[0]!.answer);
    expect(await readLetters(world, nobody)).toEqual([]);
    const wrong = [];
    for (const [guest, number] of [
      [known, ann.value],
      [unknown, nobody],
    ] as const)
      wrong.push(await guest.refusal(sessions.login, enterBy(number, "000000")));
    expect(wrong.map(({ code, values, text }) => [code, values, text])).toEqual([
      ["codes.wrong", { left: 4, field: "verificationCode" }, expect.any(String)],
      ["codes.wrong", { left: 4, field: "verificationCode" }, wrong[0]!.text],
    ]);
  });

  test("a number nobody verified opens nothing, and a number of another country or a landline is none [VALID-05]", async () => {
    const ann = await world.player();
    const { database, keys } = world.open.platform;
    const value = "+639175587654";
    await database.begin((tx) => setContact(tx, keys, { accountId: ann.id, kind: "phone", value, now: world.clock.now() }));
    const guest = world.guest();
    await guest.call(sessions.sendCode, await askAsStranger(guest, value));
    expect(await readLetters(world, value)).toEqual([]);
    for (const [number, code] of [
      ["", "codes.phone_missing"],
      ["abc", "codes.phone_invalid"],
      ["0288888888", "codes.phone_invalid"],
    ] as const)
      expect((await world.guest().refusal(sessions.sendCode, ask(number))).code).toBe(code);
  });

  test("the code opens nothing in another browser or without cookies, nor a second one within a minute [AUTH-29, CONST-22]", async () => {
    const ann = await memberBy("phone");
    await ann.call(sessions.sendCode, ask(ann.value));
    expect(await ann.refused(sessions.sendCode, ask(ann.value))).toBe("codes.too_many");
    const code = await readOutbox(world, ann.value);
    expect(await world.guest().refused(sessions.login, enterBy(ann.value, code))).toBe("sessions.cookies_needed");
    const other = world.guest();
    await other.call(sessions.sendCode, await askAsStranger(other, "+639175511111"));
    expect(await other.refused(sessions.login, enterBy(ann.value, code))).toBe("codes.wrong");
    await world.pass(10 * MINUTE_MS);
    expect(await ann.refused(sessions.login, enterBy(ann.value, code))).toBe("codes.expired");
  });

  test("from a new address a code to the same phone is no second factor: the password is", async () => {
    const ann = await memberBy("phone");
    const elsewhere = world.guest();
    await elsewhere.call(sessions.sendCode, await askAsStranger(elsewhere, ann.value));
    expect(await elsewhere.refused(sessions.login, enterBy(ann.value, await readOutbox(world, ann.value)))).toBe("sessions.verification_needed");
    expect(await elsewhere.call(sessions.challenge, {})).toMatchObject({ methods: [{ method: "password", target: null }] });
    expect(await elsewhere.refused(sessions.sendChallengeCode, { method: "sms" })).toBe("sessions.factor_wrong");
    expect(await elsewhere.call(sessions.answerChallenge, { method: "password", answer: ann.password })).toMatchObject({ userName: ann.name });
  });

  test("a browser we do not know reads a captcha before its first code, for a number that is nobody's as well; its account's own browser does not [ERR-22]", async () => {
    const ann = await memberBy("phone");
    await ann.call(sessions.sendCode, ask(ann.value));
    for (const number of [(await memberBy("phone")).value, "+639175588888"]) {
      const stranger = world.guest();
      const asked = await stranger.refusal(sessions.sendCode, ask(number));
      expect([asked.code, asked.field, asked.values["captcha"]]).toEqual(["sessions.captcha_required", "captcha", true]);
      const { verification } = await solveCaptcha(world, stranger);
      expect(await stranger.refused(sessions.sendCode, { ...ask(number), captcha: "wrong", verification })).toBe("codes.captcha_failed");
      await stranger.call(sessions.sendCode, await askAsStranger(stranger, number));
      await world.pass(MINUTE_MS);
      await stranger.call(sessions.sendCode, ask(number));
    }
  });

  test("is refused where it is not offered", async () => {
    const admin = await world.operator("superadmin");
    await admin.call(settings.setFlag, { modId: "mobileCodeLogin", enabled: false, reason: "for a while" });
    expect(await world.guest().refused(sessions.sendCode, ask("+639175512345"))).toBe("sessions.code_login_closed");
    expect(await world.guest().refused(sessions.login, enterBy("+639175512345", "123456"))).toBe("sessions.code_login_closed");
    await admin.call(settings.setFlag, { modId: "mobileCodeLogin", enabled: true, reason: "again" });
  });
});

describe("a verified contact", () => {
  test.each(["phone", "email"] as const)("stands for the user name at the login: %s, in any spelling", async (kind) => {
    const ann = await memberBy(kind);
    const spellings =
      kind === "phone"
        ? [ann.value, local(ann.value), `${local(ann.value).slice(0, 4)} ${local(ann.value).slice(4)}`]
        : [ann.value, ` ${ann.value.toUpperCase()} `];
    for (const username of spellings)
      expect(await ann.call(sessions.login, { username, password: ann.password, type: "username", entry: "player" })).toMatchObject({ userName: ann.name });
    const [known, unknown] = [spellings[0]!, kind === "phone" ? "+639175500001" : "nobody@example.com"].map((username) =>
      world.guest().refusal(sessions.login, { username, password: "wrong", type: "username", entry: "player" }),
    );
    expect([(await unknown!).code, (await unknown!).text]).toEqual([(await known!).code, (await known!).text]);
  });

  test.each([
    ["email", "email"],
    ["phone", "sms"],
  ] as const)("is asked for from a new address: a code to the %s [AUTH-26]", async (kind, method) => {
    const ann = await memberBy(kind);
    const elsewhere = world.guest();
    await elsewhere.refused(sessions.login, { username: ann.name, password: ann.password, type: "username", entry: "player", remember: true });
    const { methods } = await elsewhere.call(sessions.challenge, {});
    expect(methods).toEqual([{ method, target: expect.stringContaining("•••") }]);
    expect(JSON.stringify(methods)).not.toContain(ann.value);
    expect(await elsewhere.call(sessions.sendChallengeCode, { method })).toEqual({ expiredMinutes: 1 });
    const code = await readOutbox(world, ann.value);
    expect(await elsewhere.refused(sessions.answerChallenge, { method, answer: code === "000000" ? "000001" : "000000" })).toBe("sessions.factor_wrong");
    expect(await elsewhere.call(sessions.answerChallenge, { method, answer: code, trustDevice: true })).toMatchObject({ userName: ann.name });
    expect(await elsewhere.call(sessions.remembered, {})).toEqual({ userName: ann.name });
    const moved = world.guest();
    for (const [name, value] of elsewhere.cookies) moved.cookies.set(name, value);
    // This browser need not say it again for thirty days, wherever it is.
    expect(await moved.call(sessions.login, { username: ann.name, password: ann.password, type: "username", entry: "player" })).toMatchObject({
      userName: ann.name,
    });
    const rows = await asOwner(world.open.url, "select 1 from session where subject_id = $1 and factor = $2", [ann.id, method]);
    expect(rows).toHaveLength(1);
  });
});
