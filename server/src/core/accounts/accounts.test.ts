import { accounts, type RegistrationUser } from "@laro/contract/accounts";
import { agents } from "@laro/contract/agents";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { Refusal } from "@laro/contract/core/errors";
import { factors } from "@laro/contract/factors";
import { messages } from "@laro/contract/messages";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeAt } from "../../testing/authenticator.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { asOwner } from "../../testing/owner.ts";
import { checkPaymentPassword } from "./accounts.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const PASSWORD = "Correct-horse-7";
const LOCKED_MS = 30 * 60_000;

const registration = (given: Partial<RegistrationUser> & { username: string }): RegistrationUser => ({
  password: PASSWORD,
  confirmPassword: given.password ?? PASSWORD,
  registerMethod: "WEB",
  agreed: true,
  ...given,
});

const BEGIN_WITH_LETTER = "Begin with a letter; use letters and digits only. Please enter 6 to 16 characters.";
const ENGLISH_KEYBOARD = "Use letters, digits and symbols of the English keyboard, without spaces. Please enter 8 to 64 characters.";

describe("registration", () => {
  const broken: readonly [what: string, given: Partial<RegistrationUser> & { username: string }, field: string, rule: string, sentence: string][] = [
    ["an empty name", { username: "" }, "username", "required", "Input cannot be empty."],
    ["a name of spaces", { username: "       " }, "username", "required", "Input cannot be empty."],
    ["a name of 5 characters", { username: "abcde" }, "username", "length", "Please enter 6 to 16 characters."],
    ["a name of 17 characters", { username: "abcdefghijklmnopq" }, "username", "length", "Please enter 6 to 16 characters."],
    ["a name that begins with a digit", { username: "1abcdef" }, "username", "pattern2", BEGIN_WITH_LETTER],
    ["a name behind a space", { username: " abcdefg" }, "username", "pattern2", BEGIN_WITH_LETTER],
    ["a name before a line break", { username: "abcdefg\n" }, "username", "pattern2", BEGIN_WITH_LETTER],
    ["a name with a look-alike letter", { username: "аbcdefg" }, "username", "pattern2", BEGIN_WITH_LETTER],
    ["a password of 7 characters", { username: "newcomer", password: "abcdef1" }, "password", "length", "Please enter 8 to 64 characters."],
    ["a password of 65 characters", { username: "newcomer", password: "Correct-horse".repeat(5) }, "password", "length", "Please enter 8 to 64 characters."],
    ["a password of 64 emoji", { username: "newcomer", password: "😀".repeat(64) }, "password", "pattern20", ENGLISH_KEYBOARD],
    ["a password with a space", { username: "newcomer", password: "abcd efg1" }, "password", "pattern20", ENGLISH_KEYBOARD],
    ["a password with an accent", { username: "newcomer", password: "contraseña-larga-8" }, "password", "pattern20", ENGLISH_KEYBOARD],
    ["a password of full-width letters", { username: "newcomer", password: "Ｃorrect-horse-7" }, "password", "pattern20", ENGLISH_KEYBOARD],
    ["a password with a tab", { username: "newcomer", password: "Correct\thorse-7" }, "password", "pattern20", ENGLISH_KEYBOARD],
    [
      "two different passwords",
      { username: "newcomer", confirmPassword: "Correct-horse-8" },
      "confirmPassword",
      "same",
      "Confirmation password is not correct.",
    ],
    ["a code of 5 characters", { username: "newcomer", affiliateCode: "ABCDE" }, "affiliateCode", "length", "Please enter 6 to 12 characters."],
    [
      "a code with a symbol",
      { username: "newcomer", affiliateCode: "ABC-DEFG" },
      "affiliateCode",
      "pattern6",
      "Use letters and digits only. Please enter 6 to 12 characters.",
    ],
  ];
  test.each(broken)("%s is refused by the server with the rule, its figures and the field", async (_what, given, field, rule, sentence) => {
    const refusal = await world.guest().refusal(accounts.register, registration(given));
    expect([refusal.code, refusal.text, refusal.field, refusal.values["rule"]]).toEqual(["accounts.rule_broken", sentence, field, rule]);
  });

  const guessed: readonly (readonly [password: string, why: string, given: Partial<RegistrationUser>])[] = [
    ...[
      "password1",
      "Password1!",
      "qwerty123",
      "manila2024",
      "12345678",
      "iloveyou1",
      "aaaaaaaaaaaaaaaa",
      "Laro2026",
      "P@ssw0rd!",
      "Pilipinas1",
      "MahalKita143",
      "swerte888",
    ].map((password) => [password, "common", {}] as const),
    ["Guessable9-x", "own", {}],
    ["xx-GUESSABLE9", "own", {}],
    ["bughaw.langit-77", "own", { email: "Bughaw.Langit@example.com" }],
    ["Dalisay-1990x", "own", { payeeName: "Cardo Dalisay" }],
  ];
  test.each(guessed)("the password %s is refused as one that is guessed first (%s)", async (password, why, given) => {
    const refusal = await world.guest().refusal(accounts.register, registration({ username: "guessable9", password, ...given }));
    expect([refusal.code, refusal.field, refusal.values["why"]]).toEqual(["accounts.password_common", "password", why]);
    expect(refusal.text).toMatch(why === "own" ? /your name or address/ : /among the first that are guessed/);
  });

  test("a name that looks like staff's, or that is an operator's, opens no account", async () => {
    for (const username of ["Adm1n77", "LaroSupport", "Operator1", "official8", "TeamLaro"]) {
      const refusal = await world.guest().refusal(accounts.register, registration({ username }));
      expect([refusal.code, refusal.field]).toEqual(["accounts.name_reserved", "username"]);
    }
    const officer = await world.operator("finance");
    expect(await world.guest().refused(accounts.register, registration({ username: officer.name.toUpperCase() }))).toBe("accounts.name_taken");
  });

  test("a password of 64 characters, of one kind of letter or with every symbol is taken and logs in", async () => {
    const passwords = ["Wq7.".concat("kz!uM-3vbR_e8".repeat(5)).slice(0, 64), "turnipvelvetorbit", "!#$%&'()*+,-./:;<=>?@[]^_`{|}~\"\\z7"];
    for (const [index, password] of passwords.entries()) {
      const username = `goodone${index}x`;
      await world.guest().call(accounts.register, registration({ username, password }));
      expect((await world.guest().call(sessions.login, { username, password, type: "username", entry: "player" })).userName).toBe(username);
    }
  });

  test("a password with a NUL opens no account", async () => {
    const refusal = await world.guest().refusal(accounts.register, registration({ username: "nulnul01", password: "Correct\0horse-7" }));
    expect(refusal.code).toBe("request.malformed");
    expect(await asOwner(world.open.url, "select 1 from account where name = 'nulnul01'")).toEqual([]);
  });

  test("a registration without the age and terms box is refused", async () => {
    const guest = world.guest();
    const sealed = await guest.seal(accounts.register.name, { ...registration({ username: "minor001" }), agreed: false });
    expect((await guest.request("PUT", "/api/accounts.register", JSON.stringify({ sealed }))).answer).toMatchObject({
      message: "request.invalid",
      value: { field: "agreed" },
    });
  });

  test("a member registers by PUT with a sealed body and is logged in [CALL-06]", async () => {
    const guest = world.guest();
    const sealed = await guest.seal(accounts.register.name, registration({ username: "puttest1", registerUrl: "/register" }));
    const { status, answer } = await guest.request("PUT", "/api/accounts.register", JSON.stringify({ sealed }));
    expect([status, answer]).toMatchObject([200, { success: true, value: { userName: "puttest1", firstTimeLogin: true } }]);
    const open = await guest.request("PUT", "/api/accounts.register", JSON.stringify(registration({ username: "puttest2" })));
    expect(open.answer).toMatchObject({ message: "request.seal_invalid" });
  });

  test("a name is taken once, in any case, also when twenty ask for it at the same moment", async () => {
    const spelled = (index: number): string => (index % 2 === 0 ? "RaceName1" : "racename1");
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, index) => world.guest().send(accounts.register, registration({ username: spelled(index) }))),
    );
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, answer } of asked)
      if (status !== 200) expect([status, answer]).toMatchObject([409, { message: "accounts.name_taken", value: { field: "username" } }]);
    expect(
      await asOwner(world.open.url, "select w.kind from wallet w join account a on a.id = w.account_id where lower(a.name) = 'racename1' order by 1"),
    ).toHaveLength(3);
  });

  test("a wrong invitation code opens no account; the right one puts the player under its agent", async () => {
    const agent = await world.member({ type: accountTypes.agent });
    const { invitationCode } = await agent.call(agents.overview, {});
    expect(await world.guest().refused(accounts.register, registration({ username: "invited1", affiliateCode: "ZZZZZZZZ" }))).toBe(
      "accounts.invitation_unknown",
    );
    expect(await world.guest().refused(accounts.register, registration({ username: "invited1", referralCode: "' or true --" }))).toBe(
      "accounts.invitation_unknown",
    );
    await world.guest().call(accounts.register, registration({ username: "invited1", affiliateCode: invitationCode.toLowerCase() }));
    expect(await agent.call(agents.overview, {})).toMatchObject({ direct: 1, all: 1, agents: 0 });
    expect((await agent.call(agents.downlines, {})).list).toMatchObject([{ account: "invited1", depth: 1 }]);
  });

  test("with registration switched off nobody registers, from the next request on", async () => {
    const admin = await world.operator("superadmin");
    await admin.call(settings.setFlag, { modId: "usernameRegister", enabled: false, reason: "closed for the night" });
    expect(await world.guest().refused(accounts.register, registration({ username: "lateone1" }))).toBe("accounts.registration_closed");
    await admin.call(settings.setFlag, { modId: "usernameRegister", enabled: true, reason: "open again" });
    expect((await world.guest().call(accounts.register, registration({ username: "lateone1" }))).userName).toBe("lateone1");
  });
});

