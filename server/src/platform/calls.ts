import type { IncomingMessage, ServerResponse } from "node:http";
import { parse } from "node:querystring";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import proxyAddress from "@fastify/proxy-addr";
import type { Endpoint, FileAnswer } from "@laro/contract/core/endpoint";
import { type ErrorCode, refuse, Refusal } from "@laro/contract/core/errors";
import { awaitBody, readArrived } from "./bodies.ts";
import { boundedQueue } from "./boundedQueue.ts";
import { refuseForeignPage, Visitor } from "./browser.ts";
import { BODY_LIMIT_BYTES, type CallServer, learnHeaders, newRequestId, isTrustedProxy } from "./http.ts";
import { PACKED_FROM_BYTES, PACKED_QUALITY, pack, takesBrotli } from "./packed.ts";
import { Patience, type Waiter } from "./patience.ts";
import { answerError, type Refusing, undecided } from "./refusals.ts";

/** A call of an endpoint, read from HTTP and not yet looked at. */
export interface Call {
  readonly id: string;
  readonly url: string;
  readonly ip: string;
  readonly authorization: string | undefined;
  /** What the query of a GET or the JSON body of any other method says. */
  readonly raw: () => Promise<unknown>;
  /** The caller's browser, where the endpoint asks for it. */
  readonly visitor: Visitor | undefined;
}

/** A body of JSON, with an entity tag when it is the same for everyone; or a file, with what to do once it is out or broke off. */
export type CallAnswer =
  | { readonly body: string; readonly etag?: string; readonly packed?: Buffer | undefined }
  | { readonly file: FileAnswer; readonly ended: () => void };

export interface CallTarget {
  readonly endpoint: Endpoint;
  readonly answer: (call: Call) => Promise<CallAnswer>;
}

const PREFIX = "/api/";
/** A file's name may hold what the caller filtered by: only what every header and every disk takes stays. */
const NOT_OF_A_NAME = /[^\w.-]+/g;
const RETRY_AFTER_S = 1;
/** Nobody waits longer for an answer; what was asked may still happen, so the caller is told to ask again with the same id. */
const ANSWER_WITHIN_MS = 9_000;
const LOOK_EVERY_MS = 500;

/** Bodies that may be larger than this are read a few at a time, and over a slow line they take a while. */
const LARGE_BODY_BYTES = 1024 * 1024;
const LARGE_AT_ONCE_MAX = 2;
const LARGE_WAITING_MAX = 20;
/** How long a large body may take to arrive, and how long it may wait for its turn before that. */
const ARRIVES_WITHIN_MS = 60_000;
/** Of one process: what has not been read yet stays with its sender. */
const readLarge = boundedQueue({ atOnceMax: LARGE_AT_ONCE_MAX, waitingMax: LARGE_WAITING_MAX });

/**
 * The endpoints on bare `node:http`, in front of the framework that serves pages, sockets and foreign parties: its router, hooks and replies
 * took a fifth of a bet's time, and an endpoint is found by its name alone (measured, see docs/decisions.md).
 */
export async function serveCalls(targets: readonly CallTarget[], { origin, ...refusing }: Refusing & { origin: string | undefined }): Promise<CallServer> {
  const byName = new Map(targets.map((target) => [target.endpoint.name, target]));
  const constant = flatten(await learnHeaders(dataSecurity));
  const patience = new Patience(LOOK_EVERY_MS);
  return (request, response) => {
    const { url = "" } = request;
    if (!url.startsWith(PREFIX)) return false;
    const target = byName.get(nameOf(url));
    if (target === undefined) return false;
    void serveCall(target.answer, { request, response, endpoint: target.endpoint, constant, refusing, patience, origin });
    return true;
  };
}

