/** Known and unknown alike: whoever asks about a name, a number or an address learns from no answer, and no work behind it, whether somebody has it. */
import { createHook } from "node:async_hooks";
import { accounts } from "@laro/contract/accounts";
import type { Endpoint, InputOf } from "@laro/contract/core/endpoint";
import { recoveries } from "@laro/contract/recoveries";
import { sessions } from "@laro/contract/sessions";
import pg from "pg";
import { readCaptcha, solveCaptcha } from "../testing/captcha.ts";
import { memberWith } from "../testing/contacts.ts";
import { asOwner } from "../testing/owner.ts";
import type { Person } from "../testing/person.ts";
import type { World } from "../testing/world.ts";
import { attempt } from "./identity.guesses.ts";

/** What an answer shows, and what it cost. */
export interface Seen {
  readonly answer: string;
  readonly statements: readonly string[];
  readonly hashes: number;
  readonly ms: number;
}

/** Something a stranger may ask; each asks in a browser of their own. */
export interface Question {
  readonly what: string;
  readonly ask: (world: World, isKnown: boolean) => Promise<Seen>;
}

/** The database's and the hashes' work of one call, which is the only one under way. */
async function watch<E extends Endpoint>(person: Person, endpoint: E, input: InputOf<E>): Promise<Seen> {
  const statements: string[] = [];
  const hashes = { count: 0 };
  const hook = createHook({ init: (_id, type) => void (hashes.count += type.startsWith("ARGON2") ? 1 : 0) });
  const { query } = pg.Client.prototype;
  const prototype: { query: (...given: readonly unknown[]) => unknown } = pg.Client.prototype;
  prototype.query = function watched(this: pg.Client, ...given: readonly unknown[]): unknown {
    const text = textOf(given[0] as string);
    if (!isBackground(text)) statements.push(text);
    return Reflect.apply(query, this, given);
  };
  hook.enable();
  const beganAt = performance.now();
  try {
    const { status, answer } = await person.send(endpoint, input);
    const ms = performance.now() - beganAt;
    return { answer: JSON.stringify([status, { ...answer, requestId: "" }]), statements: statements.toSorted(), hashes: hashes.count, ms };
  } finally {
    hook.disable();
    pg.Client.prototype.query = query;
  }
}

const textOf = (query: string | { readonly text?: string }): string => (typeof query === "string" ? query : (query.text ?? ""));
/** What a server says to itself meanwhile. */
const isBackground = (text: string): boolean => text.includes("pg_notify($1, '')");

const KNOWN = { phone: "+639177200001", email: "alike@example.com" } as const;
const UNKNOWN = { name: "nobodyatall9", phone: "+639177299999", email: "alike.nobody@example.com" } as const;
/** What is asked for again at once is refused for that alone: each question is the first. */
const FORGET = "login_failure, code, code_budget, recovery_request, recovery_ticket, captcha, dispatch";

const known = new WeakMap<World, Promise<string>>();

/** The name of the member who has the number and the address. */
function nameOf(world: World): Promise<string> {
  const name = known.get(world) ?? openKnown(world);
  known.set(world, name);
  return name;
}

async function openKnown(world: World): Promise<string> {
  await memberWith(world, { kind: "phone", value: KNOWN.phone });
  return (await memberWith(world, { kind: "email", value: KNOWN.email })).name;
}

/** A stranger in a fresh browser, who has asked for the server's key already. */
async function stranger(world: World): Promise<Person> {
  const person = world.guest();
  await asOwner(world.open.url, `delete from dispatch; truncate ${FORGET}`);
  await person.seal("", {});
  return person;
}

const logIn = async (world: World, isKnown: boolean): Promise<Seen> => {
  const name = isKnown ? await nameOf(world) : UNKNOWN.name;
  return watch(await stranger(world), sessions.login, attempt(name, "Wrong-horse-7"));
};

const numberOf = (isKnown: boolean) => ({ mobileNum: isKnown ? KNOWN.phone : UNKNOWN.phone, countryDialingCode: "+63" });

