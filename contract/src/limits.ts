import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Moment } from "./core/ids.ts";
import { Amount, Balance } from "./core/money.ts";

export const limitKinds = ["loss", "stake"] as const;
export const limitPeriods = ["day", "week", "month"] as const;

/** A limit in force and how much of it the running period has used; a raise waits 24 hours as `next`. */
export const Limit = z.object({
  kind: z.enum(limitKinds),
  period: z.enum(limitPeriods),
  amount: Balance,
  used: Balance,
  next: z.object({ amount: Balance.nullable(), from: Moment }).nullable(),
});
export type Limit = z.infer<typeof Limit>;

export const limits = contract("limits", {
  mine: query({ for: "member", says: "The member's own limits and what is used of them.", input: z.object({}), output: z.object({ list: z.array(Limit) }) }),
  set: command({
    for: "member",
    says: "Sets or lowers a limit at once; raising it waits 24 hours.",
    input: z.object({ kind: z.enum(limitKinds), period: z.enum(limitPeriods), amount: Amount }),
    output: Limit,
  }),
  remove: command({
    for: "member",
    says: "Removes a limit, 24 hours from now.",
    input: z.object({ kind: z.enum(limitKinds), period: z.enum(limitPeriods) }),
    output: Limit,
  }),
});
