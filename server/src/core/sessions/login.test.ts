import { createHash, pbkdf2Sync, randomUUID } from "node:crypto";
import { accounts } from "@laro/contract/accounts";
import { captcha } from "@laro/contract/captcha";
import { accountTypes, type AccountType } from "@laro/contract/core/accountTypes";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { wallet } from "@laro/contract/wallet";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCaptcha } from "../../testing/captcha.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { createAccount } from "../accounts/accounts.ts";
import { packs } from "../settings/packs.ts";
import { hashPassword } from "./passwords.ts";

let world: World;
let names = 0;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const PASSWORD = "Correct-horse-7";
const LOGIN_FORGETS_MS = 15 * 60_000;

interface Given {
  readonly username: string;
  readonly password?: string;
  readonly entry?: "player" | "agent";
  readonly captcha?: string;
  readonly captchaKey?: string;
}

const attempt = ({ username, password = PASSWORD, entry = "player", captcha: answer, captchaKey }: Given) => ({
  username,
  password,
  entry,
  type: "username" as const,
  ...(answer === undefined ? {} : { captcha: answer }),
  ...(captchaKey === undefined ? {} : { verification: { captchaKey } }),
});

async function openAccount({ password = PASSWORD, type = accountTypes.player }: { password?: string; type?: AccountType } = {}): Promise<string> {
  const [name, passwordHash] = [`login${++names}x`, await hashPassword(password)];
  await world.open.platform.database.begin((tx) =>
    createAccount(tx, { name, passwordHash, type, parentId: null, pack: packs.sandbox, keys: world.open.platform.keys, now: world.clock.now() }),
  );
  return name;
}

async function failThrice(username: string, guest: Person = world.guest()): Promise<void> {
  for (let failure = 0; failure < 3; failure++)
    expect(await guest.refused(sessions.login, attempt({ username, password: "wrong" }))).toBe("sessions.wrong_credentials");
}

const solve = () => readCaptcha(world);

test("a wrong password and an unknown name get the same status, code, sentence and data [ERR-03]", async () => {
  const username = await openAccount();
  const fail = async (name: string) => {
    const { status, answer } = await world.guest().send(sessions.login, attempt({ username: name, password: "wrong" }));
    return { status, answer };
  };
  const [known, unknown] = [await fail(username), await fail("nobody1")];
  expect(known).toEqual({
    status: 401,
    answer: {
      success: false,
      message: "sessions.wrong_credentials",
      text: "Account, password or e-mail format is incorrect.",
      value: { captcha: false },
      requestId: expect.any(String),
    },
  });
  expect(unknown).toEqual({ ...known, answer: { ...known.answer, requestId: expect.any(String) } });
});

test("a name is one name in any case, and no look-alike of it", async () => {
  const username = await openAccount();
  expect((await world.guest().call(sessions.login, attempt({ username: username.toUpperCase() }))).userName).toBe(username);
  for (const other of [` ${username}`, `${username}\u200b`, `${username}%`, "_".repeat(username.length)])
    expect(await world.guest().refused(sessions.login, attempt({ username: other }))).toBe("sessions.wrong_credentials");
});

test("a member who is no agent is told 'Non-agents cannot log in.' at the agent entry and gets no session [ROLE-12, ERR-16]", async () => {
  const username = await openAccount();
  const refusal = await world.guest().refusal(sessions.login, attempt({ username, entry: "agent" }));
  expect([refusal.code, refusal.text]).toEqual(["sessions.not_agent", "Non-agents cannot log in."]);
  expect(
    await asOwner(world.open.url, "select 1 from session s join account a on a.id = s.subject_id and s.kind = 'member' where a.name = $1", [username]),
  ).toEqual([]);
});

test("only the right password tells that a name is a non-agent's, an operator's or a closed one", async () => {
  const [username, operator] = [await openAccount(), await world.operator("finance")];
  expect(await world.guest().refused(sessions.login, attempt({ username, password: "wrong", entry: "agent" }))).toBe("sessions.wrong_credentials");
  expect(await world.guest().refused(sessions.login, attempt({ username: operator.name, password: "wrong" }))).toBe("sessions.wrong_credentials");
  await asOwner(world.open.url, "update account set closed = true where name = $1", [username]);
  expect(await world.guest().refused(sessions.login, attempt({ username, password: "wrong" }))).toBe("sessions.wrong_credentials");
  expect(await world.guest().refused(sessions.login, attempt({ username }))).toBe("sessions.account_closed");
});