/** Data is not rendered: what only a page needs would be a tenth of a bet's time. */
const dataSecurity = {
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

/** Names and values in turn, as node takes them without looking at each. */
const flatten = (headers: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries({ ...headers, "content-type": "application/json; charset=utf-8" }).flatMap(([name, value]) => [name, String(value)]);

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly endpoint: Endpoint;
  readonly constant: readonly string[];
  readonly refusing: Refusing;
  readonly patience: Patience;
  /** Where the site is reached from outside; undefined where nobody said. */
  readonly origin: string | undefined;
}

/** Made once, not for each call that comes to it. */
const brokenOff = new Refusal("request.malformed");
const tooLarge = new Refusal("request.too_large");

/** The way back of one call, taken once: by its answer, its refusal, or the end of our patience. */
class Reply implements Waiter {
  readonly id = newRequestId();
  /** When our patience ends, and what is said then; without a word, that the outcome is not known. */
  untilMs = performance.now() + ANSWER_WITHIN_MS;
  #late: ErrorCode | undefined;
  visitor: Visitor | undefined;
  place: number | undefined;
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    exchange.patience.join(this);
  }

  async send(given: CallAnswer): Promise<void> {
    const { request, endpoint } = this.#exchange;
    if ("file" in given) return this.#sendFile(given.file, endpoint.file ?? "text/csv").finally(given.ended);
    const { body, etag, packed } = given;
    if (etag === undefined) return this.#sendOwn(body);
    const caching = ["cache-control", "no-cache", "vary", "accept-encoding", "etag", etag];
    if (request.headers["if-none-match"] === etag) return this.#write(304, caching);
    if (packed === undefined || !takesBrotli(request.headers)) return this.#write(200, caching, body);
    return this.#write(200, [...caching, "content-encoding", "br"], packed);
  }

  /** A long answer to nobody in particular is packed; one to a member never is, whose length would tell of what is in it. */
  async #sendOwn(body: string): Promise<void> {
    const { request, endpoint } = this.#exchange;
    const isPacked = endpoint.for === "guest" && body.length >= PACKED_FROM_BYTES && takesBrotli(request.headers);
    const own = ["cache-control", "no-store"];
    this.#write(200, isPacked ? [...own, "vary", "accept-encoding", "content-encoding", "br"] : own, isPacked ? await pack(body, PACKED_QUALITY) : body);
  }

  /** Reads the whole body. Refuses with `request.too_large` or, where it breaks off or comes no more, `request.malformed`. */
  async readBody(limitBytes: number): Promise<Buffer> {
    const { request, response } = this.#exchange;
    const rules = { limitBytes, tooLarge, brokenOff };
    return (await readArrived(request, rules)) ?? awaitBody(request, response, rules);
  }

  refuse(error: Error): void {
    const { request, response, endpoint, refusing } = this.#exchange;
    // A file that broke off is ended in the middle, which its reader sees; there is nothing left to say it with.
    if (response.headersSent) return void (response.writableEnded || response.destroy());
    const refused = { requestId: this.id, method: request.method ?? "", url: PREFIX + endpoint.name, headers: request.headers };
    const { status, retryAfter, body } = answerError(error, refused, refusing);
    const extra = ["cache-control", "no-store", ...(retryAfter === undefined ? [] : ["retry-after", retryAfter])];
    if (status === 405) extra.push("allow", endpoint.method);
    // What was not read may be as long as the caller likes: the connection ends rather than reading it.
    if (!request.complete) extra.push("connection", "close");
    this.#write(status, extra, body);
  }

  /** Waits so long from now on; the usual time begins when a large body has arrived. */
  wait(durationMs: number, late?: ErrorCode): void {
    this.untilMs = performance.now() + durationMs;
    this.#late = late;
  }

  giveUp(): void {
    this.refuse(this.#late === undefined ? undecided(this.#exchange.request.method ?? "") : new Refusal(this.#late, { retryAfter: RETRY_AFTER_S }));
  }

  #write(status: number, extra: readonly string[], body: string | Buffer = ""): void {
    const { response, constant, patience } = this.#exchange;
    patience.leave(this);
    if (response.headersSent) return;
    const cookies = this.visitor?.setCookies.flatMap((cookie) => ["set-cookie", cookie]) ?? [];
    const length = status === 304 ? [] : ["content-length", String(Buffer.byteLength(body))];
    response.writeHead(status, [...constant, ...extra, ...cookies, ...length]).end(body);
  }

  async #sendFile({ name, rows, content }: FileAnswer, type: string): Promise<void> {
    const { response, constant, patience } = this.#exchange;
    patience.leave(this);
    if (response.headersSent) return;
    const own = [
      "content-disposition",
      `attachment; filename="${name.replaceAll(NOT_OF_A_NAME, "_")}"`,
      "cache-control",
      "no-store",
      ...(rows === undefined ? [] : ["x-rows", String(rows)]),
    ];
    const security = constant.slice(0, constant.indexOf("content-type"));
    response.writeHead(200, [...security, "content-type", type === "text/csv" ? "text/csv; charset=utf-8" : type, ...own]);
    await pipeline(Readable.from(content, { objectMode: true }), response);
  }
}

