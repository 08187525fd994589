import { once } from "node:events";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { command, contract, Empty, query } from "@laro/contract/core/endpoint";
import { RequestId } from "@laro/contract/core/ids";
import { accounts } from "@laro/contract/accounts";
import { agents } from "@laro/contract/agents";
import { audit } from "@laro/contract/audit";
import { games } from "@laro/contract/games";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { wallet } from "@laro/contract/wallet";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { asOwner } from "../testing/owner.ts";
import { Person } from "../testing/person.ts";
import { createWorld, type World } from "../testing/world.ts";
import { bindRoutes } from "./binder.ts";
import { createHttp } from "./http.ts";
import { newId } from "./ids.ts";
import { answerError } from "./refusals.ts";
import { routes } from "./routes.ts";
import { soon } from "../testing/soon.ts";

const OPEN = { maintenance: false, regionRestriction: false };

/** A contract of the test's own, bound as every contract is. */
const probes = contract("probes", {
  note: command({
    for: "member",
    says: "Notes a text.",
    input: z.object({ requestId: RequestId, text: z.string(), secret: z.string().optional() }),
    output: z.object({ notes: z.string() }),
  }),
  fail: command({ for: "operator", says: "Writes, then fails.", input: z.object({}), output: Empty }),
  order: command({ for: "operator", says: "Writes.", input: z.object({ text: z.string() }), output: Empty }),
  leak: query({ for: "guest", says: "Answers more than it promised.", input: z.object({}), output: z.object({ shown: z.string() }) }),
  wait: query({ for: "guest", says: "Never answers.", input: z.object({}), output: Empty }),
  stall: command({ for: "guest", says: "Never answers.", transaction: "own", input: z.object({}), output: Empty }),
  turn: query({ for: "guest", says: "Answers when the test says so.", input: z.object({}), output: Empty }),
  rare: query({ for: "guest", says: "May be asked twice in ten seconds.", rate: { count: 2, windowMs: 10_000 }, input: z.object({}), output: Empty }),
});

let notes = 0;
const turns: (() => void)[] = [];
const probeRoutes = routes(probes, {
  note: async ({ input }) => ({ notes: `${input.text} ${++notes}` }),
  fail: async ({ tx, now }) => {
    await tx.insertInto("setting").values({ key: "failed", value: "{}", updated_at: now }).execute();
    throw new Error("a fault of ours with a secret in it");
  },
  order: async ({ tx, now, input }) => {
    await tx.insertInto("setting").values({ key: input.text, value: "{}", updated_at: now }).execute();
    return {};
  },
  leak: async () => ({ shown: "yes", hidden: "never" }),
  wait: () => new Promise(() => undefined),
  stall: () => new Promise(() => undefined),
  turn: () => new Promise((done) => turns.push(() => done({}))),
  rare: async () => ({}),
});

let world: World;
let app: FastifyInstance;
let probeAddress: string;

beforeAll(async () => {
  world = await createWorld();
  const { platform, gatekeeper } = world.open;
  app = await createHttp({
    log: platform.log,
    sentence: gatekeeper.sentence,
    calls: [(await bindRoutes({ platform, gatekeeper, routes: probeRoutes })).calls],
  });
  probeAddress = await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await app.close();
  await world.close();
});

/** The same person at the server of the probes. */
function atProbes({ token, ip }: Person): Person {
  const person = new Person({ address: probeAddress, clock: world.clock, ip });
  person.token = token;
  return person;
}

test("a call that needs a session answers 401 and 'You are not logged in, please login.' without one [ROLE-18, ERR-01]", async () => {
  expect(await world.guest().request("GET", "/api/wallet.balance")).toMatchObject({
    status: 401,
    answer: {
      success: false,
      message: "sessions.required",
      text: "You are not logged in, please login.",
      value: {},
      requestId: expect.stringMatching(/^[\w-]{12}$/),
    },
  });
});

test.each(["Bearer", "Bearer x", `Bearer ${"x".repeat(43)}`, `Basic ${"x".repeat(43)}`, `Bearer ${"x".repeat(5_000)}`])(
  "the authorization %.20s… is no session",
  async (authorization) => {
    const { status, answer } = await world.guest().request("GET", "/api/wallet.balance", undefined, { authorization });
    expect([status, answer]).toMatchObject([401, { message: "sessions.required" }]);
  },
);

test("a refusal speaks the caller's language, and English to one it does not know", async () => {
  const say = async (language: string) => (await world.guest().request("GET", "/api/wallet.balance", undefined, { "accept-language": language })).answer;
  expect(await say("TY")).toMatchObject({ text: "Hindi ka naka-log in, mag-log in muna." });
  expect(await say("TY,EN;q=0.5")).toMatchObject({ text: "Hindi ka naka-log in, mag-log in muna." });
  expect(await say("xx, __proto__")).toMatchObject({ text: "You are not logged in, please login." });
});

