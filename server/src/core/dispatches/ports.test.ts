import { createServer as createTcp } from "node:net";
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import { accounts } from "@laro/contract/accounts";
import { dispatches, type Dispatch } from "@laro/contract/dispatches";
import type { Refusal } from "@laro/contract/core/errors";
import { settings } from "@laro/contract/settings";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../platform/config.ts";
import { LetterRefused, type Letter } from "../../platform/letters.ts";
import { signMessage } from "../../platform/signatures.ts";
import { solveCaptcha } from "../../testing/captcha.ts";
import type { Person } from "../../testing/person.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { connectionOf, openMail } from "./mail.smtp.ts";
import { openLetters } from "./ports.ts";
import { sendLetter, sendNow } from "./dispatches.send.ts";
import { dispatchLetter, type NewLetter } from "./dispatches.ts";
import { soon } from "../../testing/soon.ts";

let world: World;
let support: Person;
beforeAll(async () => {
  world = await createWorld({ messenger: true });
  support = await world.operator("support");
});
afterAll(() => world.close());

const MINUTE_MS = 60_000;
let people = 0;
const nextNumber = (): string => `+63919${String(1_000_000 + people++)}`;
const after = (ms: number): Date => new Date(world.clock.now().getTime() + ms);
const messenger = () => world.messenger!;

/** Queues a letter that the test sends itself. */
function queue(change: Partial<NewLetter> & { target: string }): Promise<string> {
  const { database, keys } = world.open.platform;
  const letter = {
    channel: "sms",
    template: "login",
    accountId: null,
    values: { code: "012345", minutes: 10, brand: "Laro", name: "annreyes" },
    language: "EN",
    mode: "now",
    expiresAt: after(10 * MINUTE_MS),
    now: world.clock.now(),
  } as const;
  return database.begin((tx) => dispatchLetter(tx, keys, { ...letter, ...change }));
}

const send = (id: string, afterMs = 0): Promise<void> => sendLetter(world.open.platform, { id, now: after(afterMs) });

async function read(id: string): Promise<Dispatch> {
  const { list } = await support.call(dispatches.list, { limit: 100 });
  return list.find((letter) => letter.id === id)!;
}

const becomes = (id: string, state: Dispatch["state"]): Promise<Dispatch> =>
  soon(async () => {
    const letter = await read(id);
    expect(letter.state).toBe(state);
    return letter;
  });

const textsTo = async (target: string) => (await messenger().listTexts()).filter(({ to }) => to === target);