async function serveCall(answer: CallTarget["answer"], exchange: Exchange): Promise<void> {
  const { request, endpoint, origin } = exchange;
  const reply = new Reply(exchange);
  try {
    const { method = "", url = "", headers } = request;
    if (endpoint.visitor === true) {
      if (endpoint.kind === "command") refuseForeignPage(headers, origin);
      reply.visitor = new Visitor(headers, { isSecure: origin?.startsWith("https:") === true });
    }
    if (method !== endpoint.method && !(method === "HEAD" && endpoint.method === "GET")) refuse("request.wrong_method");
    const raw = async (): Promise<unknown> => (endpoint.method === "GET" ? queryOf(url) : readInput(request, endpoint, reply));
    await reply.send(await answer({ id: reply.id, url, ip: addressOf(request), authorization: headers.authorization, raw, visitor: reply.visitor }));
  } catch (error) {
    reply.refuse(error as Error);
  }
}

/** The client's address as a proxy of ours reports it; without one, who is connected. */
const addressOf = (request: IncomingMessage): string =>
  request.headers["x-forwarded-for"] === undefined ? (request.socket.remoteAddress ?? "") : proxyAddress(request, isTrustedProxy);

/** The endpoint a call's path names. */
export function nameOf(path: string): string {
  const query = path.indexOf("?");
  return path.slice(PREFIX.length, query === -1 ? undefined : query);
}

export function queryOf(url: string): unknown {
  const query = url.indexOf("?");
  return query === -1 ? {} : { ...parse(url.slice(query + 1)) };
}

/** Reads the body. Refuses with `request.unsupported_media`, `request.too_large` or `request.malformed`; no body at all is an empty input. */
async function readInput(request: IncomingMessage, { form, bodyLimitBytes = BODY_LIMIT_BYTES }: Endpoint, reply: Reply): Promise<unknown> {
  const { "content-type": type, "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (type === undefined && encoding === undefined && (length === undefined || length === "0")) return {};
  const isForm = form === true && type !== undefined && /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type);
  if (!isForm && (type === undefined || !/^application\/json\s*(;|$)/i.test(type))) refuse("request.unsupported_media");
  const body = await (bodyLimitBytes > LARGE_BODY_BYTES ? readInTurn(bodyLimitBytes, reply) : reply.readBody(bodyLimitBytes));
  if (isForm) return { ...parse(body.toString("utf8")) };
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return refuse("request.malformed");
  }
}

/** Reads a large body when its turn comes: the wait, the way here and the work have each a time of their own. */
async function readInTurn(limitBytes: number, reply: Reply): Promise<Buffer> {
  reply.wait(ARRIVES_WITHIN_MS, "server.busy");
  const body = await readLarge(() => {
    reply.wait(ARRIVES_WITHIN_MS, "request.body_slow");
    return reply.readBody(limitBytes);
  });
  reply.wait(ANSWER_WITHIN_MS);
  return body;
}
