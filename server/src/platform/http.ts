import { randomFillSync } from "node:crypto";
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import helmet, { type FastifyHelmetOptions } from "@fastify/helmet";
import websocket from "@fastify/websocket";
import proxyAddress from "@fastify/proxy-addr";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { BareAnswers } from "./bare.ts";
import { unknownHosts } from "./hosts.ts";
import { answerError, type Refusing } from "./refusals.ts";

export const BODY_LIMIT_BYTES = 100 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
/** What no large body takes, its turn included; a call's own patience is far shorter, and so is a page's. */
const REQUEST_TIMEOUT_MS = 130_000;
/** How long the body of anything but a call may take. */
const BODY_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const WEBSOCKET_PAYLOAD_MAX_BYTES = 1024;

const isOurs = proxyAddress.compile(["127.0.0.1", "::1"]);

/** The client's address as our own proxy on this machine reports it; anyone else's word is not taken. A Unix socket has no address and is always of this machine. */
export const isTrustedProxy = (address: string | undefined, hop: number): boolean => address === undefined || isOurs(address, hop);

/** Answers a request that is its own; false for any other. */
export type CallServer = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface HttpOptions extends Refusing {
  /** Look at each request before the framework does, in turn. */
  readonly calls?: readonly CallServer[];
  /** Where pictures may come from besides ourselves. */
  readonly imageOrigins?: readonly string[];
  /** The hosts we answer under; none named is any. */
  readonly domains?: readonly string[];
}

/** The HTTP server every role shares: limits, headers and one way to answer an error. */
export async function createHttp({ calls = [], imageOrigins = [], domains = [], ...refusing }: HttpOptions): Promise<FastifyInstance> {
  const security = await learnHeaders(pageSecurity(imageOrigins));
  const refuseUnknownHost = unknownHosts(domains, security, { ...refusing, newRequestId });
  const bare = new BareAnswers(security);
  const options = { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS, requireHostHeader: false };
  const app: FastifyInstance = Fastify({
    serverFactory: (answer) =>
      bare.attendTo(
        createServer(options, (request, response) => {
          if (bare.refuseHostless(request, response) || refuseUnknownHost(request, response) || calls.some((serves) => serves(request, response))) return;
          bare.hurry(request, response, BODY_TIMEOUT_MS);
          answer(request, response);
        }),
      ),
    clientErrorHandler: bare.refuseSocket,
    loggerInstance: refusing.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: isTrustedProxy,
    genReqId: newRequestId,
    // A logger per request costs more than most requests have to say; an error is logged with its request's id.
    childLoggerFactory: (logger) => logger,
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => void sendRefusal(error, request as FastifyRequest, reply as FastifyReply),
  });
  await app.register(websocket, { options: { maxPayload: WEBSOCKET_PAYLOAD_MAX_BYTES } });
  app.websocketServer.on("wsClientError", bare.refuseSocket);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(security);
    done();
  });
  const sendRefusal = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refused = { requestId: request.id, method: request.method, url: request.routeOptions.url, headers: request.headers };
    const { status, retryAfter, body } = answerError(error, refused, refusing);
    if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
    // What the framework itself refuses has passed no hook.
    return reply.headers(security).status(status).type("application/json").send(body);
  };
  app.setErrorHandler(sendRefusal);
  return app;
}

const ID_BYTES = 6;
const drawn = Buffer.alloc(1_024 * ID_BYTES);
let used = drawn.length;

/** Short enough to be read out on the telephone; drawn many at a time, because every call has one. */
export function newRequestId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  return drawn.toString("hex", used, (used += ID_BYTES));
}

const pageSecurity = (imageOrigins: readonly string[]): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", "data:", "blob:", ...imageOrigins],
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
  // A sign-in elsewhere opens in a window of its own, and is noticed when somebody closes it.
  crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
});

/** Helmet's headers are the same on every answer; made anew for each they took a twelfth of a bet's time, so they are read off one answer. */
export async function learnHeaders(security: FastifyHelmetOptions): Promise<OutgoingHttpHeaders> {
  const probe = Fastify();
  await probe.register(helmet, security);
  probe.get("/", (_request, reply) => reply.send());
  const { headers } = await probe.inject("/");
  await probe.close();
  const { "content-length": _length, connection: _connection, date: _date, ...constant } = headers;
  return constant;
}
