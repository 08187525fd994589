/** What ends a session ends it everywhere: at every process, its socket, its tickets, what a browser remembers and what waits for a second factor. */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { accounts } from "@laro/contract/accounts";
import { LIVE_PATH } from "@laro/contract/core/live";
import { factors } from "@laro/contract/factors";
import { members } from "@laro/contract/members";
import { operators } from "@laro/contract/operators";
import { protection } from "@laro/contract/protection";
import { recoveries } from "@laro/contract/recoveries";
import { sessions } from "@laro/contract/sessions";
import { WebSocket } from "ws";
import { codeAt } from "../testing/authenticator.ts";
import { readCaptcha } from "../testing/captcha.ts";
import { memberWith } from "../testing/contacts.ts";
import { readLetters } from "../testing/outbox.ts";
import { Person } from "../testing/person.ts";
import type { Sister } from "../testing/sister.ts";
import type { World } from "../testing/world.ts";
import { attempt, moved } from "./identity.guesses.ts";

/** A world with a second process, and who acts for the house in it. */
export interface House {
  readonly world: World;
  readonly sister: Sister;
  readonly admins: readonly [Person, Person];
}

/** Somebody who has everything open that can be. */
interface Victim {
  readonly person: Person;
  /** The same in another session. */
  readonly other: Person;
  readonly id: bigint;
  readonly email: string;
  readonly recoveryCode: string;
  /** Each open thing, and how it is found out whether it opens anything. */
  readonly open: Readonly<Record<string, () => Promise<boolean>>>;
}

export interface Ending {
  readonly what: string;
  readonly of: "member" | "operator";
  readonly end: (house: House, victim: Victim) => Promise<unknown>;
  /** What it does not touch. */
  readonly spared?: readonly string[];
}

const reason = "the proof says so";
const NEW = "Better-horse-8";
const HEARD_WITHIN_MS = 1_500;
const LOOK_EVERY_MS = 50;

const opens = async (asked: Promise<{ answer: { success: boolean } }>): Promise<boolean> => (await asked).answer.success;

/** Whether a ticket opens a socket; one that is refused is closed at once. */
async function opensSocket(address: string, ticket: string): Promise<boolean> {
  const socket = await openSocket(address, ticket);
  await Promise.race([socket.closed, sleep(LOOK_EVERY_MS * 4)]);
  const isOpen = socket.isOpen();
  socket.close();
  return isOpen;
}

async function openSocket(address: string, ticket: string): Promise<{ isOpen: () => boolean; closed: Promise<unknown>; close: () => void }> {
  const socket = new WebSocket(`${address.replace("http", "ws")}${LIVE_PATH}?ticket=${ticket}`);
  const closed = once(socket, "close");
  await once(socket, "open");
  return { isOpen: () => socket.readyState === WebSocket.OPEN, closed, close: () => socket.terminate() };
}

const PLACES = { here: "its session", there: "its session at another process", socket: "its socket" } as const;
const WAITING = "a login that waits";
let people = 0;

/** The same browser at the same address. */
function atHome(world: World, { ip, cookies }: Person): Person {
  const tab = new Person({ address: world.address, clock: world.clock, ip });
  for (const [name, value] of cookies) tab.cookies.set(name, value);
  return tab;
}

/** A member with a session at both processes, a socket, two tickets, a browser that remembers and a login that waits for its second factor. */
async function openMember({ world, sister }: House): Promise<Victim> {
  const email = `ending${++people}@example.com`;
  const person = await memberWith(world, { kind: "email", value: email });
  const { key } = await person.call(factors.beginTotp, {});
  const { recoveryCodes } = await person.call(factors.confirmTotp, { code: codeAt(key, world.clock.now()) });
  person.token = (await person.call(sessions.login, { ...attempt(person.name, person.password), remember: true })).token;
  const there = sister.meet(person);
  const tickets = [await person.call(sessions.liveTicket, {}), await person.call(sessions.liveTicket, {}), await person.call(sessions.handOver, {})] as const;
  const socket = await openSocket(sister.address, tickets[0].ticket);
  const elsewhere = moved(world, person);
  await elsewhere.refused(sessions.login, attempt(person.name, person.password));
  const [tab, other] = [atHome(world, person), atHome(world, person)];
  other.cookies.clear();
  other.token = (await other.call(sessions.login, attempt(person.name, person.password))).token;
  const open = {
    [PLACES.here]: () => opens(person.send(accounts.me, {})),
    [PLACES.there]: () => opens(there.send(accounts.me, {})),
    [PLACES.socket]: () => Promise.resolve(socket.isOpen()),
    "a ticket for a socket": () => opensSocket(world.address, tickets[1].ticket),
    "a ticket for another screen": () => opens(tab.send(sessions.takeOver, { ticket: tickets[2].ticket })),
    "what a browser remembers by": () => opens(tab.send(sessions.loginRemembered, {})),
    [WAITING]: () => opens(elsewhere.send(sessions.answerChallenge, { method: "totp", answer: recoveryCodes[1]! })),
  };
  return { person, other, id: person.id, email, recoveryCode: recoveryCodes[0]!, open };
}