test("the member's information has the id, the account, the nickname and the type [CALL-05]", async () => {
  const ann = await world.player({ name: "annabel1" });
  expect((await ann.request("GET", "/api/accounts.me")).answer).toEqual({
    success: true,
    value: {
      id: String(ann.id),
      account: "annabel1",
      nickname: "annabel1",
      type: 0,
      isAgent: false,
      isTrial: false,
      imgUrl: "/avatars.svg#a1",
      firstTimeLogin: false,
      mustChangePassword: false,
      hasPaymentPassword: false,
      verification: "N",
    },
  });
});

test("a member's type is a number, and the server says of each type whether it is an agent's, a trial's or neither [ENTITY-02, ENTITY-03, ENTITY-04, AUTH-32, CALL-05]", async () => {
  const told = await Promise.all(
    Object.values(accountTypes).map(async (type) => {
      const { id, account, nickname, ...me } = await (await world.member({ type })).call(accounts.me, {});
      expect([typeof id, typeof account, typeof nickname]).toEqual(["bigint", "string", "string"]);
      return [me.type, me.isAgent, me.isTrial, me.imgUrl, me.firstTimeLogin];
    }),
  );
  const FACE = "/avatars.svg#a1";
  expect(told).toEqual([
    [0, false, false, FACE, false],
    [1, true, false, FACE, false],
    [2, true, false, FACE, false],
    [41, true, false, FACE, false],
    [42, true, false, FACE, false],
    [4, false, true, FACE, true],
  ]);
});