describe("text messages over HTTP", () => {
  test("a message goes out under our own reference, and its delivery report says that it arrived and what it cost", async () => {
    const target = nextNumber();
    const id = await queue({ target });
    await send(id);
    const letter = await becomes(id, "delivered");
    const [text, ...others] = await textsTo(target);
    expect(others).toEqual([]);
    expect(text).toMatchObject({ reference: id, from: "Laro", asked: 1 });
    expect(text!.text).toMatch(/^012345 .*never ask for it/);
    expect(letter).toMatchObject({ reference: text!.id, cost: 60n, attempts: 1, fault: null });
    expect(letter.reportedAt).toBe(world.clock.now().toISOString());
  });

  test("a provider that is down is asked again after 5 and after 20 seconds, and the message is sent once", async () => {
    const target = nextNumber();
    const id = await queue({ target });
    await messenger().order("fail", 2, target);
    await send(id);
    const jobs = await asOwner<{ run_at: Date }>(world.open.url, "select run_at from graphile_worker.jobs where task_identifier = 'dispatches:send'");
    expect(jobs.map(({ run_at }) => run_at.getTime())).toContain(after(5_000).getTime());
    expect(await read(id)).toMatchObject({ state: "queued", attempts: 1 });
    await send(id, 5_000);
    expect(await textsTo(target)).toEqual([]);
    await send(id, 25_000);
    expect(await becomes(id, "delivered")).toMatchObject({ attempts: 3 });
    expect(await textsTo(target)).toHaveLength(1);
  });

  test("an answer that was lost makes no second message: the report finds the letter, and the retry finds nothing to do", async () => {
    const target = nextNumber();
    const id = await queue({ target });
    await messenger().order("lose-answer", 1, target);
    await send(id);
    await becomes(id, "delivered");
    await send(id, 5_000);
    expect(await textsTo(target)).toMatchObject([{ asked: 1 }]);
  });

  test("where the report is late as well, the retry is answered with the message that was sent before", async () => {
    const target = nextNumber();
    const id = await queue({ target });
    await messenger().order("lose-answer", 1, target);
    await messenger().order("report-late", 1, target);
    await send(id);
    await send(id, 5_000);
    expect(await textsTo(target)).toMatchObject([{ reference: id, asked: 2 }]);
    expect(await becomes(id, "delivered")).toMatchObject({ attempts: 2 });
  });

  test("whoever waits hears the words of a provider that is out of quota or bars the number; a slow one is waited for [ERR-27]", async () => {
    const refusalOf = async (fault: string): Promise<Refusal> => {
      const target = nextNumber();
      await messenger().order(fault, 1, target);
      const id = await queue({ target });
      return (await sendNow(world.open.platform, { id, now: world.clock.now() }).catch((error: unknown) => error)) as Refusal;
    };
    expect(await refusalOf("no-quota")).toMatchObject({ code: "codes.not_sent", values: { words: "Your account is out of credit." } });
    expect(await refusalOf("refuse")).toMatchObject({ code: "codes.not_sent", values: { words: "The number is barred ." } });
    expect(await refusalOf("slow")).toBeUndefined();
  });

  test("a newcomer's refused code is told in the provider's words, one that failed without a word as an unknown fault [ERR-20, ERR-27]", async () => {
    const admin = await world.operator("superadmin");
    for (const modId of ["mobileRegister", "smsVerification"] as const)
      await admin.call(settings.setFlag, { modId, enabled: true, reason: "numbers may register" });
    const refusalOf = async (fault: string) => {
      const [target, person] = [nextNumber(), world.guest()];
      await messenger().order(fault, 1, target);
      const { status, answer } = await person.send(accounts.sendCode, { mobileNum: target, countryDialingCode: "+63", ...(await solveCaptcha(world, person)) });
      return { status, ...answer };
    };
    expect(await refusalOf("refuse")).toMatchObject({ status: 503, message: "codes.not_sent", text: "We could not send the code. The number is barred ." });
    expect(await refusalOf("fail")).toMatchObject({
      status: 503,
      message: "codes.unknown",
      text: "An unknown error happened while the code was sent. Please try again.",
    });
  });

  test("a message the provider took and lost stays sent", async () => {
    const target = nextNumber();
    await messenger().order("lose", 1, target);
    const id = await queue({ target });
    await send(id);
    expect(await read(id)).toMatchObject({ state: "sent", reportedAt: null });
    expect(await textsTo(target)).toMatchObject([{ arrived: false }]);
  });
});