test("operators have no business at members' endpoints, nor members at operators'", async () => {
  const [player, finance] = [await world.player(), await world.operator("superadmin")];
  expect(await player.refused(audit.list, {})).toBe("sessions.required");
  expect(await finance.refused(wallet.balance, {})).toBe("sessions.required");
});

test("an operator is refused what their role may not do, and nothing of it happens", async () => {
  const support = await world.operator("support");
  const { status, answer } = await support.send(settings.setStatus, { maintenance: true, regionRestriction: false, seen: OPEN, reason: "curious" });
  expect([status, answer]).toMatchObject([403, { message: "sessions.forbidden" }]);
  expect(await (await world.operator("superadmin")).call(settings.site, {})).toMatchObject({ maintenance: false });
});

test("a player is refused what agents may ask, whatever type they claim to be [ROLE-16]", async () => {
  const player = await world.player();
  const { answer } = await player.request("GET", "/api/agents.overview?type=2&isAgent=true");
  expect(answer).toMatchObject({ message: "sessions.forbidden" });
  const agent = await world.member({ type: accountTypes.agent });
  expect((await agent.call(agents.overview, {})).all).toBe(0);
});

test("a trial account is refused what needs a real one and keeps what it may see", async () => {
  const trial = await world.member({ type: accountTypes.trial });
  expect(await trial.refused(wallet.history, {})).toBe("sessions.real_account_needed");
  expect(await trial.refused(games.launch, { nodeId: "1001" })).toBe("sessions.real_account_needed");
  expect(await trial.call(accounts.me, {})).toMatchObject({ isTrial: true });
});

test("an answer holds what its contract promised and not a field more [CALL-68]", async () => {
  const guest = atProbes(world.guest());
  expect((await guest.request("GET", "/api/probes.leak")).answer).toEqual({ success: true, value: { shown: "yes" } });
});

test("a fault of ours answers 500 without a word of what it was, and leaves neither its writes nor an audit entry", async () => {
  const admin = atProbes(await world.operator("superadmin"));
  const { status, answer } = await admin.request("POST", "/api/probes.fail", "{}");
  expect(status).toBe(500);
  expect(answer).toEqual({ success: false, message: "server.unknown", text: expect.any(String), value: {}, requestId: expect.any(String) });
  expect(JSON.stringify(answer)).not.toContain("secret");
  expect(
    await asOwner(world.open.url, "select 1 from setting where key = 'failed' union all select 1 from audit_entry where endpoint = 'probes.fail'"),
  ).toEqual([]);
});

test("the same request id with the same input answers the same and acts once, even ten at a time; with other input it is refused", async () => {
  const ann = atProbes(await world.player());
  const note = { requestId: newId(world.clock.now()), text: "once", secret: "246810" };
  const before = notes;
  const answers = await Promise.all(Array.from({ length: 10 }, () => ann.call(probes.note, note)));
  expect(new Set(answers.map((answer) => answer.notes))).toEqual(new Set([`once ${before + 1}`]));
  expect(notes).toBe(before + 1);
  expect(await ann.refused(probes.note, { ...note, text: "twice" })).toBe("request.id_reused");
  expect(await ann.refused(probes.note, { ...note, secret: "135790" })).toBe("request.id_reused");
});

test("two members' request ids have nothing to do with each other", async () => {
  const [ann, ben] = [atProbes(await world.player()), atProbes(await world.player())];
  const requestId = newId(world.clock.now());
  await ann.call(probes.note, { requestId, text: "mine" });
  expect((await ben.call(probes.note, { requestId, text: "his" })).notes).toMatch(/^his /);
});

