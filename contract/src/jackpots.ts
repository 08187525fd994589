import { z } from "zod";
import { contract, query } from "./core/endpoint.ts";
import { Moment } from "./core/ids.ts";
import { shownLanguage } from "./core/languages.ts";
import { Amount, Balance } from "./core/money.ts";

/** A pool that a game's stakes fill and that one of its rounds takes whole. What is shown runs from `was` to `amount`, which is what would be paid now. */
export const Jackpot = z.object({
  code: z.string(),
  gameCode: z.string(),
  gameName: z.string(),
  nodeId: z.string(),
  iconUrl: z.string(),
  /** What is in the pool. */
  amount: Amount,
  /** What was in it before the newest count. */
  was: Amount,
  /** What the house puts into each new pool. */
  seed: Amount,
  /** What of every stake goes into it, in millionths. */
  ratePpm: z.int(),
  /** One round in so many takes it, for each whole unit of money staked. */
  oneIn: z.int(),
  /** How often it was taken so far. */
  taken: z.int(),
});
export type Jackpot = z.infer<typeof Jackpot>;

/** What a vendor says the jackpot of one of its games stands at. It is the vendor's: the house neither holds it nor counts it. */
export const VendorJackpot = z.object({
  nodeId: z.string(),
  gameName: z.string(),
  iconUrl: z.string(),
  vendorName: z.string(),
  simulated: z.boolean(),
  amount: Amount,
  /** When the vendor said so: not more than five minutes ago. */
  at: Moment,
});
export type VendorJackpot = z.infer<typeof VendorJackpot>;

/** A jackpot that was taken, out of the books. The name is masked by the server. */
export const JackpotWin = z.object({ customerName: z.string(), gameName: z.string(), nodeId: z.string(), winAmount: Balance, gameTime: Moment });
export type JackpotWin = z.infer<typeof JackpotWin>;

export const jackpots = contract("jackpots", {
  list: query({
    for: "guest",
    says: "The house's jackpots and what is in them, and the largest that vendors say their games have.",
    trial: true,
    sharedForMs: 2_000,
    input: z.object({ language: shownLanguage.optional() }),
    output: z.object({ list: z.array(Jackpot), vendors: z.array(VendorJackpot) }),
  }),
  winners: query({
    for: "guest",
    says: "The newest jackpots that were taken; empty where none was.",
    trial: true,
    sharedForMs: 2_000,
    input: z.object({ language: shownLanguage.optional() }),
    output: z.object({ list: z.array(JackpotWin) }),
  }),
});
