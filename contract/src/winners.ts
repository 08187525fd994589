import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Day, Moment } from "./core/ids.ts";
import { shownLanguage } from "./core/languages.ts";
import { Amount } from "./core/money.ts";
import { compared } from "./core/text.ts";

const HOUR_MS = 60 * 60_000;

/** A win out of the books: a settled round that paid more than its stake. The name is masked by the server. */
export const Winner = z.object({
  customerName: z.string(),
  gameName: z.string(),
  gameType: z.string(),
  iconUrl: z.string(),
  winAmount: Amount,
  gameTime: Moment,
  nodeId: z.string(),
});
export type Winner = z.infer<typeof Winner>;

export const winners = contract("winners", {
  board: query({
    for: "guest",
    says: "The newest wins of the last 24 hours; empty where nobody won.",
    trial: true,
    sharedForMs: 2_000,
    input: z.object({
      gameCategory: compared(16).optional(),
      language: shownLanguage.optional(),
      limitNum: z.coerce.number().int().min(1).max(50).optional(),
    }),
    output: z.object({ list: z.array(Winner) }),
  }),
  byDay: query({
    for: "guest",
    says: "The wins of one day, largest first, and the days there are any of.",
    trial: true,
    sharedForMs: 2_000,
    input: z.object({ day: Day.optional(), language: shownLanguage.optional() }),
    output: z.object({ day: Day, days: z.array(Day), list: z.array(Winner) }),
  }),
  mine: query({
    for: "member",
    says: "Whether the member's own wins are left out of the list.",
    input: z.object({}),
    output: z.object({ hidden: z.boolean() }),
  }),
  hide: command({
    for: "member",
    says: "Leaves the member's wins out of the list, or shows them again.",
    whileClosed: true,
    rate: { count: 10, windowMs: HOUR_MS },
    input: z.object({ hidden: z.boolean() }),
    output: z.object({ hidden: z.boolean() }),
  }),
});
