import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Id, Moment, Uuid } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";

export const dispatchChannels = ["sms", "email"] as const;
export type DispatchChannel = (typeof dispatchChannels)[number];

export const dispatchStates = ["queued", "sending", "sent", "delivered", "failed", "expired"] as const;
export type DispatchState = (typeof dispatchStates)[number];

/** A letter out as staff see it: whom it went to is masked, and what it said is shown in the sandbox alone. */
export const Dispatch = z.object({
  id: Uuid,
  channel: z.enum(dispatchChannels),
  template: z.string(),
  accountId: Id.nullable(),
  target: z.string(),
  language: z.string(),
  state: z.enum(dispatchStates),
  attempts: z.int(),
  /** What the provider calls it, what it cost, and its words where it was not taken. */
  reference: z.string().nullable(),
  cost: Balance.nullable(),
  fault: z.string().nullable(),
  createdAt: Moment,
  sentAt: Moment.nullable(),
  /** When the provider said what became of it, and when the code in it was used. */
  reportedAt: Moment.nullable(),
  usedAt: Moment.nullable(),
  expiresAt: Moment,
  /** Sent again, it would still be of use. */
  canResend: z.boolean(),
  subject: z.string().nullable(),
  body: z.string().nullable(),
  code: z.string().nullable(),
});
export type Dispatch = z.infer<typeof Dispatch>;

/** How many codes went out by telephone, and how many of them were used. */
const Use = z.object({ sent: z.int(), used: z.int() });

export const LetterUse = z.object({
  /** Of the last seven days, the newest first; `cost` is what the provider said it takes. */
  days: z.array(Use.extend({ day: z.iso.date(), cost: Balance })),
  /** The prefixes most was sent to in that time. */
  prefixes: z.array(Use.extend({ prefix: z.string() })),
});
export type LetterUse = z.infer<typeof LetterUse>;

/** What officers are told: the day's money for text messages runs out, or a prefix was closed because hardly a code sent to it was used. */
export const LetterAlert = z.object({
  id: Uuid,
  kind: z.enum(["money", "prefix"]),
  subject: z.string(),
  sent: z.int(),
  used: z.int(),
  spent: Balance,
  maximum: Balance,
  at: Moment,
  until: Moment,
  isOpen: z.boolean(),
});
export type LetterAlert = z.infer<typeof LetterAlert>;

export const dispatches = contract("dispatches", {
  list: query({
    for: "operator",
    personal: true,
    says: "Letters by telephone and e-mail, the newest first. Their words and codes are shown in the sandbox alone.",
    input: PageInput.extend({ channel: z.enum(dispatchChannels).optional(), state: z.enum(dispatchStates).optional() }),
    output: page(Dispatch),
  }),
  resend: command({
    for: "operator",
    says: "Sends a letter again, while it is still of use: nothing that is over, and no code that was used.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: z.object({ id: Uuid }),
    errors: ["dispatches.not_found", "dispatches.under_way", "dispatches.over", "dispatches.used", "dispatches.too_often"],
  }),
  use: query({
    for: "operator",
    personal: false,
    says: "How many codes went out by telephone in the last seven days, by day and by prefix, and how many were used.",
    input: z.object({}),
    output: LetterUse,
  }),
  alerts: query({
    for: "operator",
    personal: false,
    says: "What officers are told of text messages: the day's money, and prefixes that were closed. Of the last 30 days, the newest first.",
    input: z.object({}),
    output: z.object({ list: z.array(LetterAlert) }),
  }),
});
