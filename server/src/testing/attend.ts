import { once } from "node:events";
import { LIVE_PATH, LiveMessage } from "@laro/contract/core/live";
import { TableMessage } from "@laro/contract/core/watching";
import { sessions } from "@laro/contract/sessions";
import { WebSocket } from "ws";
import { z } from "zod";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

/** All that a socket may hear. */
const Heard = z.union([LiveMessage, TableMessage]);
export type LiveHeard = z.infer<typeof Heard>;

const SETTLED_MS = 100;

/** Opens a person's live socket: what it heard so far, what it says, and the code it was closed with. `first` is said before its ticket can have been looked at. */
export async function attend(world: World, person: Person, first?: unknown, missedMs?: string) {
  const { ticket } = await person.call(sessions.liveTicket, {});
  const socket = new WebSocket(`${world.address.replace("http", "ws")}${LIVE_PATH}?ticket=${ticket}${missedMs === undefined ? "" : `&missedMs=${missedMs}`}`);
  const [heard, texts]: [LiveHeard[], string[]] = [[], []];
  socket.on("message", (data) => {
    texts.push(String(data));
    heard.push(Heard.parse(JSON.parse(String(data))));
  });
  const closed = once(socket, "close").then(([code]) => code as number);
  await once(socket, "open");
  const say = (content: unknown): void => socket.send(typeof content === "string" ? content : JSON.stringify(content));
  if (first !== undefined) say(first);
  await new Promise((wait) => setTimeout(wait, SETTLED_MS));
  return { heard, /** The same as it came. */ texts, closed, say, isOpen: () => socket.readyState === WebSocket.OPEN, close: () => socket.close() };
}
