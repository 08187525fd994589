import { randomUUID } from "node:crypto";
import type { OutgoingHttpHeaders } from "node:http";
import helmet, { type FastifyHelmetOptions } from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import websocket from "@fastify/websocket";
import { errorStatus, Refusal, type ErrorCode } from "@laro/contract/core/errors";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import pg from "pg";
import type { Log } from "./log.ts";
import type { Gatekeeper } from "./routes.ts";

const BODY_LIMIT_BYTES = 100 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** Who is within the limits need not hear of them; who is not hears when to come back. */
const QUIET = { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false };
const WEBSOCKET_PAYLOAD_MAX_BYTES = 1024;

/** The client's address as our own proxy on this machine reports it; anyone else's word is not taken. */
const TRUSTED_PROXIES = ["127.0.0.1", "::1"];

export interface HttpOptions {
  readonly log: Log;
  readonly sentence: Gatekeeper["sentence"];
}

/** The HTTP server every role shares: limits, headers and one way to answer an error. */
export async function createHttp({ log, sentence }: HttpOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    trustProxy: TRUSTED_PROXIES,
    genReqId: () => randomUUID().slice(-12),
    // A logger per request costs more than most requests have to say; an error is logged with its request's id.
    childLoggerFactory: (logger) => logger,
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => void answerError({ error, request: request as FastifyRequest, reply: reply as FastifyReply, log, sentence }),
  });
  app.removeContentTypeParser("text/plain");
  await app.register(websocket, { options: { maxPayload: WEBSOCKET_PAYLOAD_MAX_BYTES } });
  await app.register(rateLimit, { global: false, addHeadersOnExceeding: QUIET });
  const [ofPages, ofData] = [await learnHeaders(pageSecurity), await learnHeaders(dataSecurity)];
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(request.routeOptions.config.isData === true ? ofData : ofPages);
    done();
  });
  app.setErrorHandler((error: FastifyError, request, reply) => answerError({ error, request, reply, log, sentence }));
  return app;
}

const pageSecurity: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", "data:", "blob:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      frameSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: "same-origin" },
};

/** Data is not rendered: what only a page needs would be a tenth of a bet's time. */
const dataSecurity: FastifyHelmetOptions = {
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route answers data, never a page. */
    readonly isData?: boolean;
  }
}

/** Helmet's headers are the same on every answer; made anew for each they took a twelfth of a bet's time, so they are read off one answer. */
async function learnHeaders(security: FastifyHelmetOptions): Promise<OutgoingHttpHeaders> {
  const probe = Fastify();
  await probe.register(helmet, security);
  probe.get("/", (_request, reply) => reply.send());
  const { headers } = await probe.inject("/");
  await probe.close();
  const { "content-length": _length, connection: _connection, date: _date, ...constant } = headers;
  return constant;
}

interface ErrorAnswer {
  readonly error: FastifyError;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly log: Log;
  readonly sentence: Gatekeeper["sentence"];
}

/** Every error leaves as a code, a sentence in the caller's language, its data and the request id; never a stack. */
function answerError({ error, request, reply, log, sentence }: ErrorAnswer): FastifyReply {
  const refusal = asRefusal(error, request.method, reply.getHeader("retry-after"));
  if (refusal.code === "server.unknown") log.error({ err: error, requestId: request.id, url: request.routeOptions.url }, "unexpected fault");
  const { retryAfter } = refusal.values;
  if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
  const text = sentence(refusal.code, refusal.values, languageOf(request));
  return reply.status(errorStatus[refusal.code]).send({ success: false, message: refusal.code, text, value: refusal.values, requestId: request.id });
}

/** The language a caller asked for, as a code of ours; English when none is known. */
export const languageOf = (request: FastifyRequest): string => (request.headers["accept-language"] ?? "EN").split(/[,;]/)[0]!.trim();

const transportCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "request.too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "request.unsupported_media",
  FST_ERR_CTP_INVALID_JSON_BODY: "request.malformed",
  FST_ERR_CTP_EMPTY_JSON_BODY: "request.malformed",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "request.malformed",
};

const RETRY_AFTER_S = 1;

function asRefusal(error: FastifyError, method: string, waitS: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const code = transportCodes[error.code];
  if (code !== undefined) return new Refusal(code);
  if (error.statusCode === 429) return new Refusal("request.too_many", { retryAfter: Number(waitS ?? RETRY_AFTER_S) });
  if (isDatabaseAway(error)) return new Refusal(method === "GET" ? "server.busy" : "server.pending", { retryAfter: RETRY_AFTER_S });
  if (error.statusCode !== undefined && error.statusCode < 500) return new Refusal("request.malformed");
  return new Refusal("server.unknown");
}

/** Lock and statement time-outs, shutdowns, lost connections: the outcome is not known to the caller, so it shall ask again with the same id. */
function isDatabaseAway(error: Error & { code?: string }): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|53|57P|55P03|57014|40)/.test(error.code ?? "");
  return /^(ECONN|EPIPE|ENOENT)/.test(error.code ?? "") || /Connection terminated|timeout exceeded when trying to connect/.test(error.message);
}