test("a password that may have been seen is written nowhere in the database", async () => {
  await world.player();
  const [row] = await asOwner<{ found: number }>(world.open.url, "select count(*)::int as found from account where strpos(account::text, $1) > 0", [PASSWORD]);
  expect(row!.found).toBe(0);
});

test("who changes the password, of free will or because it was given, cannot take a common one or one with the own name in it", async () => {
  const [ann, given] = [await world.player(), await world.member({ type: accountTypes.player, password: "123456" })];
  const change = (newPassword: string) => ({ oldPassword: PASSWORD, newPassword, confirmNewPassword: newPassword });
  for (const person of [ann, given]) {
    expect((await person.refusal(accounts.changePassword, change("password1"))).values).toMatchObject({ field: "newPassword", why: "common" });
    expect((await person.refusal(accounts.changePassword, change(`${person.name}!`))).values).toMatchObject({ field: "newPassword", why: "own" });
    await person.call(accounts.changePassword, change("Better-horse-8"));
  }
});

describe("the payment password", () => {
  test("is refused as six like digits and as a run up or down", async () => {
    const ann = await world.player();
    for (const paymentPassword of ["111111", "000000", "123456", "654321", "012345"])
      expect((await ann.refusal(accounts.setPaymentPassword, { password: ann.password, paymentPassword })).field).toBe("paymentPassword");
    expect(await ann.refused(accounts.setPaymentPassword, { password: ann.password, paymentPassword: "987654" })).toBe("accounts.pin_weak");
    expect(await ann.call(accounts.me, {})).toMatchObject({ hasPaymentPassword: false });
  });

  const check = (accountId: bigint, paymentPassword: string) =>
    checkPaymentPassword(world.open.platform.database, { accountId, paymentPassword, now: world.clock.now() });
  const codeOf = async (checked: Promise<void>): Promise<string> =>
    checked.then(
      () => "right",
      (error: unknown) => {
        if (error instanceof Refusal) return error.code;
        throw error;
      },
    );

  test("is six digits, set by who says the login password", async () => {
    const ann = await world.player();
    expect(await codeOf(check(ann.id, "246810"))).toBe("accounts.payment_password_missing");
    expect(await ann.refused(accounts.setPaymentPassword, { password: "wrong", paymentPassword: "246810" })).toBe("accounts.old_password_wrong");
    const sealed = await ann.seal(accounts.setPaymentPassword.name, { password: ann.password, paymentPassword: "٢٤٦٨١٠" });
    expect((await ann.request("POST", "/api/accounts.setPaymentPassword", JSON.stringify({ sealed }))).answer).toMatchObject({
      message: "request.invalid",
      value: { field: "paymentPassword" },
    });
    await ann.call(accounts.setPaymentPassword, { password: ann.password, paymentPassword: "246810" });
    expect(await codeOf(check(ann.id, "246810"))).toBe("right");
    expect(await ann.call(accounts.me, {})).toMatchObject({ hasPaymentPassword: true });
  });

  test("is replaced at once by who says the old one; without it the account rests, and the owner is told either way", async () => {
    const ann = await world.player();
    const set = (digits: string, change: object = {}) => ({ password: ann.password, paymentPassword: digits, ...change });
    const told = async () => {
      await world.work();
      return (await ann.call(messages.mine, {})).list.filter(({ template }) => template === "credentialChanged").map(({ values }) => values[3]);
    };
    await ann.call(accounts.setPaymentPassword, set("246810"));
    expect(await told()).toEqual([]);
    expect(await ann.refusal(accounts.setPaymentPassword, set("135790", { oldPaymentPassword: "246811" }))).toMatchObject({
      code: "accounts.payment_password_wrong",
      field: "oldPaymentPassword",
    });
    await ann.call(accounts.setPaymentPassword, set("135790", { oldPaymentPassword: "246810" }));
    expect(await told()).toEqual(["pinChanged"]);
    await ann.call(accounts.setPaymentPassword, set("864209"));
    expect(await told()).toEqual(["pinChanged", "pinChanged"]);
    expect(await ann.refused(accounts.setPaymentPassword, set("135790", { oldPaymentPassword: "864209" }))).toBe("accounts.resting");
  });

  test("is replaced five times an hour at most, as each time is told by letter", async () => {
    const ann = await world.player();
    const pins = ["246810", "135790", "864209", "975310", "246801", "135709", "864290"];
    const set = (place: number) => ({ password: ann.password, paymentPassword: pins[place]!, ...(place > 0 ? { oldPaymentPassword: pins[place - 1]! } : {}) });
    for (let place = 0; place <= 5; place++) await ann.call(accounts.setPaymentPassword, set(place));
    expect(await ann.refused(accounts.setPaymentPassword, set(6))).toBe("codes.too_many");
    expect(await codeOf(check(ann.id, pins[5]!))).toBe("right");
  });

  test("asks who has bound an authenticator to show it, for whoever knows the login password alone is not its owner", async () => {
    const ann = await world.player();
    const { key } = await ann.call(factors.beginTotp, {});
    await ann.call(factors.confirmTotp, { code: codeAt(key, world.clock.now()) });
    world.clock.advance(11 * 60_000);
    const set = { password: ann.password, paymentPassword: "246810" };
    expect(await ann.refused(accounts.setPaymentPassword, set)).toBe("sessions.proof_needed");
    await ann.call(sessions.prove, { method: "totp", answer: codeAt(key, world.clock.now()) });
    await ann.call(accounts.setPaymentPassword, set);
  });

  test("is locked for 30 minutes by five wrong tries, and not a sixth is looked at when twenty come at once", async () => {
    const ann = await world.player();
    await ann.call(accounts.setPaymentPassword, { password: ann.password, paymentPassword: "246810" });
    const codes = await Promise.all(Array.from({ length: 20 }, (_, guess) => codeOf(check(ann.id, String(100_000 + guess)))));
    expect(codes.filter((code) => code === "accounts.payment_password_wrong")).toHaveLength(5);
    expect(codes.filter((code) => code === "accounts.payment_password_locked")).toHaveLength(15);
    expect(await codeOf(check(ann.id, "246810"))).toBe("accounts.payment_password_locked");
    world.clock.advance(LOCKED_MS - 1);
    expect(await codeOf(check(ann.id, "246810"))).toBe("accounts.payment_password_locked");
    world.clock.advance(1);
    expect(await codeOf(check(ann.id, "246810"))).toBe("right");
  });

  test("a right try forgets the wrong ones before it", async () => {
    const ann = await world.player();
    await ann.call(accounts.setPaymentPassword, { password: ann.password, paymentPassword: "246810" });
    for (let round = 0; round < 3; round++) {
      for (let wrong = 0; wrong < 4; wrong++) expect(await codeOf(check(ann.id, "000000"))).toBe("accounts.payment_password_wrong");
      expect(await codeOf(check(ann.id, "246810"))).toBe("right");
    }
  });
});

test("the language of messages is one the brand speaks", async () => {
  const ann = await world.player();
  expect(await ann.refused(accounts.setLanguage, { language: "XX" })).toBe("request.invalid");
  await ann.call(accounts.setLanguage, { language: "TY" });
  expect(await ann.refused(sessions.login, { username: ann.name, password: "wrong", type: "username", entry: "player" })).toBe("sessions.wrong_credentials");
  expect(await asOwner(world.open.url, "select language from account where id = $1", [String(ann.id)])).toEqual([{ language: "TY" }]);
});
