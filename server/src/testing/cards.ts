import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import type { RoomAct, RoomMessage, RoomRequest, TongitsView, WrittenRoomMessage } from "@laro/contract/core/cardRooms";
import { RoomMessage as Message, type TableView } from "@laro/contract/core/cardRooms";
import { ROOM_MESSAGES_PER_SECOND, ROOMS_PATH } from "@laro/contract/core/cardRoomTimes";
import { sessions } from "@laro/contract/sessions";
import { highestLoose } from "@laro/engines/pvp/melds";
import { WebSocket } from "ws";
import { CardHall } from "../features/pvp/pvp.hall.ts";
import type { Player } from "../features/pvp/pvp.windows.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

const WAIT_MS = 10;
const WAITS_MAX = 4_000;
/** A window that acts twice in its turn stays below what one may say in a second, however late the machine is. */
const ACT_MS = 2_000 / ROOM_MESSAGES_PER_SECOND;

export async function until<Value>(ask: () => Value | undefined | false | Promise<Value | undefined | false>, what: string): Promise<Value> {
  for (let waits = 0; waits < WAITS_MAX; waits += 1) {
    const value = await ask();
    if (value !== undefined && value !== false) return value;
    await new Promise((wait) => setTimeout(wait, WAIT_MS));
  }
  throw new Error(`It did not come: ${what}.`);
}

/** Who holds a world's card tables beside its own server, which a test can kill: nothing of its memory is kept. */
export const openHall = ({ open }: World): CardHall => new CardHall(open.platform, open.url);

