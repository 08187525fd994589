import { createHmac } from "node:crypto";
import type { Endpoint, FileAnswer, RateLimit } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { isAgentType, isTrialType } from "@laro/contract/core/accountTypes";
import { SealedBody } from "@laro/contract/core/seal";
import { z } from "zod";
import type { Actor, OperatorActor } from "./actor.ts";
import { nameOf, queryOf, serveCalls, type Call, type CallAnswer, type CallTarget } from "./calls.ts";
import type { Clock } from "./clock.ts";
import type { Tx } from "./db.ts";
import { type CallServer, newRequestId } from "./http.ts";
import { callerKey, InFlight, type InFlightBounds } from "./inFlight.ts";
import { Rates } from "./rates.ts";
import { SharedAnswers } from "./shared.ts";
import { isStorable } from "./storable.ts";
import { recordable } from "./witness.ts";
import type { BoundRoute, Gatekeeper, Platform, UntypedContext } from "./routes.ts";

const READ_RATE = { count: 1_200, windowMs: 60_000 } as const;
const COMMAND_RATE = { count: 240, windowMs: 60_000 } as const;

/** Whoever asks for a shared answer gets what a visitor gets. */
const ANYONE: Actor = { kind: "guest", ip: "" };

interface Binding {
  readonly platform: Platform;
  readonly gatekeeper: Gatekeeper;
  readonly routes: readonly BoundRoute[];
  /** Other than usual where a proof shows what they are for. */
  readonly bounds?: InFlightBounds | undefined;
}

interface Bound {
  readonly calls: CallServer;
  readonly askShared: AskShared;
}

/** The answer that every caller of a shared endpoint gets, as it is written, for a call's path: for the pages that bring it along. */
export type AskShared = (path: string) => Promise<string>;

/** Binds contracts to HTTP: everything that is the same for every endpoint happens here and nowhere else. */
export async function bindRoutes({ platform, gatekeeper, routes, bounds }: Binding): Promise<Bound> {
  const [shared, rates, inFlight] = [new SharedAnswers(), new Rates(), new InFlight(bounds)];
  platform.live.listen(["everyone"], (message) => void ("stale" in message && shared.forget(message.stale)));
  const targets = routes.map((route): CallTarget => {
    const { endpoint } = route;
    const admit = async (call: Call): Promise<{ actor: Actor; leave: () => void }> => {
      const actor = await identify(endpoint, call, gatekeeper, rates);
      const place = inFlight.enter(actor, endpoint);
      return { actor, leave: place instanceof Promise ? await place : place };
    };
    const inTurn = async <Result>(call: Call, work: (actor: Actor) => Promise<Result>): Promise<Result> => {
      const { actor, leave } = await admit(call);
      try {
        return await work(actor);
      } finally {
        leave();
      }
    };
    const makeFile = async (call: Call): Promise<CallAnswer> => {
      const { actor, leave } = await admit(call);
      try {
        return { file: (await answer(route, call, { actor, platform, gatekeeper })) as FileAnswer, ended: leave };
      } catch (error) {
        leave();
        throw error;
      }
    };
    return {
      endpoint,
      answer: async (call) => {
        // What anyone may call is counted by network, before anything is read: a made-up token must not be a fresh count.
        if (endpoint.for === "guest") rates.count(endpoint.name, callerKey({ kind: "guest", ip: call.ip }), rateOf(endpoint));
        if (endpoint.file !== undefined) return makeFile(call);
        if (endpoint.sharedForMs === undefined) return { body: await inTurn(call, (actor) => say(route, call, { actor, platform, gatekeeper })) };
        const make = (): Promise<string> => say(route, call, { actor: ANYONE, platform, gatekeeper });
        return shared.get(keyOf(endpoint, await call.raw()), endpoint.sharedForMs, make, (work) => inTurn(call, work));
      },
    };
  });
  const calls = await serveCalls(targets, { log: platform.log, sentence: gatekeeper.sentence, origin: platform.config.origin });
  return { calls, askShared: sharedAsker(shared, { platform, gatekeeper, routes }) };
}

