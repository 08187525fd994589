import { Refusal } from "@laro/contract/core/errors";
import { dispatches } from "@laro/contract/dispatches";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LetterRefused, type Letter, type LetterPort } from "../../platform/letters.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { readLetters, readOutbox } from "../../testing/outbox.ts";
import { brand } from "../settings/packs.ts";
import { sendLetter, sendNow } from "./dispatches.send.ts";
import { dispatchLetter, sweepDispatches, type NewLetter } from "./dispatches.ts";
import { templates, writeLetter, type Template } from "./texts.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const MINUTE_MS = 60_000;
let people = 0;
const nextTarget = (): string => `+63918${String(1_000_000 + people++)}`;

const queue = ({ target, ...change }: Partial<NewLetter> & { target: string }): Promise<string> => {
  const { database, keys, clock } = world.open.platform;
  const now = clock.now();
  const values = { code: "012345", minutes: 10, brand: "Laro" };
  const letter = {
    channel: "sms",
    template: "login",
    accountId: null,
    values,
    language: "EN",
    mode: "job",
    expiresAt: new Date(now.getTime() + 10 * MINUTE_MS),
    now,
  } as const;
  return database.begin((tx) => dispatchLetter(tx, keys, { ...letter, target, ...change }));
};

const refusing = (words: string): LetterPort => ({ send: async () => Promise.reject(new LetterRefused(words)) });
const sending = (port: LetterPort) => ({ ...world.open.platform, letters: { sms: port, email: port } });
const after = (ms: number): Date => new Date(world.clock.now().getTime() + ms);