test("an operator is told 'Non-member account unable to login.' at the player login; a member is unknown at the console [ROLE-08, ERR-15]", async () => {
  const operator = await world.operator("finance");
  const refusal = await world.guest().refusal(sessions.login, attempt({ username: operator.name, password: operator.password }));
  expect([refusal.code, refusal.text]).toEqual(["sessions.not_member", "Non-member account unable to login."]);
  expect(await world.guest().refused(sessions.loginOperator, { username: await openAccount(), password: PASSWORD })).toBe("sessions.wrong_credentials");
});

test("agents may come in by both entries", async () => {
  const username = await openAccount({ type: accountTypes.seniorAffiliate });
  for (const entry of ["player", "agent"] as const)
    expect(await world.guest().call(sessions.login, attempt({ username, entry }))).toMatchObject({ type: accountTypes.seniorAffiliate });
});

test("the third failure says that a captcha will be asked for, and the next try needs one wherever it comes from", async () => {
  const username = await openAccount();
  const guest = world.guest();
  const flags = [];
  for (let failure = 0; failure < 3; failure++) flags.push((await guest.refusal(sessions.login, attempt({ username, password: "wrong" }))).values["captcha"]);
  expect(flags).toEqual([false, false, true]);
  const refusal = await world.guest().refusal(sessions.login, attempt({ username }));
  expect([refusal.code, refusal.values]).toEqual(["sessions.captcha_required", { captcha: true, field: "captcha" }]);
});

test("a few wrong tries at one name burden nobody else behind the same address", async () => {
  const [guest, username] = [world.guest(), await openAccount()];
  for (let failure = 0; failure < 3; failure++) await guest.refused(sessions.login, attempt({ username: "somebody1", password: "wrong" }));
  expect(await guest.refused(sessions.login, attempt({ username: "somebody1" }))).toBe("sessions.captcha_required");
  expect(await guest.call(sessions.login, attempt({ username }))).toMatchObject({ userName: username });
});

test("an address that failed on thirty names, also all at once, is asked for a captcha on the next, and others are not", async () => {
  const [guest, username] = [world.guest(), await openAccount()];
  const failed = await Promise.all(Array.from({ length: 30 }, (_, index) => guest.refusal(sessions.login, attempt({ username: `strange${index}` }))));
  expect(failed.map(({ code }) => code)).toEqual(failed.map(() => "sessions.wrong_credentials"));
  expect(failed.filter(({ values }) => values["captcha"] === true)).toHaveLength(1);
  expect(await guest.refused(sessions.loginOperator, { username, password: PASSWORD })).toBe("sessions.captcha_required");
  expect(await world.guest().call(sessions.login, attempt({ username }))).toMatchObject({ userName: username });
});

test("after 15 minutes failures are forgotten", async () => {
  const username = await openAccount();
  await failThrice(username);
  world.clock.advance(LOGIN_FORGETS_MS + 1);
  expect(await world.guest().call(sessions.login, attempt({ username }))).toMatchObject({ userName: username });
});

test("a wrong captcha is refused before the password is looked at, and one look uses a captcha up [ENTITY-06]", async () => {
  const username = await openAccount();
  await failThrice(username);
  const solved = await solve();
  expect(await world.guest().refused(sessions.login, attempt({ username, ...solved, captcha: "?????" }))).toBe("sessions.captcha_wrong");
  expect(await world.guest().refused(sessions.login, attempt({ username, ...solved }))).toBe("sessions.captcha_wrong");
  const again = await solve();
  expect(await world.guest().refused(sessions.login, attempt({ username, password: "wrong", ...again }))).toBe("sessions.wrong_credentials");
  expect(await world.guest().refused(sessions.login, attempt({ username, ...again }))).toBe("sessions.captcha_wrong");
  expect(await world.guest().call(sessions.login, attempt({ username, ...(await solve()) }))).toMatchObject({ userName: username });
});

test("a captcha is good for two minutes", async () => {
  const username = await openAccount();
  await failThrice(username);
  const solved = await solve();
  world.clock.advance(120_001);
  expect(await world.guest().refused(sessions.login, attempt({ username, ...solved }))).toBe("sessions.captcha_wrong");
});

test("a captcha is answered as base64 PNG, a new one at most once a second [CALL-14, CONST-36]", async () => {
  const guest = world.guest();
  const key = randomUUID();
  const { status, answer } = await guest.request("GET", `/api/captcha.image?key=${key}`);
  expect([status, answer]).toEqual([200, { success: true, value: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) }]);
  expect(await sharp(Buffer.from(String(answer.value), "base64")).metadata()).toMatchObject({ format: "png", width: 160, height: 56 });
  const refusal = await guest.refusal(captcha.image, { key });
  expect([refusal.code, refusal.values]).toEqual(["request.too_many", { retryAfter: 1 }]);
  world.clock.advance(999);
  expect(await world.guest().refused(captcha.image, { key })).toBe("request.too_many");
  world.clock.advance(1);
  await guest.call(captcha.image, { key });
});