/** Nobody is counted for what we ask ourselves. */
function sharedAsker(shared: SharedAnswers, { platform, gatekeeper, routes }: Binding): AskShared {
  return async (path) => {
    const route = routes.find(({ endpoint }) => endpoint.name === nameOf(path));
    if (route?.endpoint.sharedForMs === undefined) throw new Error(`${path} is no path of a shared answer.`);
    const call: Call = { id: newRequestId(), url: path, ip: "", authorization: undefined, raw: async () => queryOf(path), visitor: undefined };
    const make = (): Promise<string> => say(route, call, { actor: ANYONE, platform, gatekeeper });
    return (await shared.get(keyOf(route.endpoint, queryOf(path)), route.endpoint.sharedForMs, make)).body;
  };
}

const say = async (route: BoundRoute, call: Call, answering: Answering): Promise<string> =>
  JSON.stringify({ success: true, value: encode(route.endpoint, await answer(route, call, answering)) });

/** A shared answer is kept by what was asked for, so that made-up parameters and other orders make no new one. Refuses as the call would. */
export function keyOf(endpoint: Endpoint, asked: unknown): string {
  const wire = z.encode(endpoint.input, parseInput(endpoint, asked)) as Record<string, unknown>;
  const heard = Object.entries(wire).filter(([name]) => endpoint.unheard?.includes(name) !== true);
  return `${endpoint.name} ${JSON.stringify(Object.fromEntries(heard))}`;
}

const rateOf = ({ rate, kind }: Endpoint): RateLimit => rate ?? (kind === "query" ? READ_RATE : COMMAND_RATE);

interface Answering {
  readonly actor: Actor;
  readonly platform: Platform;
  readonly gatekeeper: Gatekeeper;
  /** Is told the input before anything is done with it. */
  readonly saw?: (input: unknown) => Promise<void>;
}

function answer(route: BoundRoute, call: Call, answering: Answering): Promise<unknown> {
  const { endpoint } = route;
  const { actor, platform, gatekeeper } = answering;
  if (actor.kind !== "operator") return carryOut(route, call, answering);
  const staffCall = { endpoint, operator: actor, requestId: call.id, now: () => platform.clock.now() };
  return gatekeeper.witness.attend(staffCall, (saw) => {
    checkOperator(endpoint, actor);
    return carryOut(route, call, { ...answering, saw });
  });
}

async function carryOut(route: BoundRoute, call: Call, { actor, platform, gatekeeper, saw }: Answering): Promise<unknown> {
  const { endpoint } = route;
  const closed = closesWithSite(endpoint) ? gatekeeper.checkSiteOpen() : undefined;
  if (closed !== undefined) await closed;
  const input = parseInput(endpoint, await rawInput(endpoint, call, gatekeeper, platform.clock));
  if (saw !== undefined) await saw(input);
  // Only now: a body may take as long as its sender likes, and what it asks for happens today.
  const context = { actor, input, now: platform.clock.now(), platform, requestId: call.id, visitor: call.visitor };
  return run(route, context, gatekeeper);
}

/** What members change waits until the site is open again; staff go on, and so do vendors, whose wins must arrive. */
const closesWithSite = ({ kind, for: audience, whileClosed }: Endpoint): boolean =>
  kind === "command" && audience !== "operator" && audience !== "vendor" && whileClosed !== true;

/** An answer holds what its contract promised and nothing else. */
const encode = (endpoint: Endpoint, output: unknown): unknown => z.encode(endpoint.output, output);

/** Who calls, and whether they may. Counted by account over all its sessions; who is nobody is counted by network. */
async function identify(endpoint: Endpoint, { authorization = "", ip }: Call, gatekeeper: Gatekeeper, rates: Rates): Promise<Actor> {
  const kind = endpoint.for === "operator" ? "operator" : "member";
  const token = /^Bearer ([\w-]{20,100})$/.exec(authorization)?.[1];
  const actor = token === undefined ? undefined : await gatekeeper.authenticate(token, kind, ip);
  const guest: Actor = { kind: "guest", ip };
  if (endpoint.for === "guest") return actor ?? guest;
  rates.count(endpoint.name, callerKey(actor ?? guest), rateOf(endpoint));
  if (actor === undefined) refuse("sessions.required");
  if (actor.kind === "member") checkMember(endpoint, actor);
  if (endpoint.proof === true && actor.kind !== "guest") gatekeeper.checkProof(actor);
  return actor;
}

