import { LIVE_PATH, LiveMessage } from "@laro/contract/core/live";
import { sessions } from "@laro/contract/sessions";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "./call.ts";
import { markStale } from "./query.ts";
import { leaveSession, useIsLoggedIn } from "./session.ts";

const RETRY_FIRST_MS = 1_000;
const RETRY_LAST_MS = 30_000;
const SESSION_ENDED = 4403;

/** Keeps the live socket open while someone is logged in; each message marks answers as stale. */
export function useLive(ticketOf: "liveTicket" | "liveTicketOperator"): void {
  const client = useQueryClient();
  const isLoggedIn = useIsLoggedIn();
  useEffect(() => {
    if (!isLoggedIn) return;
    let [socket, timer, waitMs, isOver]: [WebSocket | undefined, number | undefined, number, boolean] = [undefined, undefined, RETRY_FIRST_MS, false];
    const again = (): void => {
      if (isOver) return;
      timer = window.setTimeout(() => void open(), waitMs);
      waitMs = Math.min(waitMs * 2, RETRY_LAST_MS);
    };
    const open = async (): Promise<void> => {
      const ticket = await call(sessions[ticketOf], {}).then(
        (answer) => answer.ticket,
        () => undefined,
      );
      if (isOver) return;
      if (ticket === undefined) return again();
      socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${LIVE_PATH}?ticket=${ticket}`);
      socket.onopen = () => (waitMs = RETRY_FIRST_MS);
      socket.onmessage = ({ data }: MessageEvent<string>) => {
        const message = LiveMessage.parse(JSON.parse(data));
        if ("stale" in message) markStale(client, message.stale);
      };
      socket.onclose = ({ code }) => (code === SESSION_ENDED ? leaveSession() : again());
    };
    void open();
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      socket?.close();
    };
  }, [client, isLoggedIn, ticketOf]);
}
