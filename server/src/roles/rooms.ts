import { RoomRequest, type WrittenRoomMessage } from "@laro/contract/core/cardRooms";
import { ROOM_MESSAGES_PER_SECOND, ROOM_REQUEST_REFUSED, ROOMS_PATH } from "@laro/contract/core/cardRoomTimes";
import type { Refusal } from "@laro/contract/core/errors";
import type { FastifyInstance } from "fastify";
import type { RawData, WebSocket } from "ws";
import { isAbroadOf } from "../core/limits/abroad.ts";
import { IdleWatch } from "../core/sessions/idle.ts";
import { isSessionOpen } from "../core/sessions/sessions.ts";
import { useTicket } from "../core/sessions/tickets.ts";
import type { CardHall } from "../features/pvp/pvp.hall.ts";
import { findCardplayer } from "../features/pvp/pvp.people.ts";
import type { Player } from "../features/pvp/pvp.windows.ts";
import { networkOf } from "../platform/addresses.ts";
import type { Gatekeeper, Platform } from "../platform/routes.ts";
import { keepAlive, PERSON_SOCKETS_MAX, sendTo, SESSION_SOCKETS_MAX, socketDoor, SocketShares, WaitingSockets } from "./live.sockets.ts";

const TRY_LATER = 1013;
const TICKET_REFUSED = 4401;
const SESSION_ENDED = 4403;
const SECOND_MS = 1_000;
/** A member says no more in a second over all of their windows. */
const PERSON_MESSAGES_PER_SECOND = 20;
/** So many messages of one socket wait at once for what they ask to be done. */
const WAITING_MAX = 20;

/** Opens the socket of the card rooms: a one-time ticket in, then acts in and views of a table out. */
export function serveRooms(app: FastifyInstance, platform: Platform, { hall, sentence }: { hall: CardHall } & Pick<Gatekeeper, "sentence">): void {
  const { database, clock, live } = platform;
  const [waiting, shares, idle] = [new WaitingSockets(), new SocketShares(), new IdleWatch({ database, clock, live })];
  const said = new SaidInSecond();
  app.addHook("onClose", async () => idle.close());
  app.get<{ Querystring: { ticket?: string } }>(ROOMS_PATH, socketDoor(), async (socket, request) => {
    const early = keepEarly(socket);
    const leave = waiting.enter(networkOf(request.ip));
    if (leave === undefined) return socket.close(TRY_LATER, "later");
    const holder = await useTicket(database, { ticket: request.query.ticket ?? "", now: clock.now() }).finally(leave);
    const who = holder?.person.startsWith("member:") === true ? await findCardplayer(database.db, BigInt(holder.person.slice("member:".length))) : undefined;
    if (holder === undefined || who === undefined) return socket.close(TICKET_REFUSED, "ticket");
    if (socket.readyState !== socket.OPEN) return;
    const told = (refusal: Refusal) => ({ code: refusal.code, text: sentence(refusal.code, refusal.values, who.language) });
    const send = (message: WrittenRoomMessage): void => sendTo(socket, JSON.stringify(message));
    const player: Player = {
      accountId: who.accountId,
      isAbroad: isAbroadOf(platform, request),
      send,
      refuse: (refusal) => send({ refused: told(refusal) }),
      stand: (refusal) => send({ stood: told(refusal) }),
    };
    const leaveShare = shares.enter(socket, [
      { holder: holder.session, most: SESSION_SOCKETS_MAX },
      { holder: holder.person, most: PERSON_SOCKETS_MAX },
    ]);
    const ends = [
      leaveShare,
      hall.enter(player),
      keepAlive(socket),
      idle.attend(holder.session, () => socket.close(SESSION_ENDED, "session")),
      live.onSessionChanged((changed) => changed === holder.session && void closeIfEnded(socket, holder.session)),
    ];
    hearRequests(socket, early(), { maySay: () => said.add(player.accountId) <= PERSON_MESSAGES_PER_SECOND, hear: (asked) => hall.hear(player, asked) });
    socket.on("close", () => ends.forEach((end) => end()));
    socket.on("error", () => socket.terminate());
  });

  async function closeIfEnded(socket: WebSocket, session: string): Promise<void> {
    const isOpen = await isSessionOpen(database.db, session).catch(() => undefined);
    if (isOpen === undefined) socket.close(TRY_LATER, "later");
    else if (!isOpen) socket.close(SESSION_ENDED, "session");
  }
}

/** What a client says before its ticket has been looked at waits until then; more than it may say in a second is not kept. */
function keepEarly(socket: WebSocket): () => readonly RawData[] {
  const said: RawData[] = [];
  const keep = (data: RawData): void => void (said.length <= ROOM_MESSAGES_PER_SECOND && said.push(data));
  socket.on("message", keep);
  return () => {
    socket.off("message", keep);
    return said;
  };
}

/** Counts what each member says in a second, whatever window says it. */
class SaidInSecond {
  #second = 0;
  #said = new Map<bigint, number>();

  /** Counts one more, and answers how many it are. */
  add(accountId: bigint): number {
    const now = Math.floor(performance.now() / SECOND_MS);
    if (now !== this.#second) [this.#second, this.#said] = [now, new Map()];
    const said = (this.#said.get(accountId) ?? 0) + 1;
    this.#said.set(accountId, said);
    return said;
  }
}

interface Hearing {
  /** Whether the member may say one more in this second. */
  readonly maySay: () => boolean;
  readonly hear: (request: RoomRequest) => Promise<void>;
}

/** Hears a socket, one message after the other. What it may not say, or says too often, is ignored once; the second time it is closed. */
function hearRequests(socket: WebSocket, early: readonly RawData[], { maySay, hear }: Hearing): void {
  let [isWarned, second, said, queued] = [false, 0, 0, 0];
  let turn: Promise<unknown> = Promise.resolve();
  const take = (data: RawData): boolean => {
    const now = Math.floor(performance.now() / SECOND_MS);
    [second, said] = now === second ? [second, said + 1] : [now, 1];
    const request = !maySay() || said > ROOM_MESSAGES_PER_SECOND || queued >= WAITING_MAX ? undefined : readRequest(data);
    if (request === undefined) return false;
    queued += 1;
    turn = turn.then(() => hear(request)).finally(() => (queued -= 1));
    return true;
  };
  const onMessage = (data: RawData): void => {
    if (take(data)) return;
    if (isWarned) socket.close(ROOM_REQUEST_REFUSED, "request");
    isWarned = true;
  };
  early.forEach(onMessage);
  socket.on("message", onMessage);
}

function readRequest(data: RawData): RoomRequest | undefined {
  try {
    return RoomRequest.safeParse(JSON.parse(String(data))).data;
  } catch {
    return undefined;
  }
}
