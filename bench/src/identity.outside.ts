import { sessions } from "@laro/contract/sessions";
import { verifications } from "@laro/contract/verifications";
import { hashPassword } from "@laro/server/core/sessions/passwords";
import { systemClock } from "@laro/server/platform/clock";
import { Person } from "@laro/server/testing/person";
import { dataUrl, form } from "@laro/server/testing/verifications";
import sharp from "sharp";
import { type Figure, medianOf } from "./identity.figures.ts";
import type { LoadRequest } from "./load.ts";
import { tokenOf } from "./players.ts";
import type { Stage } from "./stage.ts";
import { readResidentMb } from "./usage.ts";
import type { Sample } from "./window.ts";

let people = 0;

function personOf({ product }: Stage): Person {
  people++;
  return new Person({ address: product.address, clock: systemClock, ip: `10.77.${people >> 8}.${people & 255}` });
}

interface Login {
  readonly send: () => Promise<Response>;
}

/** Logins of as many members with a wrong password, sealed beforehand: what the client does for it is not what is measured. */
async function prepareLogins(stage: Stage, count: number): Promise<readonly Login[]> {
  const sealer = personOf(stage);
  const logins: Login[] = [];
  for (let turn = 0; turn < count; turn++) {
    const { ip } = personOf(stage);
    const sealed = await sealer.seal(sessions.login.name, { username: `bench${people}`, password: "Wrong-horse-7", type: "username", entry: "player" });
    const headers = { "content-type": "application/json", "x-forwarded-for": ip };
    logins.push({ send: () => fetch(`${stage.product.address}/api/sessions.login`, { method: "POST", headers, body: JSON.stringify({ sealed }) }) });
  }
  return logins;
}

const HASHED = 120;
const CALLERS = 16;

async function rateOf(works: readonly (() => Promise<unknown>)[]): Promise<number> {
  const left = works.values();
  const startedAt = performance.now();
  const keepWorking = async (): Promise<void> => {
    for (const work of left) await work();
  };
  await Promise.all(Array.from({ length: CALLERS }, keepWorking));
  return (works.length * 1_000) / (performance.now() - startedAt);
}

/** Each login hashes once, so a login can be no faster than a hash. */
export async function benchLogins(stage: Stage): Promise<readonly Figure[]> {
  const ratios: number[] = [];
  for (let round = 0; round < 3; round++) {
    const logins = await prepareLogins(stage, HASHED);
    const loggedIn = await rateOf(logins.map(({ send }) => send));
    const hashed = await rateOf(Array.from({ length: HASHED }, () => () => hashPassword("Wrong-horse-7")));
    ratios.push(loggedIn / hashed);
  }
  return [{ what: "logins a second against bare argon2", value: medianOf(ratios), unit: "", goal: 0.9, limit: 0.8, isMoreBetter: true }];
}

const AT_ONCE = 200;
const FLOOD_MS = 4_000;

/** Balance reads of 64 connections while two hundred log in at once, again and again; then more than may wait. */
export async function benchFlood(stage: Stage, warmUpCalls: number): Promise<readonly Figure[]> {
  const { product, postgres } = stage;
  const watched = { program: product.pid, postgres };
  const waves = [];
  for (let wave = 0; wave < 3; wave++) waves.push(await prepareLogins(stage, AT_ONCE));
  const balance = { socketPath: product.socketPath, what: "balance", connections: 64, warmUpCalls, windowMs: FLOOD_MS, watched } as const satisfies LoadRequest;
  const reading = stage.load.ask<Sample>(balance);
  for (const wave of waves) await Promise.all(wave.map(({ send }) => send()));
  const { p99Ms } = await reading;
  const over = await Promise.all((await prepareLogins(stage, 2 * AT_ONCE)).map(({ send }) => send()));
  const busy = over.filter(({ status }) => status === 503);
  const told = busy.filter(({ headers }) => headers.has("retry-after")).length;
  return [
    { what: "balance reads of 64 connections during 200 logins at once, p99", value: p99Ms, unit: "ms", goal: 300, limit: 1_000 },
    {
      what: "share of those past the queue that are told when to come again",
      value: busy.length === 0 ? 0 : told / busy.length,
      unit: "",
      goal: 1,
      limit: 1,
      isMoreBetter: true,
    },
  ];
}

const PHOTO_BYTES = 5_242_880;
const PAIRS = 4;
const WATCH_EVERY_MS = 20;

/** Three photos of the greatest size each, of two members at a time, from the first byte to the answer. */
export async function benchPhotos(stage: Stage): Promise<readonly Figure[]> {
  const drawn = await sharp({ create: { width: 3_000, height: 2_250, channels: 3, background: "teal", noise: { type: "gaussian", mean: 128, sigma: 20 } } })
    .jpeg({ quality: 70 })
    .toBuffer();
  const whole = dataUrl(Buffer.concat([drawn, Buffer.alloc(Math.max(0, PHOTO_BYTES - drawn.length))]));
  const upload = { idCardFront: whole, idCardBack: whole, idCardSelfie: whole, module: "UPLOADID3" as const };
  const atRestMb = readResidentMb(stage.product.pid) ?? 0;
  let mostMb = atRestMb;
  const watching = setInterval(() => (mostMb = Math.max(mostMb, readResidentMb(stage.product.pid) ?? 0)), WATCH_EVERY_MS);
  const times: number[] = [];
  const handIn = async (player: number): Promise<void> => {
    const person = Object.assign(personOf(stage), { token: tokenOf(player) });
    await person.call(verifications.setPersonalInfo, form());
    const startedAt = performance.now();
    await person.call(verifications.uploadIdImages, upload);
    times.push(performance.now() - startedAt);
  };
  try {
    for (let pair = 0; pair < PAIRS; pair++) await Promise.all([handIn(2 * pair), handIn(2 * pair + 1)]);
  } finally {
    clearInterval(watching);
  }
  return [
    { what: "three photos of 5 MiB end to end, two members at a time", value: medianOf(times) / 1_000, unit: "s", goal: 1.5, limit: 4 },
    { what: "memory of the server above rest meanwhile", value: mostMb - atRestMb, unit: "MB", goal: 200, limit: 300 },
  ];
}
