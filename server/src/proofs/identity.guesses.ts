/** Guesses at once: whatever somebody may guess at is guessed at by many in one moment, and no more are judged than may be. */
import { accounts } from "@laro/contract/accounts";
import { factors } from "@laro/contract/factors";
import { payoutAccounts } from "@laro/contract/payoutAccounts";
import type { Endpoint, InputOf } from "@laro/contract/core/endpoint";
import { sessions } from "@laro/contract/sessions";
import { codeAt } from "../testing/authenticator.ts";
import { readCaptcha, solveCaptcha } from "../testing/captcha.ts";
import { PAYMENT_PASSWORD } from "../testing/cashier.ts";
import { memberWith } from "../testing/contacts.ts";
import { readOutbox } from "../testing/outbox.ts";
import { asOwner } from "../testing/owner.ts";
import type { Person } from "../testing/person.ts";
import type { World } from "../testing/world.ts";

/** Something to guess at, made ready anew. */
export interface Target {
  /** One guess; answers "ok" or the code of its refusal. */
  readonly guess: (turn: number) => Promise<string>;
  /** What a guess is answered that somebody looked at. */
  readonly judged: string;
  readonly judgedMax: number;
}

export interface Surface {
  readonly what: string;
  readonly open: (world: World) => Promise<Target>;
  /** Triggers, by table, under which nothing counts: how the proof is shown to turn red. */
  readonly fault: { readonly table: string; readonly event: string; readonly body: string };
}

const KEPT_UNCOUNTED = { table: "login_failure", event: "before update", body: "new.count := 0; new.streak := 0; return new;" };
const wrongPassword = "Wrong-horse-7";

async function send<E extends Endpoint>(person: Person, endpoint: E, input: InputOf<E>): Promise<string> {
  const { answer } = await person.send(endpoint, input);
  return answer.success ? "ok" : answer.message;
}

/** The same browser at an address of its own. */
export function moved(world: World, browser: Person): Person {
  const elsewhere = world.guest();
  for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
  return elsewhere;
}

export const attempt = (username: string, password: string) => ({ username, password, type: "username", entry: "player" }) as const;

async function openPassword(world: World): Promise<Target> {
  const { name } = await world.player();
  return { judged: "sessions.wrong_credentials", judgedMax: 3, guess: () => send(world.guest(), sessions.login, attempt(name, wrongPassword)) };
}

async function openStaffPassword(world: World): Promise<Target> {
  const { name } = await world.operator("support");
  const entry = { username: name, password: wrongPassword };
  return { judged: "sessions.wrong_credentials", judgedMax: 3, guess: () => send(world.guest(), sessions.loginOperator, entry) };
}

/** Whoever is inside and does not know the password. */
async function openProof(world: World): Promise<Target> {
  const ann = await world.player();
  const given = { method: "password", answer: wrongPassword } as const;
  return { judged: "accounts.old_password_wrong", judgedMax: 5, guess: () => send(ann, sessions.prove, given) };
}

let numbers = 0;
/** As many as six digits can be. */
const CODES = 1_000_000;

async function openCode(world: World): Promise<Target> {
  const value = `+63917${String(7_100_000 + ++numbers)}`;
  await memberWith(world, { kind: "phone", value });
  const browser = world.guest();
  await browser.call(sessions.sendCode, { mobileNum: value, countryDialingCode: "+63", ...(await solveCaptcha(world, browser)) });
  const code = Number(await readOutbox(world, value));
  const guess = (turn: number) => {
    const entry = {
      username: value,
      password: String((code + 1 + turn) % CODES).padStart(6, "0"),
      type: "sms",
      countryDialingCode: "+63",
      entry: "player",
    } as const;
    return send(moved(world, browser), sessions.login, entry);
  };
  return { judged: "codes.wrong", judgedMax: 5, guess };
}

async function openTotp(world: World): Promise<Target> {
  const ann = await world.player();
  const { key } = await ann.call(factors.beginTotp, {});
  await ann.call(factors.confirmTotp, { code: codeAt(key, world.clock.now()) });
  return { judged: "sessions.factor_wrong", judgedMax: 5, guess: () => send(ann, sessions.prove, { method: "totp", answer: "12" }) };
}

