import { randomBytes, randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { dispatches, type Dispatch } from "@laro/contract/dispatches";
import { sendCode, takeCode } from "../core/codes/codes.ts";
import { maskEmail, maskPhone } from "../core/phones/phones.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

/** A session of staff ends when it is not used for longer. */
const READER_FRESH_MS = 10 * 60_000;
const readers = new WeakMap<World, { readonly person: Promise<Person>; readonly at: Date }>();

async function readerOf(world: World): Promise<Person> {
  const [known, at] = [readers.get(world), world.clock.now()];
  const isFresh = known !== undefined && at.getTime() - known.at.getTime() < READER_FRESH_MS;
  const reader = { person: isFresh ? known.person : world.operator("support"), at };
  readers.set(world, reader);
  return reader.person;
}

/** The letters that went to a number (E.164) or an e-mail address, the newest first, as somebody of support reads them; every job that is due is done before. */
export async function readLetters(world: World, target: string): Promise<readonly Dispatch[]> {
  await world.work();
  const { list } = await (await readerOf(world)).call(dispatches.list, { limit: 100 });
  const masked = target.includes("@") ? maskEmail(target) : maskPhone(target);
  return list.filter((letter) => letter.target === masked);
}

const LOOKS_MAX = 20;
const LOOK_EVERY_MS = 100;

/** The last code that was sent to a target, as a tester reads it in the sandbox's console; one that another process is just sending is waited for. */
export async function readOutbox(world: World, target: string): Promise<string> {
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    const code = (await readLetters(world, target)).find(({ code: sent, state }) => sent !== null && (state === "sent" || state === "delivered"))?.code;
    if (code !== undefined && code !== null) return code;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`No code was sent to ${target}.`);
}

interface Asked {
  /** E.164 or an e-mail address. */
  readonly target: string;
  readonly channel?: "sms" | "email";
  readonly device?: Buffer;
}

/** Has a code sent, as somebody would who logs in by one; whoever asks is human. */
export async function askForCode(world: World, { target, channel = "sms", device = randomBytes(32) }: Asked): Promise<void> {
  const ip = `192.0.2.${randomInt(250)}`;
  const code = { purpose: "login", channel, target, accountId: null, device, ip, language: "EN", now: world.clock.now(), mode: "job", isHuman: true } as const;
  await sendCode(world.open.platform, code);
}

/** Uses the last code that was sent to a number, in the browser that asked for it. */
export async function bringCode(world: World, { target, device }: { target: string; device: Buffer }): Promise<void> {
  const { database, keys } = world.open.platform;
  const guess = { purpose: "login", channel: "sms", target, device, code: await readOutbox(world, target), now: world.clock.now() } as const;
  await takeCode(database.begin, keys, guess);
}