test("staff commands stand in a chain in the transaction that did them, and a changed entry is found", async () => {
  const admin = await world.operator("superadmin");
  const reason = "planned work, second half of the night";
  await admin.call(settings.setStatus, { maintenance: true, regionRestriction: false, seen: OPEN, reason });
  await Promise.all(["a", "b", "c", "d"].map((text) => atProbes(admin).call(probes.order, { text })));
  await admin.call(settings.setStatus, { ...OPEN, seen: { ...OPEN, maintenance: true }, reason });
  expect(await admin.refused(settings.setFlag, { modId: "no-such-flag", enabled: true, reason })).toBe("settings.unknown_flag");

  const { list } = await admin.call(audit.list, { limit: 100 });
  expect(list[0]).toMatchObject({ kind: "refused", code: "settings.unknown_flag", endpoint: "settings.setFlag", input: { modId: "no-such-flag" } });
  expect(list[1]).toMatchObject({ operator: admin.name, endpoint: "settings.setStatus", input: { maintenance: false, regionRestriction: false, reason } });
  expect(list.filter(({ endpoint }) => endpoint === "probes.order")).toHaveLength(4);
  expect(await admin.call(audit.verify, {})).toEqual({ entries: list.length, brokenAt: null, next: null });

  const changed = list.findLast(({ kind, endpoint }) => kind === "command" && endpoint === "settings.setStatus")!.id;
  await asOwner(world.open.url, 'update audit_entry set input = input || \'{"reason":"nothing happened"}\' where id = $1', [changed]);
  expect((await admin.call(audit.verify, {})).brokenAt).toBe(changed);
  await asOwner(world.open.url, "update audit_entry set input = input || jsonb_build_object('reason', $2::text) where id = $1", [changed, reason]);
  await asOwner(world.open.url, "delete from audit_entry where id = $1", [list.at(-2)!.id]);
  expect((await admin.call(audit.verify, {})).brokenAt).toBe(list.at(-3)!.id);
});

test("the services' own role can neither change nor remove an audit entry", async () => {
  for (const statement of ["update audit_entry set endpoint = ''", "delete from audit_entry", "truncate audit_entry"]) {
    await expect(world.open.platform.database.pool.query(statement)).rejects.toThrow(/permission denied/);
  }
});

test("a call that is not answered is given up within ten seconds, whoever came and went beside it: a read is to be asked again, a change is pending", async () => {
  const guest = atProbes(world.guest());
  const [read, change] = [guest.request("GET", "/api/probes.wait"), guest.request("POST", "/api/probes.stall", "{}")];
  const begin = async () => {
    const before = turns.length;
    const call = guest.request("GET", "/api/probes.turn");
    await soon(() => expect(turns).toHaveLength(before + 1));
    const done = turns[before]!;
    return { call, end: () => (done(), call) };
  };
  const [first, second, third] = [await begin(), await begin(), await begin()];
  await first.end();
  const [stuck, last] = [await begin(), await begin()];
  for (const { end } of [third, second, last]) expect((await end()).status).toBe(200);
  for (const { status, answer, headers } of [await read, await stuck.call])
    expect([status, answer, headers.get("retry-after")]).toMatchObject([503, { message: "server.busy" }, "1"]);
  const { status, answer, headers } = await change;
  expect([status, answer, headers.get("retry-after")]).toMatchObject([503, { message: "server.pending" }, "1"]);
});

test("what the database ended because it idled within a transaction is a change nobody knows the outcome of, not a fault of ours", async () => {
  const client = new pg.Client({ connectionString: world.open.url });
  const ended = once(client, "error");
  // It says so twice.
  client.on("error", () => undefined);
  await client.connect();
  await client.query("set idle_in_transaction_session_timeout = 1");
  await client.query("begin");
  const [error] = (await ended) as [Error & { code: string }];
  expect(error.code).toBe("25P03");
  const { log } = world.open.platform;
  const refused = { requestId: "0", method: "POST", url: "/api/probes.order", headers: {} };
  const { status, body } = answerError(error, refused, { log, sentence: world.open.gatekeeper.sentence });
  expect([status, JSON.parse(body)]).toMatchObject([503, { message: "server.pending" }]);
});

test("past its rate a caller is answered 429 and told when to come back; a made-up token does not start a new count", async () => {
  const guest = atProbes(world.guest());
  const ask = (token: string) => guest.request("GET", "/api/probes.rare", undefined, { authorization: `Bearer ${token.repeat(43)}` });
  expect([(await ask("a")).status, (await ask("b")).status]).toEqual([200, 200]);
  const { status, answer, headers } = await ask("c");
  expect([status, answer]).toMatchObject([429, { message: "request.too_many" }]);
  const retryAfterS = Number(headers.get("retry-after"));
  expect(retryAfterS).toBeGreaterThan(1);
  expect(retryAfterS).toBeLessThanOrEqual(10);
  expect((await atProbes(world.guest()).request("GET", "/api/probes.rare")).status).toBe(200);
});

test("guessing passwords with a new made-up token each time ends at the address's rate", async () => {
  const guest = world.guest();
  const tries = Array.from({ length: 31 }, (_, index) =>
    guest.request("POST", `/api/${sessions.login.name}`, "{}", { authorization: `Bearer ${String(index).padEnd(43, "x")}` }),
  );
  expect((await Promise.all(tries)).filter(({ status }) => status === 429)).toHaveLength(1);
});
