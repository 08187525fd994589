import { z } from "zod";
import { contract, query } from "./core/endpoint.ts";
import { Id, Moment, Uuid } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";

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
  expiresAt: Moment,
  subject: z.string().nullable(),
  body: z.string().nullable(),
  code: z.string().nullable(),
});
export type Dispatch = z.infer<typeof Dispatch>;

export const dispatches = contract("dispatches", {
  list: query({
    for: "operator",
    personal: true,
    says: "Letters by telephone and e-mail, the newest first. Their words and codes are shown in the sandbox alone.",
    input: PageInput.extend({ channel: z.enum(dispatchChannels).optional(), state: z.enum(dispatchStates).optional() }),
    output: page(Dispatch),
  }),
});
