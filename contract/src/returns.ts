import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Moment, Uuid } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { compared } from "./core/text.ts";

/** A percentage with two decimals. */
const Percent = z.string();

/** What came back of a house game's settled rounds, by the version of its mathematics that is played; jackpots apart. */
export const LiveReturn = z.object({
  gameCode: z.string(),
  displayName: z.string(),
  version: z.int(),
  /** The least its bets return by their mathematics, rounded down. */
  exactReturn: Percent,
  rounds: z.int(),
  stake: Balance,
  win: Balance,
  /** Null before the first stake. */
  percent: Percent.nullable(),
  /** Where 999 of 1,000 fair games lie after as many stakes; null before the first stake. */
  band: z.object({ least: Percent, most: Percent }).nullable(),
  isOutside: z.boolean(),
});
export type LiveReturn = z.infer<typeof LiveReturn>;

/** return: outside its band at the ends of two days. mathematics: a version gives other results than it did, and the game was stopped. unpaid: a draw has tickets that cannot be settled. */
export const gameAlertReasons = ["return", "mathematics", "unpaid"] as const;
export const GameAlert = z.object({ id: Uuid, gameCode: z.string(), displayName: z.string(), version: z.int(), reason: z.enum(gameAlertReasons), at: Moment });
export type GameAlert = z.infer<typeof GameAlert>;

const LiveReturns = z.object({ list: z.array(LiveReturn), alerts: z.array(GameAlert) });

export const returns = contract("returns", {
  live: query({
    for: "guest",
    says: "What came back of a house game so far, beside what its mathematics say, and the band chance keeps it in.",
    trial: true,
    sharedForMs: 60_000,
    input: z.object({ gameCode: compared(32) }),
    output: LiveReturn,
    errors: ["games.not_found"],
  }),
  list: query({
    for: "operator",
    personal: false,
    says: "The live returns of all house games, and the alerts nobody has looked at.",
    input: z.object({}),
    output: LiveReturns,
  }),
  see: command({
    for: "operator",
    says: "Marks an alert about a game as looked at.",
    input: z.object({ id: Uuid }),
    output: LiveReturns,
    errors: ["returns.alert_not_found"],
  }),
});