describe("delivery reports", () => {
  interface Forgery {
    readonly secret?: string;
    readonly at?: Date;
    readonly signedBody?: string;
  }
  const tell = async (report: object | string, { secret = world.open.platform.config.sms!.token, at = world.clock.now(), signedBody }: Forgery = {}) => {
    const body = typeof report === "string" ? report : JSON.stringify(report);
    const { timestamp, signature } = signMessage({ secret, now: at, content: signedBody ?? body });
    const headers = { "x-sms-timestamp": timestamp, "x-sms-signature": signature };
    return (await fetch(`${world.address}/gateway/sms`, { method: "POST", headers, body })).status;
  };
  /** A letter the provider took and says nothing of by itself. */
  async function takenLetter(): Promise<string> {
    const target = nextNumber();
    await messenger().order("lose", 1, target);
    const id = await queue({ target });
    await send(id);
    return id;
  }
  const report = (reference: string, change: object = {}) => ({ reference, providerId: "sms_1", state: "delivered", ...change });

  test("one nobody signed, with another secret, another body or too old, is refused and moves nothing", async () => {
    const id = await takenLetter();
    expect(await tell(report(id), { secret: "x".repeat(64) })).toBe(401);
    expect(await tell(report(id), { signedBody: "{}" })).toBe(401);
    for (const minutes of [-6, 6]) expect(await tell(report(id), { at: after(minutes * MINUTE_MS) })).toBe(401);
    expect((await fetch(`${world.address}/gateway/sms`, { method: "POST", body: "{}" })).status).toBe(401);
    expect(await read(id)).toMatchObject({ state: "sent", reportedAt: null });
  });

  test("one of a reference nobody knows, an e-mail's or no reference at all is refused", async () => {
    const email = await queue({ channel: "email", target: "ann@example.com" });
    for (const reference of [randomUUID(), "W-1001", email]) expect(await tell(report(reference))).toBe(404);
    const id = await takenLetter();
    for (const odd of [
      "{",
      "[]",
      JSON.stringify(report(id, { state: "read" })),
      JSON.stringify(report(id, { cost: "0.601" })),
      JSON.stringify(report(id, { providerId: "" })),
    ])
      expect(await tell(odd)).toBe(400);
    expect((await read(id)).state).toBe("sent");
  });

  test("a state moves only forward: doubled and late reports change nothing, and one that we gave up may have arrived", async () => {
    const id = await takenLetter();
    expect(await tell(report(id, { state: "failed", fault: "Switched <i>off</i>\u0000" }))).toBe(200);
    expect(await read(id)).toMatchObject({ state: "failed", fault: "Switched off" });
    expect(await tell(report(id))).toBe(200);
    expect(await read(id)).toMatchObject({ state: "delivered", fault: null });
    await world.pass(MINUTE_MS);
    for (const state of ["failed", "delivered"]) expect(await tell(report(id, { state }))).toBe(200);
    expect(await read(id)).toMatchObject({ state: "delivered", fault: null, reportedAt: after(-MINUTE_MS).toISOString() });
  });

  test("of the simulator's own, a doubled one acts once, a forged one not at all, and a failed one says why", async () => {
    const carried = async (fault: string): Promise<string> => {
      const target = nextNumber();
      await messenger().order(fault, 1, target);
      const id = await queue({ target });
      await send(id);
      return id;
    };
    await becomes(await carried("report-twice"), "delivered");
    expect(await becomes(await carried("report-failed"), "failed")).toMatchObject({ fault: "The telephone is switched off." });
    const before = (await asOwner<{ count: bigint }>(world.open.url, "select coalesce(sum(count), 0)::int as count from unsigned_message"))[0]!.count;
    const forged = await carried("report-forged");
    await soon(async () =>
      expect((await asOwner<{ count: bigint }>(world.open.url, "select coalesce(sum(count), 0)::int as count from unsigned_message"))[0]!.count).toBe(
        Number(before) + 1,
      ),
    );
    expect((await read(forged)).state).toBe("sent");
  });
});

