import { randomBytes } from "node:crypto";
import { Refusal } from "@laro/contract/core/errors";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Visitor } from "../../platform/browser.ts";
import { LetterRefused, type LetterPort } from "../../platform/letters.ts";
import { addJob } from "../../platform/outbox.ts";
import { readLetters, readOutbox } from "../../testing/outbox.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { packs } from "../settings/packs.ts";
import { consumeCode, deviceOf, judgeCode, sendCode, takeCode, type CodeRequest, type Guess } from "./codes.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let world: World;
let people = 0;
let target = "";
let device = randomBytes(32);
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  people++;
  target = `+63${910 + (people % 80)}${String(1_000_000 + people)}`;
  device = randomBytes(32);
});

const nextIp = (): string => `203.0.${people++ % 250}.${people % 250}`;

const send = (change: Partial<CodeRequest> = {}, port?: LetterPort) => {
  const { platform } = world.open;
  const asked: CodeRequest = {
    purpose: "login",
    channel: "sms",
    target,
    accountId: null,
    device,
    ip: nextIp(),
    language: "EN",
    now: world.clock.now(),
    mode: "job",
    isHuman: true,
    ...change,
  };
  return sendCode(port === undefined ? platform : { ...platform, letters: { sms: port, email: port } }, asked);
};

const guessOf = (code: unknown, change: Partial<Guess> = {}): Guess => ({
  purpose: "login",
  channel: "sms",
  target,
  device,
  code,
  now: world.clock.now(),
  ...change,
});
const begin = () => world.open.platform.database.begin;
const take = (code: unknown, change: Partial<Guess> = {}) => takeCode(begin(), world.open.platform.keys, guessOf(code, change));
const judge = (code: unknown) => judgeCode(begin(), world.open.platform.keys, guessOf(code));

async function refusalOf(act: Promise<unknown>): Promise<Refusal> {
  const error = await act.catch((thrown: unknown) => thrown);
  if (error instanceof Refusal) return error;
  throw error instanceof Error ? error : new Error("It was not refused.");
}

