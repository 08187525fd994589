import { LIVE_PATH, LIVE_REPLACED, LiveMessage } from "@laro/contract/core/live";
import type { LiveRequest } from "@laro/contract/core/watching";
import { sessions } from "@laro/contract/sessions";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "./call.ts";
import { markStale } from "./query.ts";
import { endSession, leaveSession, useIsLoggedIn } from "./session.ts";
import { hearTable, onWatched, watchedTables } from "./watching.ts";

const RETRY_FIRST_MS = 1_000;
const RETRY_LAST_MS = 30_000;
const SESSION_ENDED = 4403;
/** So long a socket may take to open. */
const OPENING_MS = 1_000;

/** A share of one, another in each browser. */
const share = (): number => crypto.getRandomValues(new Uint16Array(1))[0]! / 65_536;

/** Says on a socket which tables are watched. */
function watch(socket: WebSocket | undefined, tables: readonly string[]): void {
  const request: LiveRequest = { watch: [...tables] };
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request));
}

/** Keeps the live socket open while someone is logged in; a message marks answers as stale, or tells of a table that a screen watches. */
export function useLive(ticketOf: "liveTicket" | "liveTicketOperator"): void {
  const client = useQueryClient();
  const isLoggedIn = useIsLoggedIn();
  useEffect(() => {
    if (!isLoggedIn) return;
    let [socket, timer, waitMs, isOver]: [WebSocket | undefined, number | undefined, number, boolean] = [undefined, undefined, RETRY_FIRST_MS, false];
    const again = (): void => {
      if (isOver) return;
      // After a restart of the server not all come back in one moment.
      timer = window.setTimeout(() => void open(), waitMs * (0.5 + share() / 2));
      waitMs = Math.min(waitMs * 2, RETRY_LAST_MS);
    };
    const open = async (): Promise<void> => {
      const ticket = await call(sessions[ticketOf], {}).then(
        (answer) => answer.ticket,
        () => undefined,
      );
      if (isOver) return;
      if (ticket === undefined) return again();
      // What changed since the page was made is said again.
      const missedMs = Math.round(performance.now()) + OPENING_MS;
      socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${LIVE_PATH}?ticket=${ticket}&missedMs=${missedMs}`);
      socket.onopen = () => {
        // What was said while nobody listened was not heard.
        if (waitMs > RETRY_FIRST_MS) void client.invalidateQueries();
        waitMs = RETRY_FIRST_MS;
        if (watchedTables().length > 0) watch(socket, watchedTables());
      };
      socket.onmessage = ({ data }: MessageEvent<string>) => {
        const said = JSON.parse(data) as object;
        if ("table" in said) return hearTable(said as { table: string });
        const message = LiveMessage.parse(said);
        if (!("stale" in message)) return;
        const { stale, spreadMs = 0 } = message;
        window.setTimeout(() => markStale(client, stale), share() * spreadMs);
      };
      socket.onclose = ({ code }) => {
        // Else the many tabs of one browser would take each other's place every second.
        if (code === LIVE_REPLACED) waitMs = RETRY_LAST_MS;
        // Whoever logs out still waits for the answer.
        const leave = client.isMutating() > 0 ? leaveSession : endSession;
        (code === SESSION_ENDED ? leave : again)();
      };
    };
    const close = (): void => {
      isOver = true;
      window.clearTimeout(timer);
      socket?.close();
    };
    // A page with an open socket is not kept for the way back.
    const shown = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      isOver = false;
      void client.invalidateQueries();
      void open();
    };
    const stopWatching = onWatched((tables) => watch(socket, tables));
    window.addEventListener("pagehide", close);
    window.addEventListener("pageshow", shown);
    void open();
    return () => {
      stopWatching();
      window.removeEventListener("pagehide", close);
      window.removeEventListener("pageshow", shown);
      close();
    };
  }, [client, isLoggedIn, ticketOf]);
}