export const questions: readonly Question[] = [
  { what: "a login with a wrong password", ask: logIn },
  {
    what: "a login's code",
    ask: async (world, isKnown) => {
      await nameOf(world);
      const person = await stranger(world);
      return watch(person, sessions.sendCode, { ...numberOf(isKnown), ...(await solveCaptcha(world, person)) });
    },
  },
  {
    what: "a link for a new password",
    ask: async (world, isKnown) => {
      const username = isKnown ? await nameOf(world) : UNKNOWN.name;
      const person = await stranger(world);
      return watch(person, recoveries.byEmail, { username, email: isKnown ? KNOWN.email : UNKNOWN.email, ...(await readCaptcha(world, person)) });
    },
  },
  {
    what: "a code for a new password",
    ask: async (world, isKnown) => {
      await nameOf(world);
      const person = await stranger(world);
      return watch(person, recoveries.sendCode, { ...numberOf(isKnown), ...(await readCaptcha(world, person)) });
    },
  },
  {
    what: "a registration's code",
    ask: async (world, isKnown) => {
      await nameOf(world);
      const person = await stranger(world);
      return watch(person, accounts.sendCode, { ...numberOf(isKnown), ...(await solveCaptcha(world, person)) });
    },
  },
];

const TRIES_MAX = 6;

/** Where the answers about somebody and about nobody differ, or what they cost. What a server does beside its calls falls on one of them by chance, so the cheapest of some is looked at. */
export async function compareAlike(world: World, { what, ask }: Question): Promise<readonly string[]> {
  // The first of each makes ready what the others find.
  const seen: Record<"some" | "none", Seen> = { some: await ask(world, true), none: await ask(world, false) };
  let faults: readonly string[] = [];
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const [some, none] = [await ask(world, true), await ask(world, false)];
    seen.some = tries === 0 ? some : cheaper(seen.some, some);
    seen.none = tries === 0 ? none : cheaper(seen.none, none);
    faults = differences(what, seen.some, seen.none);
    if (faults.length === 0) return [];
  }
  return faults;
}

const cheaper = (a: Seen, b: Seen): Seen => (b.statements.length < a.statements.length ? b : a);

function differences(what: string, some: Seen, none: Seen): readonly string[] {
  const more = (a: Seen, b: Seen): string => a.statements.filter((text) => !b.statements.includes(text)).join("; ");
  return [
    ...(some.answer === none.answer ? [] : [`${what}: ${some.answer} of somebody, ${none.answer} of nobody`]),
    ...(some.hashes === none.hashes ? [] : [`${what}: ${some.hashes} hashes for somebody, ${none.hashes} for nobody`]),
    ...(some.statements.join("\n") === none.statements.join("\n")
      ? []
      : [`${what}: ${some.statements.length} statements for somebody, ${none.statements.length} for nobody: ${more(some, none)} | ${more(none, some)}`]),
  ];
}

const GAP_MS_MAX = 5;
const P_MIN = 0.01;

/** Where times tell somebody from nobody: medians too far apart, or ranks that differ (Mann and Whitney, 1947). */
export async function compareTimes(world: World, { what, ask }: Question, samples: number): Promise<{ figures: string; faults: readonly string[] }> {
  const [some, none]: [number[], number[]] = [[], []];
  for (let sample = 0; sample < samples; sample++) {
    // Whoever is asked about first would always meet what the other left.
    for (const isKnown of sample % 2 === 0 ? [true, false] : [false, true]) (isKnown ? some : none).push((await ask(world, isKnown)).ms);
  }
  const gapMs = Math.abs(median(some) - median(none));
  const p = mannWhitney(some, none);
  const figures = `${what}: ${median(some).toFixed(2)} and ${median(none).toFixed(2)} ms, p ${p.toFixed(3)}`;
  return { figures, faults: gapMs < GAP_MS_MAX && p > P_MIN ? [] : [figures] };
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** How likely it is that two samples of one distribution differ as much as these, by the normal approximation. */
export function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const ranked = [...a.map((value) => ({ value, isOfA: true })), ...b.map((value) => ({ value, isOfA: false }))].toSorted((x, y) => x.value - y.value);
  const rankSum = ranked.reduce((sum, { isOfA }, index) => sum + (isOfA ? index + 1 : 0), 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return 2 * tail(Math.abs(u - mean) / deviation);
}

/** What a standard normal variable exceeds with this probability (Abramowitz and Stegun, 26.2.17: exact to 7.5e-8). */
function tail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