/** A code that is not the one that was sent. */
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("taking a code", () => {
  test("the code that was sent is taken once and answers whose it is; a second time it is over [ERR-25]", async () => {
    expect(await send({ accountId: 77n })).toEqual({ expiredMinutes: 1 });
    const code = await readOutbox(world, target);
    expect(code).toMatch(/^[0-9]{6}$/);
    expect(await take(` ${code} `)).toEqual({ accountId: 77n });
    expect(await refusalOf(take(code))).toMatchObject({ code: "codes.expired", values: { field: "verificationCode" } });
  });

  test("nothing typed is missing and costs no try [ERR-21]", async () => {
    await send();
    const code = await readOutbox(world, target);
    for (const nothing of ["", "  ", undefined, null]) {
      expect(await refusalOf(take(nothing))).toMatchObject({ code: "codes.missing", values: { field: "verificationCode" } });
    }
    expect((await refusalOf(take(otherThan(code)))).values["left"]).toBe(4);
  });

  test("a wrong code says how many tries are left; after five the right one is over too [ERR-21]", async () => {
    await send();
    const code = await readOutbox(world, target);
    for (const left of [4, 3, 2, 1, 0]) {
      expect(await refusalOf(take(otherThan(code)))).toMatchObject({ code: "codes.wrong", values: { left, field: "verificationCode" } });
    }
    expect((await refusalOf(take(code))).code).toBe("codes.expired");
  });

  test("a number, an array, an object, other digits and other lengths are wrong codes and each costs one try", async () => {
    await send();
    const code = await readOutbox(world, target);
    const fullWidth = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join("");
    const tries = [Number(code), [code], { code }, fullWidth];
    for (const [place, odd] of tries.entries()) expect(await refusalOf(take(odd))).toMatchObject({ code: "codes.wrong", values: { left: 4 - place } });
    expect(await take(code)).toEqual({ accountId: null });
  });

  test("of another purpose, number, channel or browser the right code is wrong, and the owner's tries are not touched", async () => {
    await send();
    const code = await readOutbox(world, target);
    const others: readonly Partial<Guess>[] = [{ purpose: "recovery" }, { target: "+639990000000" }, { channel: "email" }, { device: randomBytes(32) }];
    for (const other of others) expect(await refusalOf(take(code, other))).toMatchObject({ code: "codes.wrong", values: { left: 0 } });
    expect((await refusalOf(take(otherThan(code)))).values["left"]).toBe(4);
    await take(code);
  });

  test("after ten minutes it is over [ERR-25]", async () => {
    await send();
    const code = await readOutbox(world, target);
    const later = (ms: number) => ({ now: new Date(world.clock.now().getTime() + ms) });
    expect((await refusalOf(take(code, later(10 * MINUTE_MS)))).code).toBe("codes.expired");
    await take(code, later(10 * MINUTE_MS - 1));
  });

  test("a newer code ends the older one of this browser, and no other browser's", async () => {
    const [mine, theirs] = [device, randomBytes(32)];
    await send();
    const first = await readOutbox(world, target);
    await world.pass(MINUTE_MS);
    await send({ device: theirs });
    const other = await readOutbox(world, target);
    await world.pass(MINUTE_MS);
    await send();
    const second = await readOutbox(world, target);
    if (first !== second) expect((await refusalOf(take(first, { device: mine }))).code).toBe("codes.wrong");
    await take(second);
    await take(other, { device: theirs });
  });

  test("a thousand guesses at once are judged five times at most", async () => {
    await send();
    const code = await readOutbox(world, target);
    const guesses = Array.from({ length: 1_000 }, (_, place) => refusalOf(take(String((Number(code) + 1 + place) % 1_000_000).padStart(6, "0"))));
    const codes = (await Promise.all(guesses)).map((refusal) => refusal.code);
    expect(codes.filter((each) => each === "codes.wrong")).toHaveLength(5);
    expect(codes.filter((each) => each === "codes.expired")).toHaveLength(995);
    expect((await refusalOf(take(code))).code).toBe("codes.expired");
  });

  test("of many who bring the right code at once, one goes on", async () => {
    await send();
    const code = await readOutbox(world, target);
    const taken = await Promise.allSettled(Array.from({ length: 5 }, () => take(code)));
    expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("a judged code is used up with what it opens: a transaction that fails leaves it, and its try stays counted", async () => {
    await send();
    const code = await readOutbox(world, target);
    const { id } = await judge(code);
    const failing = begin()(async (tx) => {
      await consumeCode(tx, { id, now: world.clock.now() });
      throw new Error("name taken");
    });
    await expect(failing).rejects.toThrow("name taken");
    expect((await refusalOf(take(otherThan(code)))).values["left"]).toBe(3);
    await take(code);
  });
});

describe("sending a code", () => {
  test("the next may be asked for after a minute, after five for a recovery; before, the seconds are said [ERR-19]", async () => {
    expect(await send({ purpose: "recovery" })).toEqual({ expiredMinutes: 5 });
    await world.pass(MINUTE_MS);
    expect(await refusalOf(send({ purpose: "recovery" }))).toMatchObject({ code: "codes.too_many", values: { retryAfter: 240, minutes: 4 } });
    await send();
    expect((await refusalOf(send())).code).toBe("codes.too_many");
    await world.pass(4 * MINUTE_MS);
    await send({ purpose: "recovery" });
  });

  test("of many asked for at once, one is sent", async () => {
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => send()));
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await readLetters(world, target)).toHaveLength(1);
  });

  test("a number gets five an hour and ten a day, whatever asks", async () => {
    const sent: string[] = [];
    for (let minute = 0; minute < 3 * 60 && sent.length < 11; minute += 2) {
      await send({ device: randomBytes(32) }).then(
        () => sent.push(String(Math.floor(minute / 60))),
        (error: unknown) => expect((error as Refusal).code).toBe("codes.too_many"),
      );
      await world.pass(2 * MINUTE_MS);
    }
    expect(sent).toEqual(["0", "0", "0", "0", "0", "1", "1", "1", "1", "1"]);
    await world.pass(24 * HOUR_MS);
    await send();
  });

  test("a browser, an address and the network of one of version 6 cause five an hour", async () => {
    const numbers = (from: number) => Array.from({ length: 6 }, (_, place) => `+63${920 + place}${String(2_000_000 + from * 100 + people)}`);
    const shared: readonly ((place: number) => Partial<CodeRequest>)[] = [
      () => ({ device }),
      () => ({ ip: "198.51.100.7", device: randomBytes(32) }),
      (place) => ({ ip: `2001:db8:1:2::${place + 1}`, device: randomBytes(32) }),
    ];
    for (const [which, share] of shared.entries()) {
      const asked = numbers(which).map((number, place) => ({ target: number, ...share(place) }));
      for (const one of asked.slice(0, 5)) await send(one);
      const { code, values } = await refusalOf(send(asked[5]));
      expect(code).toBe("codes.too_many");
      expect(values["retryAfter"]).toBe(3_600);
    }
  });

  test("an account causes ten a day", async () => {
    const to = (place: number) => `+63${930 + place}${String(3_000_000 + people)}`;
    for (let place = 0; place < 10; place++) await send({ target: to(place), accountId: 4_711n, device: randomBytes(32) });
    expect((await refusalOf(send({ target: to(10), accountId: 4_711n, device: randomBytes(32) }))).code).toBe("codes.too_many");
  });

  test("sixty in ten minutes go to numbers that begin alike", async () => {
    const to = (place: number) => `+63999${String(4_000_000 + place)}`;
    for (let place = 0; place < 60; place++) await send({ target: to(place), device: randomBytes(32), decoy: true });
    expect((await refusalOf(send({ target: to(60), device: randomBytes(32) }))).code).toBe("codes.too_many");
    await world.pass(10 * MINUTE_MS);
    await send({ target: to(60), device: randomBytes(32) });
  });

  test("a refused code takes nothing from any budget", async () => {
    await send();
    for (let time = 0; time < 20; time++) await refusalOf(send());
    await world.pass(MINUTE_MS);
    await send();
  });

  test("what a provider does not take is said in its words, and the next may be asked for at once [ERR-27]", async () => {
    const refusing: LetterPort = { send: async () => Promise.reject(new LetterRefused("Number is barred.")) };
    expect(await refusalOf(send({ mode: "now" }, refusing))).toMatchObject({ code: "codes.not_sent", values: { words: "Number is barred." } });
    await send({ mode: "now" });
    await take(await readOutbox(world, target));
  });

  test("the day's money ends all text messages, and no letter by e-mail [ERR-23]", async () => {
    const poor = await createWorld();
    try {
      const { platform } = poor.open;
      const { smsMinor, dailyMinor } = packs.sandbox.letters;
      const now = poor.clock.now();
      const base = { purpose: "login", accountId: null, language: "EN", now, mode: "job", isHuman: true } as const;
      await sendCode(platform, { ...base, channel: "sms", target, device, ip: "203.0.113.1" });
      const { rowCount } = await platform.database.pool.query("update code_budget set used = $1 where key = 'site' and used = $2", [
        String(dailyMinor - smsMinor + 1n),
        String(smsMinor),
      ]);
      expect(rowCount).toBe(1);
      const next = { device: randomBytes(32), ip: "203.0.113.2" };
      expect((await refusalOf(sendCode(platform, { ...base, ...next, channel: "sms", target: "+639180000001" }))).code).toBe("codes.quota_exceeded");
      await sendCode(platform, { ...base, ...next, channel: "email", target: "ann@example.com" });
    } finally {
      await poor.close();
    }
  });
});

