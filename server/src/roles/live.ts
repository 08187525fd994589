import { LIVE_PATH } from "@laro/contract/core/live";
import type { FastifyInstance } from "fastify";
import type { WebSocket } from "ws";
import { isSessionOpen } from "../core/sessions/sessions.ts";
import { useTicket } from "../core/sessions/tickets.ts";
import type { Audience } from "../platform/live.ts";
import type { Platform } from "../platform/routes.ts";

const PING_EVERY_MS = 25_000;
const TICKET_REFUSED = 4401;
const SESSION_ENDED = 4403;

/** Opens the live socket: a one-time ticket in, "this is stale" out. */
export function serveLive(app: FastifyInstance, { database, clock, live }: Platform): void {
  app.get<{ Querystring: { ticket?: string } }>(LIVE_PATH, { websocket: true }, async (socket, request) => {
    const holder = await database.begin((tx) => useTicket(tx, { ticket: request.query.ticket ?? "", now: clock.now() }));
    if (holder === undefined) return socket.close(TICKET_REFUSED, "ticket");
    attend(socket, holder);
  });

  function attend(socket: WebSocket, { audiences, session }: { audiences: readonly Audience[]; session: string }): void {
    const stopListening = live.listen(audiences, (message) => socket.send(JSON.stringify(message)));
    const stopWatching = live.onSessionChanged((changed) => {
      if (changed === session) void closeIfEnded(socket, session);
    });
    const ping = setInterval(() => socket.ping(), PING_EVERY_MS).unref();
    socket.on("close", () => {
      clearInterval(ping);
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
