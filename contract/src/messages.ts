import { z } from "zod";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { Id, Moment, RequestId, Uuid } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";
import { compared, text } from "./core/text.ts";

/** An inbox message: `template` is a locale key under `messages.`, `values` fill its {0}, {1}, {2} (site, currency, amount). */
export const Message = z.object({
  id: Uuid,
  template: z.string(),
  values: z.array(z.string()),
  readAt: Moment.nullable(),
  /** When the member reported it; only an agent's letter, template `letter`, can be. */
  reportedAt: Moment.nullable(),
  at: Moment,
});
export type Message = z.infer<typeof Message>;

/** The longest letter of an agent, in UTF-16 units. */
export const LETTER_MAX = 500;
/** So many letters an agent sends in a day of the market. */
export const LETTERS_PER_DAY = 3;

/** A letter an agent sent; `to` is a direct downline's account, or its alias where agents see no names; null for all of them. */
export const Letter = z.object({ id: Uuid, to: z.string().nullable(), text: z.string(), at: Moment });
export type Letter = z.infer<typeof Letter>;

/** A text of the operator's that agents may send as it is. */
export const ApprovedLetter = z.object({ id: Uuid, title: z.string(), text: z.string() });
export type ApprovedLetter = z.infer<typeof ApprovedLetter>;

export const messages = contract("messages", {
  mine: query({ for: "member", says: "The inbox, newest first.", input: PageInput, output: page(Message) }),
  unread: query({
    for: "member",
    says: "How many messages and answers of customer service wait to be read.",
    input: z.object({}),
    output: z.object({ count: z.int() }),
  }),
  read: command({
    for: "member",
    whileClosed: true,
    says: "Marks a message as read.",
    input: z.object({ id: Uuid }),
    output: Empty,
    errors: ["messages.not_found"],
  }),
  report: command({
    for: "member",
    whileClosed: true,
    says: "Reports an agent's letter: customer service gets it with the letter as it stands. Once; a second time changes nothing.",
    input: z.object({ id: Uuid }),
    output: Empty,
    errors: ["messages.not_found"],
  }),
  letterTerms: query({
    for: "agent",
    says: "How many letters the agent may still send today, whether to one downline, and which approved texts there are.",
    input: z.object({ language: compared(8) }),
    output: z.object({
      leftToday: z.int(),
      /** Only approved texts, and only to the agents among the direct downlines. */
      approvedOnly: z.boolean(),
      approved: z.array(ApprovedLetter),
      /** Where agents see no names: the agents among the direct downlines, by alias, a hundred at most. */
      receivers: z.array(z.object({ accountId: Id, name: z.string() })),
    }),
  }),
  letters: query({ for: "agent", says: "The letters the agent sent, newest first.", input: PageInput, output: page(Letter) }),
  sendDownline: command({
    for: "agent",
    says: "Sends a letter to one direct downline, by its account or number, or to all of them, in the agent's own words or an approved text. The answer never tells who got it.",
    input: z
      .object({
        requestId: RequestId,
        account: compared(64, { min: 1 }).optional(),
        accountId: Id.optional(),
        text: text({ max: LETTER_MAX }).optional(),
        approved: Uuid.optional(),
      })
      .refine((letter) => (letter.text === undefined) !== (letter.approved === undefined), { path: ["text"], error: "missing" }),
    output: z.object({ sent: z.literal(true), leftToday: z.int() }),
    errors: [
      "messages.not_downline",
      "messages.letter_unknown",
      "messages.letters_held",
      "messages.approved_only",
      "messages.link",
      "messages.letters_full",
      "request.id_reused",
    ],
  }),
});