function checkOperator({ name, unfinished }: Endpoint, { permissions, mustChangePassword, factorMissing }: OperatorActor): void {
  if (!permissions.includes("*") && !permissions.includes(name)) refuse("sessions.forbidden");
  if (mustChangePassword && unfinished !== true) refuse("sessions.password_change_needed");
  if (factorMissing && unfinished !== true) refuse("sessions.factor_setup_needed");
}

function checkMember(endpoint: Endpoint, { type, mustChangePassword }: { type: number; mustChangePassword: boolean }): void {
  if (endpoint.for === "agent" && !isAgentType(type)) refuse("sessions.forbidden");
  if (isTrialType(type) && endpoint.trial !== true) refuse("sessions.real_account_needed");
  if (mustChangePassword && endpoint.unfinished !== true) refuse("sessions.password_change_needed");
}

async function rawInput(endpoint: Endpoint, { raw }: Call, gatekeeper: Gatekeeper, clock: Clock): Promise<unknown> {
  if (endpoint.sealed !== true) return raw();
  const body = SealedBody.safeParse(await raw());
  if (!body.success) refuse("request.seal_invalid");
  return gatekeeper.openSeal(body.data.sealed, endpoint.name, clock.now());
}

function parseInput(endpoint: Endpoint, raw: unknown): unknown {
  if (!isStorable(raw)) refuse("request.malformed");
  const parsed = endpoint.input.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  // A list, a text or nothing at all where fields belong is at no field.
  if (issue === undefined || (issue.code === "invalid_type" && issue.path.length === 0)) refuse("request.malformed");
  refuse("request.invalid", { field: issue.path.join("."), problem: issue.code === "custom" ? issue.message : issue.code });
}

type Caller = Omit<UntypedContext, "db" | "tx" | "ledger" | "begin">;

async function run({ endpoint, handle }: BoundRoute, context: Caller, gatekeeper: Gatekeeper): Promise<unknown> {
  const { database, reports, ledger } = context.platform;
  if (endpoint.kind === "query") return handle({ ...context, db: (endpoint.readsMuch === true || endpoint.file !== undefined ? reports : database).db });
  if (endpoint.money === "batched") return handle({ ...context, db: database.db, ledger });
  if (endpoint.transaction === "own") return handle({ ...context, db: database.db, begin: database.begin });
  return database.begin(async (tx) => {
    const output = await oncePerRequestId(endpoint, context, tx, () => handle({ ...context, tx }));
    if (context.actor.kind === "operator") {
      const { actor: operator, requestId, now } = context;
      const input = recordable(endpoint, context.input);
      await gatekeeper.recordCommand(tx, { operator, kind: "command", endpoint: endpoint.name, input, requestId, now });
    }
    return output;
  });
}

/** The same id with the same input answers the same and does nothing twice; with another input it is refused. */
async function oncePerRequestId(endpoint: Endpoint, { actor, input, now, platform }: Caller, tx: Tx, work: () => Promise<unknown>): Promise<unknown> {
  const requestId = (input as { requestId?: string }).requestId;
  if (requestId === undefined || actor.kind === "guest") return work();
  const key = { actor: `${actor.kind}:${actor.id}`, request_id: requestId };
  // Keyed, because the input may hold a payment password that a plain hash would give away.
  const digest = createHmac("sha256", platform.keys.dataKey)
    .update(JSON.stringify(z.encode(endpoint.input, input)))
    .digest();
  const fresh = await tx
    .insertInto("command_receipt")
    .values({ ...key, endpoint: endpoint.name, digest, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("request_id")
    .executeTakeFirst();
  if (fresh !== undefined) {
    const output = await work();
    const encoded = JSON.stringify(z.encode(endpoint.output, output));
    await tx.updateTable("command_receipt").set({ answer: encoded }).where("actor", "=", key.actor).where("request_id", "=", requestId).execute();
    return output;
  }
  const receipt = await tx
    .selectFrom("command_receipt")
    .select(["endpoint", "digest", "answer"])
    .where("actor", "=", key.actor)
    .where("request_id", "=", requestId)
    .executeTakeFirstOrThrow();
  if (receipt.endpoint !== endpoint.name || !receipt.digest.equals(digest)) refuse("request.id_reused");
  return endpoint.output.parse(receipt.answer);
}