describe("e-mail over SMTP", () => {
  const mailsTo = async (target: string) => (await messenger().listMails()).filter(({ to }) => to.includes(target));
  const headOf = (raw: string): string => raw.slice(0, raw.indexOf("\r\n\r\n")).replaceAll(/\r\n[ \t]/g, " ");
  const bodyOf = (raw: string): string =>
    raw
      .slice(raw.indexOf("\r\n\r\n"))
      .replaceAll("=\r\n", "")
      .replaceAll(/ ?\r\n/g, " ")
      .trim();

  test("a letter arrives with its subject and body, in the language of whom it is for", async () => {
    const target = "maria.clara@example.com";
    const id = await queue({ channel: "email", template: "newDevice", target, language: "TY" });
    await send(id);
    expect(await read(id)).toMatchObject({ state: "sent", reference: `<${id}@laro.example>` });
    const [mail, ...others] = await mailsTo(target);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ from: "help@laro.example", to: [target] });
    const head = headOf(mail!.raw);
    expect(head).toMatch(/^To: maria\.clara@example\.com$/m);
    expect(head).toMatch(/^From: help@laro\.example$/m);
    expect(head).toMatch(/^Subject: Laro: may bagong device na nag-log in$/m);
    expect(head).toMatch(/^Content-Language: tl$/m);
    expect(head).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(head).toContain(`Message-ID: <${id}@laro.example>`);
    expect(bodyOf(mail!.raw)).toMatch(/^May bagong device na nag-log in sa account mong annreyes\. .* security center\.$/);
    expect(head).not.toMatch(/^(B?cc|X-Mailer):/im);
  });

  test("a server that says no for good is heard in its words; one that says later is asked again, and the letter keeps its Message-ID", async () => {
    const [refused, later] = ["none@example.com", "later@example.com"];
    await messenger().order("mail-refuse", 1, refused);
    const error = await sendNow(world.open.platform, { id: await queue({ channel: "email", target: refused }), now: world.clock.now() }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: "codes.not_sent", values: { words: expect.stringContaining("No such mailbox here") } });
    await messenger().order("mail-fail", 1, later);
    const id = await queue({ channel: "email", target: later });
    await send(id);
    expect(await read(id)).toMatchObject({ state: "queued", attempts: 1 });
    await send(id, 5_000);
    expect(await read(id)).toMatchObject({ state: "sent", attempts: 2 });
    const mails = await mailsTo(later);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.raw).toContain(`<${id}@laro.example>`);
  });

  const odd = [
    "ann@example.com\r\nBcc: eve@example.com",
    "ann@example.com, eve@example.com",
    "Ann <ann@example.com>",
    '"ann@example.com eve"@example.com',
    "ann@example.com\u0000",
    "@a.example:ann@example.com",
    "ann(comment)@example.com",
    "ann@[127.0.0.1]",
    "ann@localhost",
    "a..b@example.com",
    "ann",
    "",
    `${"a".repeat(250)}@example.com`,
    "añ@example.com",
  ];
  test.each(odd)("an odd address is refused before any server hears of it (%j)", async (target) => {
    const before = (await messenger().listMails()).length;
    const letter: Letter = { id: randomUUID(), target, subject: "Hello", body: "Hello", language: "EN" };
    await expect(world.open.platform.letters.email.send(letter, AbortSignal.timeout(1_000))).rejects.toThrow(LetterRefused);
    expect(await messenger().listMails()).toHaveLength(before);
  });

  test("nothing in a letter becomes a header: a subject of two lines is refused, a body that looks like one stays a body", async () => {
    const target = "bea@example.com";
    const { email } = world.open.platform.letters;
    const letter: Letter = { id: randomUUID(), target, subject: "Hello\r\nBcc: eve@example.com", body: "x", language: "EN" };
    await expect(email.send(letter, AbortSignal.timeout(1_000))).rejects.toThrow(LetterRefused);
    expect(await mailsTo(target)).toEqual([]);
    await email.send({ ...letter, subject: "Hello", body: "Bcc: eve@example.com\r\n.\r\nMAIL FROM:<eve@example.com>\r\n" }, AbortSignal.timeout(5_000));
    const [mail] = await mailsTo(target);
    expect(mail!.to).toEqual([target]);
    expect(headOf(mail!.raw)).not.toContain("eve@");
    expect((await messenger().listMails()).filter(({ from }) => from.includes("eve"))).toEqual([]);
  });

  test("a letter is encrypted on its way, but to this machine itself; a server that cannot is not told it", async () => {
    expect(connectionOf("smtp://127.0.0.1:2525")).toMatchObject({ secure: false, requireTLS: false });
    expect(connectionOf("smtp://ann:p%40ss@mail.example")).toMatchObject({ port: 587, secure: false, requireTLS: true, auth: { user: "ann", pass: "p@ss" } });
    expect(connectionOf("smtps://mail.example")).toMatchObject({ port: 465, secure: true });
    // The address of this machine as another would write it: no loopback name.
    const heard: string[] = [];
    const server = createTcp((socket) => {
      socket.write("220 plain.example\r\n");
      socket.on("error", () => undefined);
      socket.on("data", (data) => {
        heard.push(String(data));
        socket.write(/^EHLO/i.test(String(data)) ? "250 plain.example\r\n" : "502 no\r\n");
      });
    }).listen(0, "0.0.0.0");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const port25 = openMail({ smtpUrl: `smtp://0.0.0.0:${port}`, from: "help@laro.example" });
    const letter: Letter = { id: randomUUID(), target: "ann@example.com", subject: "Hello", body: "012345", language: "EN" };
    await expect(port25.send(letter, AbortSignal.timeout(5_000))).rejects.toThrow();
    expect(heard.join("")).toMatch(/^EHLO/);
    expect(heard.join("")).not.toMatch(/MAIL FROM|012345|ann@/);
    server.close();
  });
});

test("without a provider the outbox stands in outside production, and in production a letter is not called sent", async () => {
  const letter: Letter = { id: randomUUID(), target: "ann@example.com", subject: "Hello", body: "x", language: "EN" };
  const ways = (env: NodeJS.ProcessEnv) => openLetters(readConfig(env));
  for (const port of Object.values(ways({}))) expect(await port.send(letter, AbortSignal.timeout(1_000))).toEqual({ reference: letter.id });
  for (const port of Object.values(ways({ NODE_ENV: "production", LARO_PACK: "ph" })))
    await expect(port.send(letter, AbortSignal.timeout(1_000))).rejects.toThrow(LetterRefused);
});
