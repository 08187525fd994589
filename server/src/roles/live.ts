import { LIVE_PATH } from "@laro/contract/core/live";
import { LIVE_REQUEST_REFUSED, LIVE_REQUESTS_PER_SECOND, LiveRequest } from "@laro/contract/core/watching";
import type { FastifyInstance } from "fastify";
import type { RawData, WebSocket } from "ws";
import { z } from "zod";
import { IdleWatch } from "../core/sessions/idle.ts";
import { isSessionOpen } from "../core/sessions/sessions.ts";
import { type Listener, useTicket } from "../core/sessions/tickets.ts";
import { findSeries } from "../features/tables/tables.series.ts";
import { networkOf } from "../platform/addresses.ts";
import { type Audience, isSpared, type Live, type Said } from "../platform/live.ts";
import type { Platform } from "../platform/routes.ts";
import { isStalled, keepAlive, PERSON_SOCKETS_MAX, sendTo, SESSION_SOCKETS_MAX, socketDoor, SocketShares, WaitingSockets } from "./live.sockets.ts";

/** What a browser knows as "try again later". */
const TRY_LATER = 1013;
const TICKET_REFUSED = 4401;
const SESSION_ENDED = 4403;
/** So much later each socket asks than the one before it, when all are told at once, up to the longest wait. */
const SPREAD_EACH_MS = 1;
const SPREAD_MOST_MS = 5_000;
/** With fewer sockets than this all ask at once: nobody waits where there is no crowd. */
const CROWD = 100;

/** A socket with so much unsent gets no sums, which the next ones replace. */
const SUMS_UNSENT_MAX_BYTES = 64 * 1_024;
const SECOND_MS = 1_000;

const Opening = z.object({ ticket: z.string().catch(""), missedMs: z.coerce.number().min(0).catch(0) });

/** Within how many milliseconds so many sockets ask, each at a moment of its own. */
const spreadOf = (sockets: number): number => Math.min(sockets * SPREAD_EACH_MS, SPREAD_MOST_MS);

/** Opens the live socket: a one-time ticket in, "this is stale" and the facts of watched tables out. */
export function serveLive(app: FastifyInstance, { database, clock, live }: Platform): void {
  app.get(LIVE_PATH, socketDoor(), async (socket, request) => {
    const opening = Opening.parse(request.query);
    const early = keepEarly(socket);
    const leave = waiting.enter(networkOf(request.ip));
    if (leave === undefined) return socket.close(TRY_LATER, "later");
    const holder = await useTicket(database, { ticket: opening.ticket, now: clock.now() }).finally(leave);
    if (holder === undefined) return socket.close(TICKET_REFUSED, "ticket");
    // Who left meanwhile says so no more, and would be listened for until the process ends.
    if (socket.readyState !== socket.OPEN) return;
    attend(socket, holder, early());
    for (const message of live.missed(holder.audiences, opening.missedMs)) sendTo(socket, JSON.stringify(message));
  });

  let open = 0;
  const [waiting, shares] = [new WaitingSockets(), new SocketShares()];

  const idle = new IdleWatch({ database, clock, live });
  app.addHook("onClose", async () => idle.close());

  function attend(socket: WebSocket, { audiences, person, session }: Listener, early: readonly RawData[]): void {
    const leave = shares.enter(socket, [
      { holder: session, most: SESSION_SOCKETS_MAX },
      { holder: person, most: PERSON_SOCKETS_MAX },
    ]);
    const stopListening = live.listen(audiences, (message, audience, spared) => {
      if (isSpared(spared, session)) return;
      sendTo(socket, JSON.stringify(audience === "everyone" && open >= CROWD ? { ...message, spreadMs: spreadOf(open) } : message));
    });
    open += 1;
    const stopWatching = live.onSessionChanged((changed) => {
      if (changed === session) void closeIfEnded(socket, session);
    });
    const stopWaiting = idle.attend(session, () => socket.close(SESSION_ENDED, "session"));
    const stopTables = watchTables(socket, live, early);
    const stopPinging = keepAlive(socket);
    socket.on("close", () => {
      open -= 1;
      leave();
      stopPinging();
      stopWaiting();
      stopTables();
      stopListening();
      stopWatching();
    });
    socket.on("error", () => socket.terminate());
  }

  /** A session that changed may have ended, or may only do more than before. Where nobody can say, it asks for a new ticket. */
  async function closeIfEnded(socket: WebSocket, session: string): Promise<void> {
    const isOpen = await isSessionOpen(database.db, session).catch(() => undefined);
    if (isOpen === undefined) socket.close(TRY_LATER, "later");
    else if (!isOpen) socket.close(SESSION_ENDED, "session");
  }
}

/** What is said to many is written once. */
const written = new WeakMap<Said, string>();

function writeOnce(message: Said): string {
  const text = written.get(message) ?? JSON.stringify(message);
  written.set(message, text);
  return text;
}

function tellTable(socket: WebSocket, message: Said): void {
  if ("sums" in message && socket.bufferedAmount > SUMS_UNSENT_MAX_BYTES && !isStalled(socket)) return;
  sendTo(socket, writeOnce(message));
}

/** What a client says before its ticket has been looked at waits until then; more than it may say in a second is not kept. */
function keepEarly(socket: WebSocket): () => readonly RawData[] {
  const said: RawData[] = [];
  const keep = (data: RawData): void => void (said.length <= LIVE_REQUESTS_PER_SECOND && said.push(data));
  socket.on("message", keep);
  return () => {
    socket.off("message", keep);
    return said;
  };
}

/** Lets a socket name the tables it watches, in place of those before. What it may not say is ignored once; the second time it is closed. */
function watchTables(socket: WebSocket, live: Live, early: readonly RawData[]): () => void {
  let stopListening = (): void => undefined;
  let [isWarned, second, said] = [false, 0, 0];
  const take = (data: RawData): boolean => {
    const now = Math.floor(performance.now() / SECOND_MS);
    [second, said] = now === second ? [second, said + 1] : [now, 1];
    const asked = said > LIVE_REQUESTS_PER_SECOND ? undefined : readRequest(data);
    if (asked === undefined) return false;
    stopListening();
    stopListening = live.listen(
      asked.watch.map((series): Audience => `table:${series}`),
      (message) => tellTable(socket, message),
    );
    return true;
  };
  const hear = (data: RawData): void => {
    if (take(data)) return;
    if (isWarned) socket.close(LIVE_REQUEST_REFUSED, "request");
    isWarned = true;
  };
  early.forEach(hear);
  socket.on("message", hear);
  return () => stopListening();
}

/** Undefined for what is no request: other content than JSON, an unknown table, too many of them. */
function readRequest(data: RawData): LiveRequest | undefined {
  try {
    const { success, data: request } = LiveRequest.safeParse(JSON.parse(String(data)));
    return success && request.watch.every((series) => findSeries(series) !== undefined) ? request : undefined;
  } catch {
    return undefined;
  }
}