/** GSM 03.38: its basic letters, and those that take two. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/;

describe("texts", () => {
  const longest = { code: "888888", minutes: 10, brand: brand.name, name: "W".repeat(16), link: "https://casino.example/reset#", stop: "WWWW-WWWW-WWWW-WWWW" };
  const all = (Object.keys(templates) as Template[]).flatMap((template) => brand.languages.map((language) => ({ template, language })));

  test.each(all)("$template in $language says all it should, and by telephone in 160 letters of GSM-7 without a link", ({ template, language }) => {
    for (const channel of templates[template]) {
      const { subject, body } = writeLetter({ channel, template, language, values: longest });
      expect(`${subject}${body}`).not.toMatch(/dispatches\.|[{}]|undefined/);
      const isCode = Object.hasOwn({ register: 1, login: 1, recovery: 1, contact: 1, challenge: 1 }, template);
      if (isCode) expect(body).toMatch(/^888888 .*(never ask for it|Hindi namin ito hihingin)/);
      if (channel === "email") continue;
      expect(body.length).toBeLessThanOrEqual(160);
      expect(body).toMatch(GSM);
      expect(body).not.toMatch(/https?:|www\.|\.\w{2,}\//);
    }
  });
});

describe("sending", () => {
  test("a queued letter is sent by the worker, once, and shown to staff of the sandbox with its code", async () => {
    const target = nextTarget();
    await queue({ target });
    expect(await readOutbox(world, target)).toBe("012345");
    const [letter, ...others] = await readLetters(world, target);
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ state: "sent", attempts: 1, channel: "sms", template: "login", target: `+63•••••${target.slice(-4)}`, subject: null });
    expect(letter!.body).toMatch(/^012345 /);
  });

  test("a letter whose transaction fails is not sent", async () => {
    const { database, keys } = world.open.platform;
    const target = nextTarget();
    const now = world.clock.now();
    const letter = { channel: "sms", template: "login", accountId: null, values: {}, language: "EN", mode: "job", expiresAt: after(MINUTE_MS), now } as const;
    const failing = database.begin(async (tx) => {
      await dispatchLetter(tx, keys, { ...letter, target });
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    expect(await readLetters(world, target)).toEqual([]);
  });

  test("what a provider does not take is tried after 5 and 20 seconds under the same reference, then failed with its words", async () => {
    const target = nextTarget();
    const id = await queue({ target, mode: "now" });
    const asked: Letter[] = [];
    const port: LetterPort = {
      send: async (letter) => {
        asked.push(letter);
        throw new LetterRefused("Number\u0000 <b>barred</b>");
      },
    };
    await sendLetter(sending(port), { id, now: world.clock.now() });
    const { rows } = await world.open.platform.database.pool.query("select run_at from graphile_worker.jobs where task_identifier = 'dispatches:send'");
    expect((rows as { run_at: Date }[]).map(({ run_at }) => run_at.getTime())).toEqual([after(5_000).getTime()]);
    await sendLetter(sending(port), { id, now: after(5_000) });
    await sendLetter(sending(port), { id, now: after(25_000) });
    await sendLetter(sending(port), { id, now: after(45_000) });
    expect(asked.map((letter) => letter.id)).toEqual([id, id, id]);
    expect(asked[0]).toMatchObject({ target, subject: null });
    expect((await readLetters(world, target))[0]).toMatchObject({ state: "failed", attempts: 3, fault: "Number barred" });
  });

  test("nothing is sent past a letter's life, and the sweep says so", async () => {
    const target = nextTarget();
    const id = await queue({ target, mode: "now", expiresAt: after(4_000) });
    await sendLetter(sending(refusing("later")), { id, now: world.clock.now() });
    expect((await readLetters(world, target))[0]).toMatchObject({ state: "expired", attempts: 1 });
    const late = nextTarget();
    const lateId = await queue({ target: late, mode: "now", expiresAt: after(1_000) });
    await sendLetter(sending(refusing("never asked")), { id: lateId, now: after(1_000) });
    await sweepDispatches(world.open.platform.database, after(1_000));
    expect((await readLetters(world, late))[0]).toMatchObject({ state: "expired", attempts: 0, fault: null });
  });

  test("who waits for it is told the provider's words, plain and 200 characters at most [ERR-27]", async () => {
    const target = nextTarget();
    const id = await queue({ target, mode: "now" });
    const error = await sendNow(sending(refusing(`<script>x</script>\n${"y".repeat(400)}`)), { id, now: world.clock.now() }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Refusal);
    const { code, values } = error as Refusal;
    expect(code).toBe("codes.not_sent");
    expect(values["words"]).toMatch(/^x y{198}$/);
    expect((await readLetters(world, target))[0]).toMatchObject({ state: "failed" });
  });

  test("a provider that says nothing is given up after four seconds, and the failure has no known cause [ERR-20]", async () => {
    const id = await queue({ target: nextTarget(), mode: "now" });
    const silent: LetterPort = { send: () => new Promise(() => undefined) };
    const began = performance.now();
    const error = await sendNow(sending(silent), { id, now: world.clock.now() }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "codes.unknown", values: {} });
    expect(performance.now() - began).toBeLessThan(6_000);
  });
});

describe("dispatches.list", () => {
  test("goes by channel and state, in pages, the newest first", async () => {
    const email = `eve${people++}@example.com`;
    await queue({ target: email, channel: "email" });
    await world.work();
    const support = await world.operator("support");
    const { list } = await support.call(dispatches.list, { channel: "email" });
    expect(list.every(({ channel }) => channel === "email")).toBe(true);
    expect(list[0]).toMatchObject({ target: "e•••••@example.com", subject: expect.stringContaining("code") });
    const first = await support.call(dispatches.list, { state: "sent", limit: 1 });
    const second = await support.call(dispatches.list, { state: "sent", limit: 1, cursor: first.next! });
    expect(second.list[0]!.id < first.list[0]!.id).toBe(true);
  });

  test("is for support and superadmins, not for players or the staff of money", async () => {
    for (const role of ["finance", "risk", "auditor"] as const)
      expect(await (await world.operator(role)).refused(dispatches.list, {})).toBe("sessions.forbidden");
    expect(await (await world.player()).refused(dispatches.list, {})).toBe("sessions.required");
    expect(await world.guest().refused(dispatches.list, {})).toBe("sessions.required");
    await (await world.operator("superadmin")).call(dispatches.list, {});
  });

  test("shows words and codes in the sandbox alone, and no row holds them in clear", async () => {
    const strict = await createWorld({ pack: "ph" });
    try {
      const { database, keys, clock } = strict.open.platform;
      const now = clock.now();
      const target = nextTarget();
      const letter = {
        channel: "sms",
        template: "login",
        accountId: null,
        language: "EN",
        mode: "job",
        expiresAt: new Date(now.getTime() + MINUTE_MS),
        now,
      } as const;
      await database.begin((tx) => dispatchLetter(tx, keys, { ...letter, target, values: { code: "987654", minutes: 10, brand: "Laro" } }));
      const sent = await readLetters(strict, target);
      expect(sent).toHaveLength(1);
      expect(sent[0]).toMatchObject({ state: "sent", subject: null, body: null, code: null });
      const { rows } = await database.pool.query("select d::text as line from dispatch d union all select payload::text from graphile_worker._private_jobs");
      // In the middle of a hash or an id these digits stand by chance.
      expect(JSON.stringify(rows)).not.toMatch(new RegExp(`\\b987654\\b|${target.slice(3)}`));
    } finally {
      await strict.close();
    }
  });
});
