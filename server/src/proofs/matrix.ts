import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountTypes } from "@laro/contract/core/accountTypes";
import type { Endpoint } from "@laro/contract/core/endpoint";
import { operatorRoles } from "@laro/contract/operators";
import { sessions } from "@laro/contract/sessions";
import { hashToken } from "../core/sessions/sessions.ts";
import { allRoutes } from "../roles/features.ts";
import { asOwner } from "../testing/owner.ts";
import type { Person } from "../testing/person.ts";
import type { World } from "../testing/world.ts";

/**
 * Who may call what: every endpoint as every kind of caller finds it over HTTP. What is sent is broken on purpose, so that nothing is carried out; whoever
 * may call is told so, whoever may not hears why before anything of it is read.
 */
const FILE = join(import.meta.dirname, "matrix.csv");

/** What keeps a caller out, in the table's words. */
const gates: Readonly<Record<string, string>> = {
  "sessions.required": "session",
  "sessions.forbidden": "forbidden",
  "sessions.real_account_needed": "trial",
  "sessions.password_change_needed": "password",
  "sessions.factor_setup_needed": "factor",
  "sessions.proof_needed": "proof",
  "request.foreign_origin": "origin",
};

export interface Caller {
  readonly name: string;
  readonly person: Person;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Changes the session somebody holds as if it had been opened so. */
async function changeSession({ open }: World, { token = "" }: Person, change: string): Promise<void> {
  const session = hashToken(token);
  await asOwner(open.url, `update session set ${change} where token_hash = $1`, [session]);
  open.platform.live.forgetSessionHere(session.toString("base64url"));
}

/** One of every kind of caller, each logged in as its kind is. */
export async function gatherCallers(world: World): Promise<readonly Caller[]> {
  const ended = await world.player();
  await ended.call(sessions.logout, {});
  const unproved = await world.player();
  await changeSession(world, unproved, "proved_at = null");
  const given = await world.member({ type: accountTypes.player, password: "123456" });
  const unbound = await world.operator("support");
  await changeSession(world, unbound, "factor_missing = true");
  const staff = await Promise.all(operatorRoles.map(async (role) => ({ name: role, person: await world.operator(role) })));
  return [
    { name: "visitor", person: world.guest() },
    { name: "ended", person: ended },
    { name: "trial", person: await world.member({ type: accountTypes.trial }) },
    { name: "member", person: await world.player() },
    { name: "unproved", person: unproved },
    { name: "givenPassword", person: given },
    { name: "agent", person: await world.member({ type: accountTypes.agent }) },
    { name: "affiliate", person: await world.member({ type: accountTypes.affiliate }) },
    ...staff,
    { name: "staffWithoutFactor", person: unbound },
    { name: "foreignPage", person: await world.player(), headers: { origin: "https://elsewhere.example" } },
  ];
}

async function probe({ method, name }: Endpoint, { person, headers = {} }: Caller): Promise<string> {
  const [path, body] = method === "GET" ? [`/api/${name}?probe=%00`, undefined] : [`/api/${name}`, "["];
  const { answer } = await person.request(method, path, body, { "content-type": "application/json", ...headers });
  return answer.success ? "may" : (gates[answer.message] ?? "may");
}

/** The table as it is: a line for each endpoint, by name. */
export async function drawMatrix(
  callers: readonly Caller[],
  wanted: readonly Endpoint[] = allRoutes.map(({ endpoint }) => endpoint),
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const endpoint of wanted.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const found = await Promise.all(callers.map((caller) => probe(endpoint, caller)));
    lines.push([endpoint.name, endpoint.for, ...found].join(","));
  }
  return [["endpoint", "for", ...callers.map(({ name }) => name)].join(","), ...lines];
}

export const readMatrix = (): readonly string[] => readFileSync(FILE, "utf8").trimEnd().split("\n");

export const writeMatrix = (lines: readonly string[]): void => writeFileSync(FILE, `${lines.join("\n")}\n`);
