import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Moment } from "./core/ids.ts";
import { Amount, Balance } from "./core/money.ts";

/** What can be limited in money: all that is paid in, what is lost, what is staked. */
export const limitKinds = ["deposit", "loss", "stake"] as const;
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

/** A limit on the time of being logged in, in whole minutes. */
export const TimeLimit = z.object({
  period: z.enum(limitPeriods),
  minutes: z.int(),
  usedMinutes: z.int(),
  next: z.object({ minutes: z.int().nullable(), from: Moment }).nullable(),
});
export type TimeLimit = z.infer<typeof TimeLimit>;

const MINUTES_MAX = 31 * 24 * 60;

export const limits = contract("limits", {
  mine: query({
    for: "member",
    says: "The member's own limits and what is used of them.",
    readsMuch: true,
    input: z.object({}),
    output: z.object({ list: z.array(Limit), time: z.array(TimeLimit) }),
  }),
  set: command({
    for: "member",
    whileClosed: true,
    says: "Sets or lowers a limit at once; raising it waits 24 hours.",
    input: z.object({ kind: z.enum(limitKinds), period: z.enum(limitPeriods), amount: Amount }),
    output: Limit,
  }),
  remove: command({
    for: "member",
    whileClosed: true,
    says: "Removes a limit, 24 hours from now.",
    input: z.object({ kind: z.enum(limitKinds), period: z.enum(limitPeriods) }),
    output: Limit,
  }),
  setTime: command({
    for: "member",
    whileClosed: true,
    says: "Sets or lowers a limit of session time at once; raising it waits 24 hours.",
    input: z.object({ period: z.enum(limitPeriods), minutes: z.int().min(1).max(MINUTES_MAX) }),
    output: TimeLimit,
  }),
  removeTime: command({
    for: "member",
    whileClosed: true,
    says: "Removes a limit of session time, 24 hours from now.",
    input: z.object({ period: z.enum(limitPeriods) }),
    output: TimeLimit,
  }),
});
