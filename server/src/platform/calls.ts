import type { IncomingMessage, ServerResponse } from "node:http";
import { parse } from "node:querystring";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import proxyAddress from "@fastify/proxy-addr";
import type { Endpoint, FileAnswer } from "@laro/contract/core/endpoint";
import { refuse, Refusal } from "@laro/contract/core/errors";
import { BODY_LIMIT_BYTES, type CallServer, learnHeaders, newRequestId, TRUSTED_PROXIES } from "./http.ts";
import { answerError, type Refusing } from "./refusals.ts";

/** A call of an endpoint, read from HTTP and not yet looked at. */
export interface Call {
  readonly id: string;
  readonly url: string;
  readonly ip: string;
  readonly authorization: string | undefined;
  /** What the query of a GET or the JSON body of any other method says. */
  readonly raw: () => Promise<unknown>;
}

/** A body of JSON, with an entity tag when it is the same for everyone; or a file. */
export type CallAnswer = { readonly body: string; readonly etag?: string } | { readonly file: FileAnswer };

export interface CallTarget {
  readonly endpoint: Endpoint;
  readonly answer: (call: Call) => Promise<CallAnswer>;
}

const PREFIX = "/api/";

/**
 * The endpoints on bare `node:http`, in front of the framework that serves pages, sockets and foreign parties: its router, hooks and replies
 * took a fifth of a bet's time, and an endpoint is found by its name alone (measured, see docs/decisions.md).
 */
export async function serveCalls(targets: readonly CallTarget[], refusing: Refusing): Promise<CallServer> {
  const byName = new Map(targets.map((target) => [target.endpoint.name, target]));
  const constant = flatten(await learnHeaders(dataSecurity));
  return (request, response) => {
    const { url = "" } = request;
    if (!url.startsWith(PREFIX)) return false;
    const query = url.indexOf("?");
    const target = byName.get(url.slice(PREFIX.length, query === -1 ? undefined : query));
    if (target === undefined) return false;
    void serveCall(target, { request, response, constant, refusing });
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
  readonly constant: readonly string[];
  readonly refusing: Refusing;
}

async function serveCall({ endpoint, answer }: CallTarget, { request, response, constant, refusing }: Exchange): Promise<void> {
  const { method = "", url = "", headers } = request;
  const id = newRequestId();
  const send = (status: number, extra: readonly string[], body: string): void => {
    response.writeHead(status, [...constant, ...extra, "content-length", String(Buffer.byteLength(body))]).end(body);
  };
  try {
    if (method !== endpoint.method && !(method === "HEAD" && endpoint.method === "GET")) refuse("request.wrong_method");
    const raw = async (): Promise<unknown> => (endpoint.method === "GET" ? queryOf(url) : readJson(request, endpoint.bodyLimitBytes ?? BODY_LIMIT_BYTES));
    const given = await answer({ id, url, ip: addressOf(request), authorization: headers.authorization, raw });
    if ("file" in given) return await sendFile(given.file, endpoint.file ?? "text/csv", { response, constant });
    const { body, etag } = given;
    if (etag === undefined) send(200, ["cache-control", "no-store"], body);
    else if (headers["if-none-match"] === etag) response.writeHead(304, [...constant, "cache-control", "no-cache", "etag", etag]).end();
    else send(200, ["cache-control", "no-cache", "etag", etag], body);
  } catch (error) {
    // A file that broke off is ended in the middle, which its reader sees; there is nothing left to say it with.
    if (response.headersSent) return void response.destroy();
    const { status, retryAfter, body } = answerError(error as Error, { requestId: id, method, url: PREFIX + endpoint.name, headers }, refusing);
    const extra = ["cache-control", "no-store", ...(retryAfter === undefined ? [] : ["retry-after", retryAfter])];
    if (status === 405) extra.push("allow", endpoint.method);
    // What was not read may be as long as the caller likes: the connection ends rather than reading it.
    if (!request.complete) extra.push("connection", "close");
    send(status, extra, body);
  }
}

async function sendFile({ name, rows, content }: FileAnswer, type: string, { response, constant }: Pick<Exchange, "response" | "constant">): Promise<void> {
  const chunks = Readable.from(content, { objectMode: true });
  const own = ["content-disposition", `attachment; filename="${name}"`, "cache-control", "no-store", ...(rows === undefined ? [] : ["x-rows", String(rows)])];
  const security = constant.slice(0, constant.indexOf("content-type"));
  response.writeHead(200, [...security, "content-type", type === "text/csv" ? "text/csv; charset=utf-8" : type, ...own]);
  await pipeline(chunks, response);
}

const isTrusted = proxyAddress.compile(TRUSTED_PROXIES);

/** The client's address as a proxy of ours reports it; without one, who is connected. */
const addressOf = (request: IncomingMessage): string =>
  request.headers["x-forwarded-for"] === undefined ? (request.socket.remoteAddress ?? "") : proxyAddress(request, isTrusted);

function queryOf(url: string): unknown {
  const query = url.indexOf("?");
  return query === -1 ? {} : { ...parse(url.slice(query + 1)) };
}

/** Reads the body. Refuses with `request.unsupported_media`, `request.too_large` or `request.malformed`; no body at all is an empty input. */
async function readJson(request: IncomingMessage, limitBytes: number): Promise<unknown> {
  const { "content-type": type, "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (type === undefined && encoding === undefined && (length === undefined || length === "0")) return {};
  if (type === undefined || !/^application\/json\s*(;|$)/i.test(type)) refuse("request.unsupported_media");
  const body = await readBody(request, limitBytes);
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return refuse("request.malformed");
  }
}

async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  if (Number(request.headers["content-length"]) > limitBytes) refuse("request.too_large");
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limitBytes) reject(new Refusal("request.too_large"));
      else chunks.push(chunk);
    });
    request.on("end", () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    // A caller that goes away in the middle of its body hears nothing any more.
    request.on("error", () => reject(new Refusal("request.malformed")));
  });
}
