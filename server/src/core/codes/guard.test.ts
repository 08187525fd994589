import { randomBytes, randomUUID } from "node:crypto";
import { dispatches } from "@laro/contract/dispatches";
import { Refusal } from "@laro/contract/core/errors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "../../testing/owner.ts";
import { readLetters, readOutbox } from "../../testing/outbox.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { drawCaptcha } from "../sessions/captcha.ts";
import { humanCheck } from "../sessions/human.ts";
import { packs } from "../settings/packs.ts";
import { sendCode, takeCode, type CodeRequest } from "./codes.ts";
import { isKnownBrowser } from "./guard.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

let people = 0;
/** Each prefix is another test's. */
const numbers = (prefix: string) => (): string => `+63${prefix}${String(1_000_000 + people++)}`;

async function send(target: string, change: Partial<CodeRequest> = {}): Promise<Buffer> {
  const device = change.device ?? randomBytes(32);
  const ip = `10.9.${people % 250}.${Math.floor(people / 250)}`;
  const shared = { purpose: "login", channel: "sms", accountId: null, ip, language: "EN", now: world.clock.now(), mode: "now", isHuman: true } as const;
  await sendCode(world.open.platform, { ...shared, target, ...change, device });
  return device;
}

async function refusalOf(act: Promise<unknown>): Promise<Refusal> {
  const error = await act.catch((thrown: unknown) => thrown);
  if (error instanceof Refusal) return error;
  throw error instanceof Error ? error : new Error("It was not refused.");
}

/** Has so many codes sent to a prefix, and so many of them used. */
async function spend(next: () => string, { sent, used }: { sent: number; used: number }): Promise<void> {
  const { database, keys } = world.open.platform;
  for (let place = 0; place < sent; place++) {
    if (place === 30) await world.pass(11 * MINUTE_MS); // Sixty within ten minutes go to one prefix.
    const target = next();
    const device = await send(target);
    if (place < used) {
      const code = await readOutbox(world, target);
      await takeCode(database.begin, keys, { purpose: "login", channel: "sms", target, device, code, now: world.clock.now() });
    }
  }
}

const alerts = async () => (await (await world.operator("support")).call(dispatches.alerts, {})).list;

test("a browser nobody knows solves a human check before its first text message, and not again; without one nothing is counted or sent", async () => {
  const [next, device] = [numbers("920"), randomBytes(32)];
  const target = next();
  const refused = await refusalOf(send(target, { device, isHuman: false }));
  expect(refused).toMatchObject({ code: "sessions.captcha_required", values: { captcha: true, field: "captcha" } });
  expect(await readLetters(world, target)).toEqual([]);
  let asked = 0;
  const isHuman = async (): Promise<void> => void asked++;
  await send(target, { device, isHuman });
  await world.pass(MINUTE_MS);
  await send(target, { device, isHuman });
  await send(next(), { device, isHuman: false });
  expect(asked).toBe(1);
  expect(await readLetters(world, target)).toHaveLength(2);
});

test("an e-mail costs nothing and asks for no check; it makes no browser known for text messages", async () => {
  const device = randomBytes(32);
  await send("gina@example.com", { channel: "email", device, isHuman: false });
  expect((await refusalOf(send(numbers("921")(), { device, isHuman: false }))).code).toBe("sessions.captcha_required");
});

test("a browser an account was entered with is known", async () => {
  const device = randomBytes(32);
  const { id } = await world.player();
  await asOwner(world.open.url, "insert into account_device (account_id, device, agent, first_at, last_at) values ($1, $2, 'a browser', now(), now())", [
    id,
    device,
  ]);
  await send(numbers("922")(), { device, isHuman: false });
});

test("the check is a captcha's picture: none is asked for, a wrong one fails, a right one sends, and one is used up by one look [ERR-22]", async () => {
  const { begin } = world.open.platform.database;
  const target = numbers("923")();
  const [captchaKey, device] = [randomUUID(), randomBytes(32)];
  const draw = async (): Promise<string> => {
    await world.pass(2_000);
    expect(await drawCaptcha(begin, { key: captchaKey, now: world.clock.now() })).toMatch(/^iVBOR/);
    return (await asOwner<{ answer: string }>(world.open.url, "select answer from captcha where key = $1", [captchaKey]))[0]!.answer;
  };
  const ask = (captcha?: string) =>
    send(target, { device, isHuman: humanCheck(begin, { captcha, captchaKey: captcha === undefined ? undefined : captchaKey, now: world.clock.now() }) });
  expect((await refusalOf(ask())).code).toBe("sessions.captcha_required");
  expect((await refusalOf(send(target, { device, isHuman: humanCheck(begin, { captcha: "x", captchaKey: "no key", now: world.clock.now() }) }))).code).toBe(
    "codes.captcha_failed",
  );
  const first = await draw();
  expect(await refusalOf(ask("wrong"))).toMatchObject({ code: "codes.captcha_failed", values: { captcha: true, field: "captcha" } });
  expect((await refusalOf(ask(first))).code).toBe("codes.captcha_failed");
  await ask(` ${(await draw()).toUpperCase()} `);
  expect(await readLetters(world, target)).toHaveLength(1);
});

