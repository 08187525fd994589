import { z } from "zod";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { Moment, Uuid } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";

/** An inbox message: `template` is a locale key under `messages.`, `values` fill its {0}, {1}, {2} (site, currency, amount). */
export const Message = z.object({ id: Uuid, template: z.string(), values: z.array(z.string()), readAt: Moment.nullable(), at: Moment });
export type Message = z.infer<typeof Message>;

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
});
