import { z } from "zod";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { Amount } from "./core/money.ts";
import { compared } from "./core/text.ts";

/** So many layouts of bets a member keeps for a game, each in its own place. */
export const LAYOUTS_MAX = 15;

const GameCode = compared(32);
const Place = z.int().min(1).max(LAYOUTS_MAX);

/** Bets that are kept to be laid again. They are no round and stake nothing. */
export const Layout = z.object({
  place: Place,
  /** An amount on each spot. */
  bets: z.record(z.string(), z.string()),
  stake: Amount,
});
export type Layout = z.infer<typeof Layout>;

export const layouts = contract("layouts", {
  mine: query({
    for: "member",
    says: "The layouts of bets the member keeps for a game, by their places.",
    input: z.object({ gameCode: GameCode }),
    output: z.object({ list: z.array(Layout).max(LAYOUTS_MAX) }),
    errors: ["games.not_found"],
  }),
  keep: command({
    for: "member",
    says: "Keeps a layout of bets in a place, in the stead of what was kept there; repeated it changes nothing.",
    input: z.object({ gameCode: GameCode, place: Place, bets: z.record(z.string(), z.unknown()) }),
    output: Empty,
    errors: ["games.not_found", "rounds.choice_invalid", "rounds.above_maximum"],
  }),
  remove: command({
    for: "member",
    says: "Takes away the layout of bets kept in a place; repeated it does nothing.",
    method: "DELETE",
    input: z.object({ gameCode: GameCode, place: Place }),
    output: Empty,
    errors: ["games.not_found"],
  }),
});
