import { STATUS_CODES, type IncomingMessage, type OutgoingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

const BAD_REQUEST = 400;
const TIMED_OUT = 408;
const EXPECTATION_FAILED = 417;
const HEADERS_TOO_LARGE = 431;

const statusByFault: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: TIMED_OUT, HPE_HEADER_OVERFLOW: HEADERS_TOO_LARGE };

/** Answers that are given below the framework, to what is hardly a request: they too say how a browser must treat them. */
export class BareAnswers {
  readonly #security: OutgoingHttpHeaders;

  constructor(security: OutgoingHttpHeaders) {
    this.#security = security;
  }

  /** Answers who says what cannot be read, or breaks off. */
  readonly refuseSocket = (error: Error & { code?: string }, socket: Duplex): void => {
    // Whoever is gone, or has begun to be answered, cannot be told anything.
    if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return void socket.destroy();
    const status = statusByFault[error.code ?? ""] ?? BAD_REQUEST;
    const headers = { ...this.#security, connection: "close", "content-length": 0 };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`, () => socket.destroy());
  };

  /** Answers a request that names no host, which Node would do without a header of ours; false for any other. */
  refuseHostless({ headers, httpVersion }: IncomingMessage, response: ServerResponse): boolean {
    if (headers.host !== undefined || httpVersion === "1.0") return false;
    this.#end(response, BAD_REQUEST);
    return true;
  }

  /** Answers who expects something else than to go on. */
  attendTo(server: Server): Server {
    return server.on("checkExpectation", (_request, response: ServerResponse) => this.#end(response, EXPECTATION_FAILED));
  }

  /** Ends a request whose body takes longer than that to arrive. */
  hurry(request: IncomingMessage, response: ServerResponse, durationMs: number): void {
    if (request.headers["content-length"] === undefined && request.headers["transfer-encoding"] === undefined) return;
    const timer = setTimeout(() => {
      if (request.complete || request.destroyed) return;
      if (response.headersSent) request.destroy();
      else this.#end(response, TIMED_OUT);
    }, durationMs);
    timer.unref();
    request.once("close", () => clearTimeout(timer));
  }

  #end(response: ServerResponse, status: number): void {
    response.writeHead(status, { ...this.#security, connection: "close", "content-length": 0 }).end();
  }
}
