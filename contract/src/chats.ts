import { z } from "zod";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { Id, Moment, RequestId, Uuid } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { compared, text } from "./core/text.ts";
import { ChatMessage } from "./core/watching.ts";

/** The longest message of a chat. */
export const CHAT_TEXT_MAX = 160;
/** How many of the newest messages a chat opens with. */
export const CHAT_SHOWN = 50;
/** A member's next message may come after so many seconds: usually the first, in a chat that was slowed down one of the others. */
export const chatPaces = [3, 15, 60] as const;
/** For how many hours a member is muted; null is for good. */
export const muteHours = [1, 24, null] as const;

const Series = compared(32);
const Pace = z.union([z.literal(3), z.literal(15), z.literal(60)]);

/** A chat as officers keep it. */
export const ChatRoom = z.object({ series: z.string(), displayName: z.string(), open: z.boolean(), everySeconds: Pace });
export type ChatRoom = z.infer<typeof ChatRoom>;

/** A message as officers see it. */
export const JudgedMessage = z.object({
  id: Uuid,
  series: z.string(),
  memberId: Id,
  memberName: z.string(),
  /** The name it stood under. */
  name: z.string(),
  text: z.string(),
  at: Moment,
  /** By how many members it was reported. */
  reports: z.int(),
  hiddenBy: z.string().nullable(),
  /** Whether its member may write now. */
  muted: z.boolean(),
});
export type JudgedMessage = z.infer<typeof JudgedMessage>;

/** A member who may not write. */
export const Mute = z.object({ memberId: Id, memberName: z.string(), by: z.string(), reason: z.string(), at: Moment, until: Moment.nullable() });
export type Mute = z.infer<typeof Mute>;

const OfMessage = z.object({ id: Uuid });

export const chats = contract("chats", {
  launch: query({
    for: "member",
    says: "The chat of a live table: its newest messages, oldest first, and whether and under which name the member may write. New messages come on the socket of who watches the table.",
    input: z.object({ series: Series }),
    output: z.object({
      series: z.string(),
      messages: z.array(ChatMessage).max(CHAT_SHOWN),
      /** Whether the chat is open; what was written stays to be read. */
      open: z.boolean(),
      everySeconds: Pace,
      /** How the member is called here: the nickname, else the masked name. */
      name: z.string(),
      muted: z.boolean(),
      /** Until when; null for good, or where nobody muted. */
      mutedUntil: Moment.nullable(),
    }),
    errors: ["games.not_found"],
  }),
  send: command({
    for: "member",
    says: "Writes a message in the chat of a live table. The same requestId is one message.",
    rate: { count: 40, windowMs: 60_000 },
    input: z.object({ requestId: RequestId, series: Series, text: text({ max: CHAT_TEXT_MAX }) }),
    output: ChatMessage,
    errors: [
      "games.not_found",
      "chats.closed",
      "chats.muted",
      "chats.too_soon",
      "chats.link",
      "chats.number",
      "chats.word",
      "protection.excluded",
      "limits.restricted",
      "limits.ineligible",
      "countries.closed",
      "limits.kyc_required",
      "request.id_reused",
    ],
  }),
  report: command({
    for: "member",
    says: "Reports a message to the officers, once for each member.",
    rate: { count: 20, windowMs: 60_000 },
    input: OfMessage,
    output: Empty,
    errors: ["chats.not_found"],
  }),
  queue: query({
    for: "operator",
    personal: true,
    says: "Messages of all chats: those reported and not judged yet, oldest first, or all, newest first.",
    input: PageInput.extend({ state: z.enum(["reported", "all"]) }),
    output: page(JudgedMessage),
  }),
  hide: command({
    for: "operator",
    says: "Takes a message out of its chat, everywhere at once.",
    input: OfMessage.extend({ reason: Reason }),
    output: Empty,
    errors: ["chats.not_found"],
  }),
  keep: command({
    for: "operator",
    says: "Says that a reported message may stay.",
    input: OfMessage.extend({ reason: Reason }),
    output: Empty,
    errors: ["chats.not_found"],
  }),
  mutes: query({ for: "operator", personal: true, says: "Who may not write, newest first.", input: PageInput, output: page(Mute) }),
  mute: command({
    for: "operator",
    says: "Keeps a member from writing in any chat for an hour, a day or for good. A later word takes the place of an earlier one.",
    input: z.object({ memberId: Id, hours: z.union([z.literal(1), z.literal(24)]).nullable(), reason: Reason }),
    output: Empty,
    errors: ["accounts.not_found"],
  }),
  unmute: command({
    for: "operator",
    says: "Lets a member write again.",
    input: z.object({ memberId: Id, reason: Reason }),
    output: Empty,
    errors: ["chats.not_muted"],
  }),
  rooms: query({
    for: "operator",
    personal: false,
    says: "The chats of all live tables.",
    input: Empty,
    output: z.object({ list: z.array(ChatRoom) }),
  }),
  setRoom: command({
    for: "operator",
    says: "Opens or closes a chat, or slows it down.",
    input: z.object({ series: Series, open: z.boolean(), everySeconds: Pace, reason: Reason }),
    output: z.object({ list: z.array(ChatRoom) }),
    errors: ["games.not_found"],
  }),
});