async function openPin(world: World): Promise<Target> {
  const ann = await world.player();
  await ann.call(accounts.setPaymentPassword, { password: ann.password, paymentPassword: PAYMENT_PASSWORD });
  const bound = { bank: "GCASH", holder: "Ann Reyes", number: "09170001234" };
  const guess = (turn: number) => send(ann, payoutAccounts.add, { ...bound, paymentPassword: String(200_000 + turn) });
  return { judged: "accounts.payment_password_wrong", judgedMax: 5, guess };
}

/** A right one, used by many: it opens one session. */
async function openTicket(world: World): Promise<Target> {
  const { ticket } = await (await world.player()).call(sessions.handOver, {});
  return { judged: "ok", judgedMax: 1, guess: () => send(world.guest(), sessions.takeOver, { ticket }) };
}

async function openRemembered(world: World): Promise<Target> {
  const { name, password } = await world.player();
  const browser = world.guest();
  await browser.call(sessions.login, { ...attempt(name, password), remember: true });
  return { judged: "ok", judgedMax: 1, guess: () => send(moved(world, browser), sessions.loginRemembered, {}) };
}

/** One solved picture lets one guess at a name be judged whose free tries are gone. */
async function openCaptcha(world: World): Promise<Target> {
  const { name } = await world.player();
  for (let tries = 0; tries < 3; tries++) await world.guest().refused(sessions.login, attempt(name, wrongPassword));
  const { captcha, captchaKey } = await readCaptcha(world);
  const guess = () => send(world.guest(), sessions.login, { ...attempt(name, wrongPassword), captcha, verification: { captchaKey } });
  return { judged: "sessions.wrong_credentials", judgedMax: 1, guess };
}

export const surfaces: readonly Surface[] = [
  { what: "a password", open: openPassword, fault: KEPT_UNCOUNTED },
  { what: "a password of staff", open: openStaffPassword, fault: KEPT_UNCOUNTED },
  { what: "the password of a session", open: openProof, fault: KEPT_UNCOUNTED },
  { what: "a code", open: openCode, fault: { table: "code", event: "before update", body: "new.tries := 0; return new;" } },
  {
    what: "an authenticator",
    open: openTotp,
    fault: { table: "factor_try", event: "before update", body: "new.count := 0; new.day_count := 0; new.closed_until := null; return new;" },
  },
  {
    what: "a payment password",
    open: openPin,
    fault: { table: "account", event: "before update", body: "new.payment_password_tries := 0; new.payment_password_locked_until := null; return new;" },
  },
  { what: "a ticket", open: openTicket, fault: { table: "live_ticket", event: "after delete", body: "insert into live_ticket select old.*; return null;" } },
  {
    what: "what a browser remembers by",
    open: openRemembered,
    fault: {
      table: "remember_token",
      event: "before update or delete",
      body: "if tg_op = 'DELETE' then return null; end if; new.spent_at := null; return new;",
    },
  },
  { what: "a captcha", open: openCaptcha, fault: { table: "captcha", event: "after delete", body: "insert into captcha select old.*; return null;" } },
];

/** Guesses so many times, so many at once; answers what was wrong about the answers. */
export async function guessAtOnce(world: World, { what, open }: Surface, { count, atOnce }: { count: number; atOnce: number }): Promise<readonly string[]> {
  const { guess, judged, judgedMax } = await open(world);
  const answers: string[] = [];
  let turn = 0;
  const keepGuessing = async (): Promise<void> => {
    while (turn < count) answers.push(await guess(turn++));
  };
  await Promise.all(Array.from({ length: atOnce }, keepGuessing));
  const looked = answers.filter((answer) => answer === judged).length;
  return [
    ...(looked > judgedMax ? [`${what}: ${looked} of ${count} were judged, ${judgedMax} may be`] : []),
    ...(looked === 0 ? [`${what}: none of ${count} was judged: ${[...new Set(answers)].join()}`] : []),
    ...(judged !== "ok" && answers.includes("ok") ? [`${what}: a guess opened it`] : []),
    ...answers.filter((answer) => answer === "server.error").map(() => `${what}: a fault of ours`),
  ];
}

/** Plants the surface's fault for as long as `act` takes. */
export async function withFault(world: World, { fault: { table, event, body } }: Surface, act: () => Promise<void>): Promise<void> {
  const { url } = world.open;
  await asOwner(url, `create function planted() returns trigger language plpgsql security definer as $$ begin ${body} end $$`);
  await asOwner(url, `create trigger planted ${event} on ${table} for each row execute function planted()`);
  try {
    await act();
  } finally {
    await asOwner(url, "drop function planted cascade");
  }
}
