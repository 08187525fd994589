/** Answers proof: every live endpoint is asked by every kind of caller, and the answers equal a table that people read. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer, Endpoint } from "@laro/contract/core/endpoint";
import { transfers } from "@laro/contract/transfers";
import { projectRoot } from "../platform/config.ts";
import { allRoutes } from "../roles/features.ts";
import { asOwner } from "../testing/owner.ts";
import type { Person } from "../testing/person.ts";
import type { World } from "../testing/world.ts";
import { type Caller, type Cast, openCast } from "./answers.callers.ts";
import { inputOf, isSeenFromAbove, nothing, owned, type Things } from "./answers.inputs.ts";

export const WRITE = "npm run proof answers -- --write";

const FILE = join(projectRoot, "server/src/proofs/answers.csv");

/** By name, so that where an endpoint stands in the code changes nothing. */
export const endpoints: readonly Endpoint[] = allRoutes.map(({ endpoint }) => endpoint).toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** What each caller is answered, by endpoint: "ok" or the code of the refusal. */
export type Table = ReadonlyMap<string, ReadonlyMap<string, string>>;

export function readTable(): Table {
  const [head = "", ...lines] = readFileSync(FILE, "utf8").trim().split("\n");
  const [, ...callers] = head.split(",");
  return new Map(
    lines.map((line) => {
      const [endpoint = "", ...codes] = line.split(",");
      return [endpoint, new Map(callers.map((caller, index) => [caller, codes[index] ?? ""]))];
    }),
  );
}

export function writeTable(table: Table): void {
  const [first] = table.values();
  const lines = [...table].map(([endpoint, row]) => [endpoint, ...row.values()].join(","));
  writeFileSync(FILE, `${[["endpoint", ...(first?.keys() ?? [])].join(","), ...lines].join("\n")}\n`);
}

/** A server with everybody who calls it. */
export interface Stage extends Cast {
  readonly world: World;
  readonly sealers: Map<World, Person>;
  readonly tokens: Map<Caller, string | undefined>;
}

/** `strict` is a server of the market that lets nobody unverified in; one of the callers calls there. */
export const openStage = async (world: World, strict: World): Promise<Stage> => ({
  world,
  sealers: new Map([world, strict].map((at) => [at, at.guest()])),
  tokens: new Map(),
  ...(await openCast(world, strict)),
});

interface Asked {
  readonly asked?: readonly Endpoint[];
  /** Leaves out who is turned away at the door for being a member or staff: of that alone the matrix tells. */
  readonly isShort?: boolean;
}

/** Asks every endpoint as every caller. Staff come last, because what they may change is everybody's. */
export async function askEverything(stage: Stage, { asked = endpoints, isShort = false }: Asked = {}): Promise<Table> {
  const table = new Map(asked.map(({ name }) => [name, new Map(stage.callers.map(({ name: caller }) => [caller, ""]))]));
  for (const isStaff of [false, true]) {
    const callers = stage.callers.filter(({ kind }) => (kind === "operator") === isStaff);
    for (const endpoint of asked.filter((one) => !isShort || !isShut(one, isStaff))) {
      // Tries are counted over all endpoints: each begins with none.
      if (endpoint.kind === "command" && !isShut(endpoint, isStaff)) await asOwner(stage.world.open.url, "delete from login_failure");
      const ask = async (caller: Caller): Promise<void> => {
        const { answer } = await send(stage, endpoint, { caller, things: { ...stage.things, ...caller.own } });
        table.get(endpoint.name)!.set(caller.name, answer.success ? "ok" : answer.message);
      };
      if (endpoint.kind === "query" || isShut(endpoint, isStaff)) await Promise.all(callers.map(ask));
      else for (const caller of callers) await ask(caller);
    }
  }
  return table;
}

/** Staff have no session of a member's, nor members one of staff's: their calls change nothing. */
const isShut = ({ for: audience }: Endpoint, isStaff: boolean): boolean => audience !== "guest" && (audience === "operator") !== isStaff;

/** Where a table differs from the one that was agreed on, or holds what nobody may ever be answered; who was not asked does not count. */
export function compareTables(found: Table, agreed: Table): readonly string[] {
  const faults: string[] = [];
  for (const [endpoint, row] of found) {
    for (const [caller, code] of row) {
      const expected = agreed.get(endpoint)?.get(caller);
      if (code !== "" && expected !== code) faults.push(`${endpoint} as ${caller}: ${code}, agreed was ${expected ?? "nothing"}`);
      if (code.startsWith("server.")) faults.push(`${endpoint} as ${caller}: a fault of ours, ${code}`);
    }
  }
  return faults;
}

/** Everybody but its owner gets the same answer to somebody's thing as to nothing. Answers where not. */
export async function findLeaks(stage: Stage): Promise<readonly string[]> {
  const faults: string[] = [];
  const strangers = stage.callers.filter(({ name }) => ["other", "agentTop", "agentDown", "agentBeside"].includes(name));
  for (const endpoint of endpoints.filter(({ name }) => Object.hasOwn(owned, name))) {
    for (const caller of strangers.filter(({ name }) => name !== "agentTop" || !isSeenFromAbove(endpoint.name))) {
      const [foreign, unknown] = [await send(stage, endpoint, { caller, things: stage.things }), await send(stage, endpoint, { caller, things: nothing })];
      if (comparable(foreign) !== comparable(unknown))
        faults.push(`${endpoint.name} as ${caller.name}: ${comparable(foreign)}, of nothing ${comparable(unknown)}`);
    }
  }
  return faults;
}

interface Sent {
  readonly status: number;
  readonly answer: Answer<unknown>;
}

const comparable = ({ status, answer }: Sent): string => JSON.stringify([status, answer.success ? answer.value : { ...answer, requestId: "" }]);

const passesMoney = new Set<string>([transfers.toUpline.name, transfers.toDownline.name]);

let addresses = 0;

async function send({ sealers, tokens }: Stage, endpoint: Endpoint, { caller, things }: { caller: Caller; things: Things }): Promise<Sent> {
  const { name, method, sealed, kind } = endpoint;
  const { world } = caller;
  addresses++;
  const input = inputOf(endpoint, things, world.clock.now());
  const person = world.guest();
  if (!tokens.has(caller)) tokens.set(caller, await caller.enter());
  person.token = tokens.get(caller);
  // From an address of its own, so that no limit of another call's answers.
  const headers = { ...caller.headers, "x-forwarded-for": `172.${16 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}` };
  const query = new URLSearchParams(Object.entries(input).map(([key, value]): [string, string] => [key, String(value)]));
  const sent =
    method === "GET"
      ? await person.request(method, `/api/${name}?${query}`, undefined, headers)
      : await person.request(
          method,
          `/api/${name}`,
          JSON.stringify(sealed === true ? { sealed: await sealers.get(world)!.seal(name, input) } : input),
          headers,
        );
  // What came by transfer leaves only when it was played, and here nobody plays.
  if (passesMoney.has(name)) await asOwner(world.open.url, "delete from turnover where source = 'transfer'");
  // What was let in may have ended the session, or proved it.
  if (kind === "command" && (sent.answer.success || !isAtTheDoor(sent.answer.message))) tokens.delete(caller);
  return sent;
}

const isAtTheDoor = (code: string): boolean => code === "sessions.required" || code === "sessions.forbidden" || code === "request.foreign_origin";
