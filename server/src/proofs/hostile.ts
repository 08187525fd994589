/** The hostile member: a process of its own at the least priority, so that what the attack costs the attacker is not taken for what it costs others. */
import { constants, setPriority } from "node:os";
import type { Endpoint } from "@laro/contract/core/endpoint";
import { systemClock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import { Person } from "../testing/person.ts";

export interface HostileCall extends Pick<Endpoint, "name" | "method" | "sealed"> {
  /** As it travels; its request id is made anew each time. */
  readonly input: object;
}

export interface Attack {
  readonly address: string;
  readonly ip: string;
  readonly token: string;
  readonly calls: readonly HostileCall[];
}

const IN_FLIGHT = 40;

/** Calls an endpoint once, and does not care what comes of it. */
async function callOnce(person: Person, { name, method, sealed, input }: HostileCall): Promise<void> {
  const path = `/api/${name}`;
  if (method === "GET") return void (await person.request(method, `${path}?${new URLSearchParams(Object.entries(input))}`));
  const fresh = "requestId" in input ? { ...input, requestId: newId(systemClock.now()) } : input;
  await person.request(method, path, JSON.stringify(sealed === true ? { sealed: await person.seal(name, fresh) } : fresh));
}

let ending = new AbortController();
let ended: Promise<unknown> = Promise.resolve();

function begin({ address, ip, token, calls }: Attack): void {
  const { signal } = (ending = new AbortController());
  const person = new Person({ address, ip, clock: systemClock });
  person.token = token;
  let turn = 0;
  // A server that refuses a body unread closes the connection on it.
  const keepCalling = async (): Promise<void> => {
    while (!signal.aborted) await callOnce(person, calls[turn++ % calls.length]!).catch(() => undefined);
  };
  ended = Promise.all(Array.from({ length: IN_FLIGHT }, keepCalling));
  setImmediate(() => process.send?.("begun"));
}

setPriority(constants.priority.PRIORITY_LOW);
process.on("message", (order: Attack | "stop") => {
  if (order !== "stop") return begin(order);
  ending.abort();
  void ended.then(() => process.send?.("stopped"));
});
process.on("disconnect", () => process.exit());
