import type { RoomAct, RoomRequest, WrittenRoomMessage } from "@laro/contract/core/cardRooms";
import { ROOMS_PATH } from "@laro/contract/core/cardRoomTimes";
import { sessions } from "@laro/contract/sessions";
import { hashOfHex } from "@laro/engines/pvp/cardGame";
import { useEffect, useRef, useState } from "react";
import { call } from "../../../api/call.ts";
import { setClock } from "../../../api/clock.ts";

const RETRY_FIRST_MS = 500;
const RETRY_LAST_MS = 8_000;
const BYTES = 16;

export type View = Extract<WrittenRoomMessage, { view: unknown }>["view"];
interface Told {
  readonly code: string;
  readonly text: string;
}

/** What a card room shows: the table as this seat sees it, or that nobody sits; undefined until the server said either. */
export interface RoomState {
  readonly view: View | null | undefined;
  readonly isConnected: boolean;
  /** What was refused last, or why a place was lost. */
  readonly told: Told | undefined;
  readonly dealt: Dealt | undefined;
}

/** What this browser was dealt, and the promise it saw before it opened its own bytes: held against what is opened afterwards. */
export interface Dealt {
  readonly handId: string;
  readonly promised: string;
  readonly cards: readonly number[];
}

export interface CardRoomLink extends RoomState {
  readonly sit: (how?: { readonly computers?: boolean; readonly own?: boolean }) => void;
  readonly ready: () => void;
  readonly act: (act: RoomAct) => void;
  readonly leave: () => void;
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** What is kept of a hand's beginning: after a page that was opened anew, the promise alone. */
function dealtOf(before: Dealt | undefined, { state, hand, handId, seq, seedHash }: View, promised: string | undefined): Dealt | undefined {
  if (state !== "plays" || hand === null || handId === null || before?.handId === handId) return before;
  return seq === 0 ? { handId, promised: promised ?? seedHash, cards: hand.hand } : { handId, promised: seedHash, cards: [] };
}

/** Keeps the socket of a card room open: a connection that was lost comes back to the same hand. The bytes this browser promises for a deck are its own. */
export function useCardRoom(roomId: string, table: string | undefined): CardRoomLink {
  const [state, setState] = useState<RoomState>({ view: undefined, isConnected: false, told: undefined, dealt: undefined });
  const socket = useRef<WebSocket>(undefined);
  const own = useRef<{ bytes: string; seedHash: string; isOpened: boolean }>(undefined);
  const say = (request: RoomRequest): void => sayTo(socket.current, request);
  useEffect(() => {
    const hear = (message: WrittenRoomMessage): void => {
      if ("view" in message) {
        const { view } = message;
        const promised = own.current;
        if (promised !== undefined && (view.state === "waits" || view.state === "ready")) promised.seedHash = view.seedHash;
        setClock(view.at);
        setState(({ dealt }) => ({ view, isConnected: true, told: undefined, dealt: dealtOf(dealt, view, promised?.seedHash) }));
        if (view.state !== "open" || view.isWatching || promised === undefined || promised.isOpened) return;
        // Said once: the table tells of itself each time another opens theirs.
        promised.isOpened = true;
        sayTo(socket.current, { say: "open", bytes: promised.bytes });
      } else if ("free" in message) setState((before) => ({ ...before, view: null, isConnected: true }));
      else if ("stood" in message) setState((before) => ({ ...before, view: null, isConnected: true, told: message.stood }));
      else setState((before) => ({ ...before, view: before.view ?? null, told: message.refused }));
    };
    const lost = (): void => {
      if (own.current !== undefined) own.current.isOpened = false;
      setState((before) => ({ ...before, isConnected: false }));
    };
    return openSocket(roomId, { socket, hear, lost });
  }, [roomId]);
  const { view } = state;
  return {
    ...state,
    sit: (how = {}) => say({ say: "seat", room: roomId, ...how, ...(table === undefined ? {} : { table }) }),
    ready: () => {
      if (view === undefined || view === null) return;
      own.current = { bytes: hexOf(crypto.getRandomValues(new Uint8Array(BYTES))), seedHash: view.seedHash, isOpened: false };
      say({ say: "ready", hash: hashOfHex(own.current.bytes) });
    },
    act: (act) => {
      if (typeof view?.handId === "string") say({ say: "act", hand: view.handId, seq: view.seq, act });
    },
    leave: () => say({ say: "leave" }),
  };
}

function sayTo(socket: WebSocket | undefined, request: RoomRequest): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request));
}

interface Ends {
  readonly socket: { current: WebSocket | undefined };
  readonly hear: (message: WrittenRoomMessage) => void;
  readonly lost: () => void;
}

function openSocket(roomId: string, { socket, hear, lost }: Ends): () => void {
  let [timer, waitMs, isOver]: [number | undefined, number, boolean] = [undefined, RETRY_FIRST_MS, false];
  const again = (): void => {
    if (isOver) return;
    lost();
    timer = window.setTimeout(() => void open(), waitMs);
    waitMs = Math.min(waitMs * 2, RETRY_LAST_MS);
  };
  const open = async (): Promise<void> => {
    const ticket = await call(sessions.liveTicket, {}).then(
      (answer) => answer.ticket,
      () => undefined,
    );
    if (isOver) return;
    if (ticket === undefined) return again();
    const opened = new WebSocket(`${location.origin.replace(/^http/, "ws")}${ROOMS_PATH}?ticket=${ticket}`);
    socket.current = opened;
    opened.onopen = () => {
      waitMs = RETRY_FIRST_MS;
      opened.send(JSON.stringify({ say: "join", room: roomId } satisfies RoomRequest));
    };
    opened.onmessage = ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as WrittenRoomMessage;
      // Another process takes the tables over: it is asked again until it has.
      if ("refused" in message && message.refused.code === "pvp.not_leading") return opened.close();
      hear(message);
    };
    opened.onclose = again;
  };
  void open();
  return () => {
    isOver = true;
    window.clearTimeout(timer);
    socket.current?.close();
  };
}
