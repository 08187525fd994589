import { z } from "zod";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { compared } from "./core/text.ts";
import { Game } from "./games.ts";

/** The most games a member can keep, which is also the largest page. */
export const FAVOURITES_MAX = 999;

/** What names a favourite (ENTITY-36). The server goes by `nodeId` and keeps the game's own vendor and type, whatever else is said. */
export const Favourite = z.object({ nodeId: compared(18), vendor: compared(32), gameType: compared(16) });
export type Favourite = z.infer<typeof Favourite>;

export const favourites = contract("favourites", {
  ids: query({
    for: "member",
    says: "The numbers of the member's favourite games, newest first.",
    input: z.object({}),
    output: z.object({ ids: z.array(z.string()) }),
  }),
  list: query({
    for: "member",
    says: "The member's favourite games, newest first.",
    input: z.object({
      clientType: z.coerce.number().int().optional(),
      platform: compared(16).optional(),
      language: compared(8).optional(),
      pageNo: z.coerce.number().int().min(1).max(1_000).optional(),
      pageSize: z.coerce.number().int().min(1).max(FAVOURITES_MAX).optional(),
      gameType: compared(16).optional(),
    }),
    output: z.object({ content: z.array(Game), pageNum: z.int(), totalPages: z.int() }),
  }),
  add: command({
    for: "member",
    says: "Keeps a game among the member's favourites; repeated it does nothing.",
    input: Favourite,
    output: Empty,
    errors: ["games.not_found", "favourites.full"],
  }),
  remove: command({
    for: "member",
    says: "Takes a game out of the member's favourites; repeated it does nothing.",
    method: "DELETE",
    input: Favourite,
    output: Empty,
  }),
});