/** A member's window at a card table, as a browser has it: it promises its bytes and opens them when asked. */
export class CardWindow {
  readonly heard: RoomMessage[] = [];
  readonly texts: string[] = [];
  readonly socket: WebSocket;
  readonly closed: Promise<number>;
  /** Whether it opens what it promised. */
  isHonest = true;
  #bytes = randomBytes(16).toString("hex");
  #isOpened = false;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = once(socket, "close").then(([code]) => code as number);
    socket.on("message", (data) => {
      const text = String(data);
      const message = Message.parse(JSON.parse(text));
      this.texts.push(text);
      this.heard.push(message);
      if (!("view" in message) || message.view.state !== "open" || !this.isHonest || message.view.isWatching || this.#isOpened) return;
      this.#isOpened = true;
      this.say({ say: "open", bytes: this.#bytes });
    });
  }

  static async open(world: World, person: Person): Promise<CardWindow> {
    const { ticket } = await person.call(sessions.liveTicket, {});
    const socket = new WebSocket(`${world.address.replace("http", "ws")}${ROOMS_PATH}?ticket=${ticket}`);
    const window = new CardWindow(socket);
    await once(socket, "open");
    return window;
  }

  say(content: unknown): void {
    this.socket.send(typeof content === "string" ? content : JSON.stringify(content));
  }

  /** Asks for a seat until it has one: for a moment after a server began nobody leads the tables yet. */
  async sit(room: string): Promise<void> {
    for (let asked = 0; ; asked = this.heard.length) {
      this.say({ say: "seat", room });
      const answer = await until(() => this.heard.slice(asked).find((message) => "view" in message || "refused" in message), "a seat");
      if ("view" in answer) return;
      if ("refused" in answer && answer.refused.code !== "pvp.not_leading") throw new Error(`No seat: ${answer.refused.code}.`);
      await new Promise((wait) => setTimeout(wait, ACT_MS));
    }
  }

  ready(): void {
    [this.#bytes, this.#isOpened] = [randomBytes(16).toString("hex"), false];
    this.say({ say: "ready", hash: createHash("sha256").update(Buffer.from(this.#bytes, "hex")).digest("hex") });
  }

  get view(): TableView {
    const views = this.heard.flatMap((message) => ("view" in message ? [message.view] : []));
    return views.at(-1)!;
  }

  get hand(): TongitsView {
    return this.view.hand as TongitsView;
  }

  act(act: RoomAct, changed: { hand?: string; seq?: number } = {}): void {
    this.say({ say: "act", hand: this.view.handId!, seq: this.view.seq, act, ...changed });
  }

  /** The codes it was refused with, or stood up for. */
  get refusals(): readonly string[] {
    return this.heard.flatMap((message) => ("refused" in message ? [message.refused.code] : "stood" in message ? [`stood ${message.stood.code}`] : []));
  }

  close(): void {
    this.socket.close();
  }
}

/** Draws, and throws the highest loose card: a hand of Tongits that ends when the stock does. */
export function plainAct({ phase, hand }: TongitsView): RoomAct {
  if (phase === "answer") return { kind: "fold" };
  return phase === "begin" ? { kind: "draw" } : { kind: "discard", card: highestLoose(hand) };
}

/** Plays a hand to its end, or so many acts of it. */
export async function playOn(windows: readonly CardWindow[], acts = Infinity): Promise<number> {
  for (let played = 0; played < acts; played += 1) {
    const one = windows[0]!;
    if (one.view.state !== "plays") return played;
    const { seq, handId } = one.view;
    const actor = windows.find((window) => window.view.handId === handId && window.view.seq === seq && window.view.seat === window.hand.turn)!;
    actor.act(plainAct(actor.hand));
    await new Promise((wait) => setTimeout(wait, ACT_MS));
    await until(() => windows.every((window) => window.view.state !== "plays" || window.view.seq > seq), `act ${seq} of ${handId}`);
  }
  return acts;
}

/** Members who sit at one table of a room and whose hand was dealt. */
export async function dealTo(windows: readonly CardWindow[], room: string): Promise<void> {
  for (const window of windows) await window.sit(room);
  await dealAgain(windows);
}

export async function dealAgain(windows: readonly CardWindow[]): Promise<void> {
  await until(() => windows.every(({ view }) => view.state === "ready"), "a full table");
  for (const window of windows) window.ready();
  await until(() => windows.every(({ view }) => view.state === "plays"), "the deal");
}

type Member = Person & { readonly id: bigint };
type View = Extract<WrittenRoomMessage, { view: unknown }>["view"];

/** A member's window without a socket, so that its process can be killed and another held in its place. */
export class Seat {
  readonly player: Player;
  readonly member: Member;
  view: View | undefined;
  /** How many views it was sent. */
  views = 0;
  /** What it was refused with, or stood up for. */
  readonly codes: string[] = [];
  #bytes = randomBytes(16).toString("hex");

  constructor(member: Member) {
    this.member = member;
    this.player = {
      accountId: member.id,
      isAbroad: false,
      send: (message) => {
        if (!("view" in message)) return;
        this.view = message.view;
        this.views += 1;
      },
      refuse: ({ code }) => void this.codes.push(code),
      stand: ({ code }) => void this.codes.push(code),
    };
  }

  get hand(): TongitsView {
    return this.view!.hand as TongitsView;
  }

  ready(): RoomRequest {
    this.#bytes = randomBytes(16).toString("hex");
    return { say: "ready", hash: createHash("sha256").update(Buffer.from(this.#bytes, "hex")).digest("hex") };
  }

  open(): RoomRequest {
    return { say: "open", bytes: this.#bytes };
  }
}

export async function seatsOf(world: World, count = 3): Promise<Seat[]> {
  return (await Promise.all(Array.from({ length: count }, () => world.player({ balance: 100_00n })))).map((member) => new Seat(member));
}

/** A hall that leads, with these windows in it: a connection that was cut holds the lead until its server process is gone. */
export async function leadBy(world: World, seats: readonly Seat[], room: string): Promise<CardHall> {
  const hall = openHall(world);
  await until(async () => {
    await hall.look();
    return hall.isLeading;
  }, "the lead");
  seats.forEach(({ player }) => hall.enter(player));
  for (const { player } of seats) await hall.hear(player, { say: "join", room });
  return hall;
}

export async function dealBy(hall: CardHall, seats: readonly Seat[], room: string): Promise<void> {
  for (const { player } of seats) await hall.hear(player, { say: "seat", room });
  for (const seat of seats) await hall.hear(seat.player, seat.ready());
  for (const seat of seats) await hall.hear(seat.player, seat.open());
}

/** So many acts of a hand at most. */
export async function playBy(hall: CardHall, seats: readonly Seat[], acts: number): Promise<void> {
  for (let played = 0; played < acts && seats[0]!.view!.state === "plays"; played += 1) {
    const seat = seats.find(({ view, hand }) => view!.seat === hand.turn)!;
    const { handId, seq } = seat.view!;
    await hall.hear(seat.player, { say: "act", hand: handId!, seq, act: plainAct(seat.hand) });
  }
}
