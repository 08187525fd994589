import { createHmac } from "node:crypto";
import type { Endpoint } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { isAgentType, isTrialType } from "@laro/contract/core/accountTypes";
import { SealedBody } from "@laro/contract/core/seal";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Actor } from "./actor.ts";
import type { Tx } from "./db.ts";
import { SharedAnswers } from "./shared.ts";
import { isStorable } from "./storable.ts";
import type { BoundRoute, Gatekeeper, Platform, UntypedContext } from "./routes.ts";

const READ_RATE = { count: 1_200, windowMs: 60_000 } as const;
const COMMAND_RATE = { count: 240, windowMs: 60_000 } as const;
/** With fewer, a caller's count would be forgotten while others call. */
const CALLERS_COUNTED_MAX = 50_000;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

interface Binding {
  readonly platform: Platform;
  readonly gatekeeper: Gatekeeper;
  readonly routes: readonly BoundRoute[];
}

/** Binds contracts to HTTP: everything that is the same for every endpoint happens here and nowhere else. */
export function bindRoutes(app: FastifyInstance, { platform, gatekeeper, routes }: Binding): void {
  const shared = new SharedAnswers();
  for (const route of routes) {
    const { endpoint } = route;
    const rate = endpoint.rate ?? (endpoint.kind === "query" ? READ_RATE : COMMAND_RATE);
    const url = `/api/${endpoint.name}`;
    const make = async (request: FastifyRequest): Promise<string> =>
      JSON.stringify({ success: true, value: await answer(route, request, platform, gatekeeper) });
    const answerOne = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
      reply
        .header("cache-control", "no-store")
        .type("application/json")
        .send(await make(request));
    const answerShared =
      (maxAgeMs: number) =>
      async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
        const { body, etag } = await shared.get(request.url, maxAgeMs, () => make(request));
        reply.header("cache-control", "no-cache").header("etag", etag).type("application/json");
        return request.headers["if-none-match"] === etag ? reply.status(304).send() : reply.send(body);
      };
    app.route({
      method: METHODS.filter((method) => method !== endpoint.method),
      url,
      onRequest: async (_request, reply) => {
        reply.header("allow", endpoint.method);
        refuse("request.wrong_method");
      },
      handler: () => undefined,
    });
    app.route({
      method: endpoint.method,
      url,
      ...(endpoint.bodyLimitBytes === undefined ? {} : { bodyLimit: endpoint.bodyLimitBytes }),
      config: {
        isData: true,
        rateLimit: { max: rate.count, timeWindow: rate.windowMs, cache: CALLERS_COUNTED_MAX, keyGenerator: endpoint.for === "guest" ? addressKey : callerKey },
      },
      handler: endpoint.sharedForMs === undefined ? answerOne : answerShared(endpoint.sharedForMs),
    });
  }
}

/** What anyone may call is counted by address: a made-up token must not be a fresh count. */
const addressKey = (request: FastifyRequest): string => request.ip;
const callerKey = (request: FastifyRequest): string => request.headers.authorization ?? request.ip;

async function answer(route: BoundRoute, request: FastifyRequest, platform: Platform, gatekeeper: Gatekeeper): Promise<unknown> {
  const { endpoint } = route;
  const actor = await identify(endpoint, request, gatekeeper);
  const now = platform.clock.now();
  const input = parseInput(endpoint, await rawInput(endpoint, request, gatekeeper, now));
  const context = { actor, input, now, platform, requestId: request.id };
  const output = await run(route, context, gatekeeper);
  return z.encode(endpoint.output, output);
}

async function identify(endpoint: Endpoint, request: FastifyRequest, gatekeeper: Gatekeeper): Promise<Actor> {
  const kind = endpoint.for === "operator" ? "operator" : "member";
  const token = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? "")?.[1];
  const actor = token === undefined ? undefined : await gatekeeper.authenticate(token, kind, request.ip);
  if (endpoint.for === "guest") return actor ?? { kind: "guest", ip: request.ip };
  if (actor === undefined) refuse("sessions.required");
  if (actor.kind === "member") checkMember(endpoint, actor);
  if (actor.kind === "operator" && !actor.permissions.includes("*") && !actor.permissions.includes(endpoint.name)) refuse("sessions.forbidden");
  return actor;
}

function checkMember(endpoint: Endpoint, { type, mustChangePassword }: { type: number; mustChangePassword: boolean }): void {
  if (endpoint.for === "agent" && !isAgentType(type)) refuse("sessions.forbidden");
  if (isTrialType(type) && endpoint.trial !== true) refuse("sessions.real_account_needed");
  if (mustChangePassword && endpoint.unfinished !== true) refuse("sessions.password_change_needed");
}

async function rawInput(endpoint: Endpoint, request: FastifyRequest, gatekeeper: Gatekeeper, now: Date): Promise<unknown> {
  if (endpoint.method === "GET") return request.query;
  if (endpoint.sealed !== true) return request.body ?? {};
  const body = SealedBody.safeParse(request.body);
  if (!body.success) refuse("request.seal_invalid");
  return gatekeeper.openSeal(body.data.sealed, endpoint.name, now);
}

function parseInput(endpoint: Endpoint, raw: unknown): unknown {
  if (!isStorable(raw)) refuse("request.malformed");
  const parsed = endpoint.input.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  refuse("request.invalid", { field: issue?.path.join(".") ?? "", problem: issue?.code ?? "custom" });
}

type Caller = Omit<UntypedContext, "db" | "tx" | "ledger" | "begin">;

async function run({ endpoint, handle }: BoundRoute, context: Caller, gatekeeper: Gatekeeper): Promise<unknown> {
  const { database, ledger } = context.platform;
  if (endpoint.kind === "query") return handle({ ...context, db: database.db });
  if (endpoint.money === "batched") return handle({ ...context, db: database.db, ledger });
  if (endpoint.transaction === "own") return handle({ ...context, db: database.db, begin: database.begin });
  return database.begin(async (tx) => {
    const output = await oncePerRequestId(endpoint, context, tx, () => handle({ ...context, tx }));
    if (context.actor.kind === "operator") {
      const input = endpoint.sealed === true ? {} : z.encode(endpoint.input, context.input);
      await gatekeeper.recordCommand(tx, { operator: context.actor, endpoint: endpoint.name, input, requestId: context.requestId, now: context.now });
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