describe("a decoy", () => {
  test("is answered and judged as a code is, and nothing is sent", async () => {
    expect(await send({ decoy: true })).toEqual({ expiredMinutes: 1 });
    expect(await readLetters(world, target)).toEqual([]);
    expect(await refusalOf(send({ decoy: true }))).toMatchObject({ code: "codes.too_many", values: { retryAfter: 60 } });
    expect(await refusalOf(take("123456"))).toMatchObject({ code: "codes.wrong", values: { left: 4 } });
  });

  test("does the statements a code does", async () => {
    const { database } = world.open.platform;
    const statementsOf = async (decoy: boolean): Promise<readonly string[]> => {
      const seen: string[] = [];
      const recording = {
        ...world.open.platform,
        database: {
          ...database,
          begin: ((act) =>
            database.begin((tx) =>
              act(
                tx.withPlugin({
                  transformQuery: ({ node }) => {
                    seen.push(node.kind === "RawNode" ? node.sqlFragments.join("?") : node.kind);
                    return node;
                  },
                  transformResult: async ({ result }) => result,
                }) as typeof tx,
              ),
            )) as typeof database.begin,
        },
      };
      const to = `+63945${String(5_000_000 + people++)}`;
      const asked = { purpose: "recovery", channel: "sms", target: to, accountId: null, device: randomBytes(32), ip: nextIp(), language: "EN" } as const;
      await sendCode(recording, { ...asked, now: world.clock.now(), mode: "job", decoy, isHuman: true });
      return seen;
    };
    const [real, decoy] = [await statementsOf(false), await statementsOf(true)];
    expect(real.length).toBeGreaterThan(4);
    expect(decoy).toEqual(real);
  });
});

describe("browsers and sweeping", () => {
  test("a browser that brings no cookie back is told to keep them; one that asks for a code is named", () => {
    const visitor = new Visitor({}, { isSecure: false });
    expect(() => deviceOf(visitor)).toThrow(expect.objectContaining({ code: "sessions.cookies_needed" }));
    visitor.nameDevice();
    const cookie = visitor.setCookies[0]!.split(";")[0]!;
    expect(deviceOf(new Visitor({ cookie }, { isSecure: false }))).toEqual(visitor.device);
  });

  test("what is over is forgotten, and no row ever held a code or a number in clear", async () => {
    await send({ mode: "now" });
    const code = await readOutbox(world, target);
    const { database } = world.open.platform;
    const count = async () => Number((await database.pool.query("select (select count(*) from code) + (select count(*) from code_budget) as n")).rows[0].n);
    const { rows } = await database.pool.query("select c::text as line from code c union all select b::text from code_budget b");
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${target.slice(3)}|[(,]${code}[,)]`));
    expect(await count()).toBeGreaterThan(0);
    await world.pass(49 * HOUR_MS);
    await database.begin((tx) => addJob(tx, "sessions:sweep", {}));
    await world.work();
    expect(await count()).toBe(0);
  });
});
