import { refuse } from "@laro/contract/core/errors";
import { LIVE_REPLACED } from "@laro/contract/core/live";
import type { FastifyRequest } from "fastify";
import type { WebSocket } from "ws";
import { networkOf } from "../platform/addresses.ts";
import { Rates } from "../platform/rates.ts";

/** So many tabs of one session, and so many of one person over all sessions, hear this process. */
export const SESSION_SOCKETS_MAX = 10;
export const PERSON_SOCKETS_MAX = 30;
/** So many sockets of one address wait at once for a look at their ticket: many may share one. */
export const WAITING_SOCKETS_MAX = 300;
/** Each ticket is looked up: so many sockets a network asks for, as of any other call. */
const SOCKETS_RATE = { count: 1_200, windowMs: 60_000 } as const;

const PING_EVERY_MS = 25_000;
/** Who does not answer a farewell in this time is cut off. */
const FAREWELL_MS = 1_000;
/** A socket with more unsent is given up. */
const UNSENT_MAX_BYTES = 1_024 * 1_024;

export const isStalled = ({ bufferedAmount }: WebSocket): boolean => bufferedAmount > UNSENT_MAX_BYTES;

/** Sends on a socket, or gives it up where too much waits already: what nobody reads would be held here for good. */
export function sendTo(socket: WebSocket, text: string): void {
  if (isStalled(socket)) return socket.terminate();
  socket.send(text);
}

/** Pings a socket, and gives up one that did not answer the ping before: nothing else tells of a machine that fell silent. Answers how to stop. */
export function keepAlive(socket: WebSocket, everyMs = PING_EVERY_MS): () => void {
  let isAnswered = true;
  socket.on("pong", () => (isAnswered = true));
  const timer = setInterval(() => {
    if (!isAnswered || isStalled(socket)) return socket.terminate();
    isAnswered = false;
    socket.ping();
  }, everyMs).unref();
  return () => clearInterval(timer);
}

interface Share {
  /** Whose sockets are counted together. */
  readonly holder: string;
  readonly most: number;
}

/** Counts the sockets of sessions and people: of one too many the oldest makes room, because a new page is one that somebody looks at. */
export class SocketShares {
  /** A set keeps the order its sockets came in. */
  readonly #held = new Map<string, Set<WebSocket>>();
  readonly #leaves = new WeakMap<WebSocket, () => void>();

  /** Counts a socket in and answers what counts it out. */
  enter(socket: WebSocket, shares: readonly Share[]): () => void {
    const leave = (): void => shares.forEach(({ holder }) => this.#forget(holder, socket));
    this.#leaves.set(socket, leave);
    for (const { holder, most } of shares) {
      const own = this.#held.get(holder) ?? new Set();
      this.#held.set(holder, own.add(socket));
      const [oldest] = own;
      if (own.size > most && oldest !== undefined) this.#replace(oldest);
    }
    return leave;
  }

  #replace(socket: WebSocket): void {
    this.#leaves.get(socket)?.();
    socket.close(LIVE_REPLACED, "replaced");
    setTimeout(() => socket.terminate(), FAREWELL_MS).unref();
  }

  #forget(holder: string, socket: WebSocket): void {
    const own = this.#held.get(holder);
    own?.delete(socket);
    if (own?.size === 0) this.#held.delete(holder);
  }
}

/**
 * A door of sockets. A browser names the page that opens a socket, and only a page of this very address may; who is no browser names none, and needs the ticket
 * like anyone. A HEAD would be handed to what takes sockets, without one.
 */
export function socketDoor() {
  const rates = new Rates();
  const onRequest = async ({ headers: { origin }, host, ip }: FastifyRequest): Promise<void> => {
    if (origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host)) refuse("request.foreign_origin");
    rates.count("sockets", networkOf(ip), SOCKETS_RATE);
  };
  return { websocket: true, exposeHeadRoute: false, onRequest } as const;
}

/** Counts what waits, by address. */
export class WaitingSockets {
  readonly #waiting = new Map<string, number>();

  /** Takes a place and answers what gives it back; undefined where the address has no more. */
  enter(address: string, most = WAITING_SOCKETS_MAX): (() => void) | undefined {
    const waiting = this.#waiting.get(address) ?? 0;
    if (waiting >= most) return undefined;
    this.#waiting.set(address, waiting + 1);
    return () => {
      const left = (this.#waiting.get(address) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(address);
      else this.#waiting.set(address, left);
    };
  }
}
