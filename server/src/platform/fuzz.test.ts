import { accountTypes } from "@laro/contract/core/accountTypes";
import type { Answer } from "@laro/contract/core/endpoint";
import { errorStatus, type ErrorCode } from "@laro/contract/core/errors";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openSession } from "../core/sessions/sessions.ts";
import { allRoutes } from "../roles/features.ts";
import { hasField, hostileInput, validInput } from "../testing/arbitrary.ts";
import { isLong } from "../testing/long.ts";
import { asOwner } from "../testing/owner.ts";
import type { Person } from "../testing/person.ts";
import { createWorld, type World } from "../testing/world.ts";
import { isStorable } from "./storable.ts";

type Endpoint = (typeof allRoutes)[number]["endpoint"];
type Caller = "guest" | "member" | "agent" | "trial" | "operator";

const callers: readonly Caller[] = ["guest", "member", "agent", "trial", "operator"];
const LIMIT_MS = 120_000;
/** Sealed calls hash passwords, which is slow by design. */
const runsOf = ({ sealed }: Endpoint): number => (sealed === true ? 1 : 2) * (isLong ? 30 : 1);
const endpoints = allRoutes.map(({ endpoint }) => endpoint);

let world: World;
let subjects: Readonly<Record<Exclude<Caller, "guest">, bigint>>;
let addresses = 0;

beforeAll(async () => {
  world = await createWorld();
  const member = await world.player({ balance: 1_000_00n });
  const [agent, trial] = [await world.member({ type: accountTypes.agent }), await world.member({ type: accountTypes.trial })];
  await world.operator("superadmin");
  const [operator] = await asOwner<{ id: string }>(world.open.url, "select id::text from operator");
  subjects = { member: member.id, agent: agent.id, trial: trial.id, operator: BigInt(operator!.id) };
});
afterAll(() => world.close());
/** Some input closes the site or its registration; the next endpoint is met by an open one. */
afterEach(() => asOwner(world.open.url, "delete from setting"));

/** Someone with a session of their own, because some calls end it. */
async function meet(caller: Caller): Promise<Person> {
  const person = world.guest();
  if (caller === "guest") return person;
  const session = {
    kind: caller === "operator" ? "operator" : "member",
    subjectId: subjects[caller],
    mustChangePassword: false,
    ip: person.ip,
    now: world.clock.now(),
  } as const;
  person.token = await world.open.platform.database.begin((tx) => openSession(tx, session));
  return person;
}

function queryOf(input: unknown): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(typeof input === "object" && input !== null ? input : { value: input })) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, typeof one === "object" ? JSON.stringify(one) : String(one));
  }
  return query.size === 0 ? "" : `?${query}`;
}

/** Sends an input as the endpoint takes it, from a fresh address so that no rate limit hides what is behind it. */
async function send(person: Person, { name, method, sealed }: Endpoint, input: unknown): Promise<{ status: number; answer: Answer<unknown> }> {
  addresses++;
  const headers = { "x-forwarded-for": `172.${16 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}` };
  if (method === "GET") return person.request(method, `/api/${name}${queryOf(input)}`, undefined, headers);
  return person.request(method, `/api/${name}`, JSON.stringify(sealed === true ? { sealed: await person.seal(name, input) } : input), headers);
}

function checkAnswer(endpoint: Endpoint, { status, answer }: { status: number; answer: Answer<unknown> }): void {
  if (answer.success) {
    expect(status).toBe(200);
    expect(endpoint.output.safeParse(answer.value).error).toBeUndefined();
    return;
  }
  expect(Object.keys(answer).sort()).toEqual(["message", "requestId", "success", "text", "value"]);
  expect(answer).toMatchObject({
    message: expect.toBeOneOf(Object.keys(errorStatus)),
    value: expect.any(Object),
    requestId: expect.stringMatching(/^[\w-]{12}$/),
  });
  expect(answer.text).toMatch(/^\p{Lu}.*\.$/u);
  expect(status).toBe(errorStatus[answer.message as ErrorCode]);
  expect(status < 500 || status === 503, `${status} ${answer.message}`).toBe(true);
}

describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))("%s", (_name, endpoint) => {
  test.each(callers)(
    "answers anything a %s sends with what it promised or a refusal, never with a fault",
    async (caller) => {
      const person = await meet(caller);
      const any = fc.oneof(validInput(endpoint.input), hostileInput(endpoint.input));
      await fc.assert(
        fc.asyncProperty(any, async (input) => checkAnswer(endpoint, await send(person, endpoint, input))),
        { numRuns: runsOf(endpoint), endOnFailure: true },
      );
    },
    LIMIT_MS,
  );
});

const extras = {
  type: 2,
  isAgent: true,
  role: "superadmin",
  permissions: ["*"],
  balance: "1000000.00",
  accountId: "1",
  memberId: "1",
  verification: "A",
  mustChangePassword: false,
  closed: false,
  isAdmin: 1,
};

test("fields no contract has change neither an answer nor an account", async () => {
  const reads = endpoints.filter(({ kind, method }) => kind === "query" && method === "GET");
  const state = "select name, type, verification, closed, must_change_password, (select sum(balance) from wallet) as money from account order by id";
  const before = await asOwner(world.open.url, state);
  for (const caller of callers) {
    for (const endpoint of reads) {
      const foreign = Object.fromEntries(Object.entries(extras).filter(([name]) => !hasField(endpoint.input, name)));
      const [plain, padded] = [await send(await meet(caller), endpoint, {}), await send(await meet(caller), endpoint, foreign)];
      const comparable = ({ status, answer }: typeof plain) =>
        JSON.stringify([status, answer.success ? answer.value : [answer.message, answer.value]]).replaceAll(
          /"ip":"[^"]*"|"openSessions":\d+|"isThis":\w+|"id":"[\w-]{43}"/g,
          "",
        );
      expect(comparable(padded)).toBe(comparable(plain));
    }
    const person = await meet(caller);
    await person.request("POST", "/api/accounts.setLanguage", JSON.stringify({ language: "EN", ...extras }));
  }
  expect(await asOwner(world.open.url, state)).toEqual(before);
});

test("after all of that no account is another's, and the ledger is clean", async () => {
  expect(await world.audit()).toEqual([]);
  // Who registers is asked for a gaming venue by now: some have been opened.
  const player = await world.member({ type: accountTypes.player });
  expect(
    (
      await send(
        player,
        endpoints.find(({ name }) => name === "accounts.me")!,
        {},
      )
    ).answer,
  ).toMatchObject({ value: { account: player.name, type: 0 } });
});

test("only text that can be stored is taken, at any depth", () => {
  expect(isStorable({ a: [{ b: "ok 😀" }] })).toBe(true);
  for (const input of ["\0", { a: ["\ud83d"] }, { "\0": 1 }, JSON.parse(`${"[".repeat(20)}${"]".repeat(20)}`)]) expect(isStorable(input)).toBe(false);
});
