import { refuse } from "@laro/contract/core/errors";
import { LIVE_PATH } from "@laro/contract/core/live";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { WebSocket } from "ws";
import { IdleWatch } from "../core/sessions/idle.ts";
import { isSessionOpen } from "../core/sessions/sessions.ts";
import { useTicket } from "../core/sessions/tickets.ts";
import type { Audience } from "../platform/live.ts";
import type { Platform } from "../platform/routes.ts";

const PING_EVERY_MS = 25_000;
const TICKET_REFUSED = 4401;
const SESSION_ENDED = 4403;

/** Opens the live socket: a one-time ticket in, "this is stale" out. */
export function serveLive(app: FastifyInstance, { database, clock, live }: Platform): void {
  app.get<{ Querystring: { ticket?: string } }>(LIVE_PATH, { websocket: true, onRequest: refuseForeignPage }, async (socket, request) => {
    const holder = await database.begin((tx) => useTicket(tx, { ticket: request.query.ticket ?? "", now: clock.now() }));
    if (holder === undefined) return socket.close(TICKET_REFUSED, "ticket");
    attend(socket, holder);
  });

  const idle = new IdleWatch({ database, clock });
  app.addHook("onClose", async () => idle.close());

  function attend(socket: WebSocket, { audiences, session }: { audiences: readonly Audience[]; session: string }): void {
    const stopListening = live.listen(audiences, (message) => socket.send(JSON.stringify(message)));
    const stopWatching = live.onSessionChanged((changed) => {
      if (changed === session) void closeIfEnded(socket, session);
    });
    const stopWaiting = idle.attend(session, () => socket.close(SESSION_ENDED, "session"));
    const ping = setInterval(() => socket.ping(), PING_EVERY_MS).unref();
    socket.on("close", () => {
      clearInterval(ping);
      stopWaiting();
      stopListening();
      stopWatching();
    });
    socket.on("error", () => socket.terminate());
  }

  /** A session that changed may have ended, or may only do more than before. */
  async function closeIfEnded(socket: WebSocket, session: string): Promise<void> {
    if (!(await isSessionOpen(database.db, session))) socket.close(SESSION_ENDED, "session");
  }
}

/** A browser names the page that opens a socket; only a page of this very address may. Who is no browser names none, and needs the ticket like anyone. */
async function refuseForeignPage({ headers: { origin }, host }: FastifyRequest): Promise<void> {
  if (origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host)) refuse("request.foreign_origin");
}
