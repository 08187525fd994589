import { z } from "zod";
import { contract, Empty, query } from "./core/endpoint.ts";
import { Amount } from "./core/money.ts";

/** A card room as a list shows it; its counts are of this moment and of people alone. */
export const CardRoom = z.object({
  roomId: z.string(),
  gameCode: z.string(),
  displayName: z.string(),
  /** In practice chips are played for that are never money. */
  kind: z.enum(["money", "practice"]),
  /** What one unit of the pays is; null in practice, as the next one is. */
  unit: Amount.nullable(),
  /** What is held for each hand: the most one can lose in it. */
  hold: Amount.nullable(),
  seats: z.int(),
  tables: z.int(),
  /** People who sit here, and how many of them wait for others. */
  seated: z.int(),
  waiting: z.int(),
  /** Of the winner's gain. */
  rakePercent: z.int(),
});
export type CardRoom = z.infer<typeof CardRoom>;

export const pvp = contract("pvp", {
  rooms: query({
    for: "guest",
    says: "The card rooms, where members play each other: what a unit is, what is held for a hand, what the house takes, and how many sit there now.",
    trial: true,
    sharedForMs: 1_000,
    input: Empty,
    output: z.object({ list: z.array(CardRoom) }),
  }),
});