test("a trial, which anyone has for the asking, and an account that is closed make no browser known", async () => {
  const [ann, device, { db }] = [await world.player(), randomBytes(32), world.open.platform.database];
  const enter = "insert into account_device (account_id, device, agent, first_at, last_at) values ($1, $2, '', $3, $3)";
  await asOwner(world.open.url, enter, [ann.id, device, world.clock.now()]);
  expect(await isKnownBrowser(db, device)).toBe(true);
  for (const [is, was] of [
    ["type = 4", "type = 0"],
    ["closed = true", "closed = false"],
  ]) {
    await asOwner(world.open.url, `update account set ${is} where id = $1`, [ann.id]);
    expect(await isKnownBrowser(db, device)).toBe(false);
    await asOwner(world.open.url, `update account set ${was} where id = $1`, [ann.id]);
  }
});

test("from fifty codes an hour on a prefix, under a fifth used, a human asks for each; those just sent are given time", async () => {
  const next = numbers("924");
  await spend(next, { sent: 50, used: 5 });
  const device = randomBytes(32);
  await send(next(), { device });
  // Twenty were sent this very moment: of the others enough came back to keep it open, and too few to say anything.
  await send(next(), { device, isHuman: false });
  await world.pass(2 * MINUTE_MS);
  expect((await refusalOf(send(next(), { device, isHuman: false }))).code).toBe("sessions.captcha_required");
  await send(next(), { device });
  expect((await refusalOf(send(next(), { device, isHuman: false }))).code).toBe("sessions.captcha_required");
  await world.pass(HOUR_MS);
  await send(next(), { device, isHuman: false });
  expect((await alerts()).filter(({ subject }) => subject === "+63924")).toEqual([]);
});

test("under five percent used the prefix is closed for an hour, for humans too, and officers are told once; others go on", async () => {
  const next = numbers("925");
  await spend(next, { sent: 50, used: 2 });
  await world.pass(2 * MINUTE_MS);
  const closedAt = world.clock.now();
  const refused = await Promise.all(Array.from({ length: 5 }, () => refusalOf(send(next()))));
  for (const { code, values } of refused) expect([code, values["retryAfter"]]).toEqual(["codes.too_many", 3_600]);
  expect((await alerts()).filter(({ subject }) => subject === "+63925")).toMatchObject([
    { kind: "prefix", sent: 50, used: 2, at: closedAt.toISOString(), until: new Date(closedAt.getTime() + HOUR_MS).toISOString(), isOpen: true },
  ]);
  await send(numbers("926")());
  await world.pass(HOUR_MS - 1);
  expect((await refusalOf(send(next()))).code).toBe("codes.too_many");
  await world.pass(1);
  await send(next());
  expect((await alerts()).find(({ subject }) => subject === "+63925")).toMatchObject({ isOpen: false });
});

test("at four fifths of the day's money officers are told, once a day's money, and codes go on", async () => {
  const next = numbers("927");
  const { smsMinor, dailyMinor } = packs.sandbox.letters;
  await world.pass(25 * HOUR_MS);
  await send(next());
  const fill = (used: bigint) => asOwner(world.open.url, "update code_budget set used = $1 where key = 'site'", [used]);
  const money = async () => (await alerts()).filter(({ kind }) => kind === "money");
  await fill((dailyMinor * 8n) / 10n - smsMinor - 1n);
  await send(next());
  expect(await money()).toEqual([]);
  await send(next());
  await send(next());
  const spent = (dailyMinor * 8n) / 10n - 1n + smsMinor;
  expect(await money()).toMatchObject([{ spent, maximum: dailyMinor, isOpen: true }]);
  await world.pass(24 * HOUR_MS);
  await fill(dailyMinor - smsMinor);
  await asOwner(world.open.url, "update code_budget set until = $1 where key = 'site'", [new Date(world.clock.now().getTime() + HOUR_MS)]);
  await send(next());
  expect(await money()).toHaveLength(2);
});