test("who cannot see a picture lets the device do a sum, whose answer is good once for its own key", async () => {
  const username = await openAccount();
  await failThrice(username);
  const key = randomUUID();
  const { iterations, triesMax, salt, target } = await world.guest().call(captcha.work, { key });
  const derived = Array.from({ length: triesMax }, (_, tried) => pbkdf2Sync(String(tried), Buffer.from(salt, "hex"), iterations, 32, "sha256"));
  const fitting = derived.filter((one) => createHash("sha256").update(one).digest("hex") === target);
  expect(fitting).toHaveLength(1);
  const solved = { captcha: fitting[0]!.toString("hex").slice(0, 16), captchaKey: key };
  expect(await world.guest().refused(sessions.login, attempt({ username, ...solved, captchaKey: randomUUID() }))).toBe("sessions.captcha_wrong");
  expect(await world.guest().call(sessions.login, attempt({ username, ...solved }))).toMatchObject({ userName: username });
  await failThrice(username);
  expect(await world.guest().refused(sessions.login, attempt({ username, ...solved }))).toBe("sessions.captcha_wrong");
  expect((await world.guest().request("GET", "/api/captcha.work?key=none")).answer).toMatchObject({ message: "request.invalid" });
});

test("ten people behind one address each get a captcha in the same moment, and an address has an end", async () => {
  const guest = world.guest();
  await Promise.all(Array.from({ length: 10 }, () => guest.call(captcha.image, { key: randomUUID() })));
  const key = randomUUID();
  const asked = await Promise.all(Array.from({ length: captcha.image.rate.count }, () => guest.send(captcha.image, { key })));
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await guest.refused(captcha.image, { key: randomUUID() })).toBe("request.too_many");
});

test("a login answers the token, the first login once and the expiry of the password [CALL-01, ENTITY-01]", async () => {
  const username = await openAccount();
  const logIn = async () => {
    const { status, answer } = await world.guest().send(sessions.login, attempt({ username }));
    return { status, answer };
  };
  const value = {
    token: expect.stringMatching(/^[\w-]{43}$/),
    userName: username,
    type: 0,
    firstTimeLogin: true,
    passwordExpired: false,
    mustChangePassword: false,
  };
  expect(await logIn()).toEqual({ status: 200, answer: { success: true, value } });
  expect(await logIn()).toEqual({ status: 200, answer: { success: true, value: { ...value, firstTimeLogin: false } } });
});

test("a password older than 90 days has expired only where expiry is switched on [AUTH-08, SITE-17]", async () => {
  const [username, admin] = [await openAccount(), await world.operator("superadmin")];
  await asOwner(world.open.url, "update account set password_changed_at = $2::timestamptz - interval '91 days' where name = $1", [username, world.clock.now()]);
  expect(await world.guest().call(sessions.login, attempt({ username }))).toMatchObject({ passwordExpired: false, mustChangePassword: false });
  await admin.call(settings.setFlag, { modId: "passwordExpiry", enabled: true, reason: "a trial of expiry" });
  expect(await world.guest().call(sessions.login, attempt({ username }))).toMatchObject({ passwordExpired: true, mustChangePassword: true });
  await admin.call(settings.setFlag, { modId: "passwordExpiry", enabled: false, reason: "the trial is over" });
});

test("a session opened with 123456 may do nothing until the password is another, which 123456 cannot be [CONST-25]", async () => {
  const username = await openAccount({ password: "123456" });
  const person = world.guest();
  const entered = await person.call(sessions.login, attempt({ username, password: "123456" }));
  expect(entered.mustChangePassword).toBe(true);
  person.token = entered.token;
  expect(await person.refused(wallet.balance, {})).toBe("sessions.password_change_needed");
  expect(await person.call(accounts.me, {})).toMatchObject({ account: username, mustChangePassword: true });
  const change = (newPassword: string) => ({ newPassword, confirmNewPassword: newPassword });
  expect(await person.refused(accounts.changePassword, change("123456"))).toBe("accounts.password_default");
  await person.call(accounts.changePassword, change("Better-horse-8"));
  expect((await person.call(wallet.balance, {})).balance).toBe(0n);
  expect(await person.call(accounts.me, {})).toMatchObject({ mustChangePassword: false });
  expect(await world.guest().refused(sessions.login, attempt({ username, password: "123456" }))).toBe("sessions.wrong_credentials");
  expect(await world.guest().call(sessions.login, attempt({ username, password: "Better-horse-8" }))).toMatchObject({ mustChangePassword: false });
});