/** An officer with a session at both processes, a socket and a ticket. */
async function openOfficer({ world, sister }: House): Promise<Victim> {
  const person = await world.operator("finance");
  const { id } = await world.open.platform.database.db.selectFrom("operator").select("id").where("name", "=", person.name).executeTakeFirstOrThrow();
  const there = sister.meet(person);
  const tickets = [await person.call(sessions.liveTicketOperator, {}), await person.call(sessions.liveTicketOperator, {})] as const;
  const socket = await openSocket(sister.address, tickets[0].ticket);
  const open = {
    [PLACES.here]: () => opens(person.send(factors.mineOperator, {})),
    [PLACES.there]: () => opens(there.send(factors.mineOperator, {})),
    [PLACES.socket]: () => Promise.resolve(socket.isOpen()),
    "a ticket for a socket": () => opensSocket(world.address, tickets[1].ticket),
  };
  return { person, other: person, id, email: "", recoveryCode: "", open };
}

/** A new password by the link that was sent, with the second factor. */
async function reset({ world }: House, { person, email, recoveryCode }: Victim): Promise<void> {
  await world.guest().call(recoveries.byEmail, { username: person.name, email, ...(await readCaptcha(world)) });
  const letter = (await readLetters(world, email)).find(({ template }) => template === "recoveryMail");
  const ticket = /\/reset#([\w-]{43})/.exec(letter?.body ?? "")?.[1] ?? "";
  await world.guest().call(recoveries.byTicket, { ticket, newPassword: NEW, confirmNewPassword: NEW, factor: recoveryCode });
}

async function changeRole({ admins: [one, other] }: House, { id }: Victim): Promise<void> {
  const proposal = await one.call(operators.setRoles, { id, roles: ["support"], reason });
  await other.call(operators.confirm, { id: proposal.id, reason });
}

export const endings: readonly Ending[] = [
  { what: "logging out", of: "member", end: (_, { person }) => person.call(sessions.logout, {}), spared: [WAITING] },
  {
    what: "a new password",
    of: "member",
    end: (_, { person, other }) => other.call(accounts.changePassword, { oldPassword: person.password, newPassword: NEW, confirmNewPassword: NEW }),
  },
  { what: "a reset", of: "member", end: reset },
  { what: "a ban", of: "member", end: ({ admins: [admin] }, { id }) => admin.call(members.close, { id, reason }) },
  { what: "an exclusion", of: "member", end: (_, { person }) => person.call(protection.excludeMyself, { period: "1y", password: person.password }) },
  { what: "another role", of: "operator", end: changeRole },
  { what: "a closed account", of: "operator", end: ({ admins: [admin] }, { id }) => admin.call(operators.close, { id, reason }) },
];

/** What should be closed after an ending and is open, or the other way round. */
export async function findOpen(house: House, { of, end, spared = [] }: Ending): Promise<readonly string[]> {
  const victim = await (of === "member" ? openMember(house) : openOfficer(house));
  await end(house, victim);
  await untilHeard(victim, spared);
  const faults: string[] = [];
  for (const [thing, isOpen] of Object.entries(victim.open)) {
    const isSpared = spared.includes(thing);
    if ((await isOpen()) !== isSpared) faults.push(isSpared ? `${thing} was closed` : `${thing} is open`);
  }
  return faults;
}

/** Everything there is to end, for an ending that ends nothing. */
export const everything: readonly string[] = [
  ...Object.values(PLACES),
  "a ticket for a socket",
  "a ticket for another screen",
  "what a browser remembers by",
  WAITING,
];

/** Another process hears of an end a moment after its commit. */
async function untilHeard({ open }: Victim, spared: readonly string[]): Promise<void> {
  const heard = [PLACES.here, PLACES.there, PLACES.socket].filter((place) => !spared.includes(place)).map((place) => open[place]!);
  for (let waitedMs = 0; waitedMs < HEARD_WITHIN_MS && (await Promise.all(heard.map((isOpen) => isOpen()))).includes(true); waitedMs += LOOK_EVERY_MS)
    await sleep(LOOK_EVERY_MS);
}
