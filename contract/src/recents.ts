import { z } from "zod";
import { contract, query } from "./core/endpoint.ts";
import { compared } from "./core/text.ts";
import { Game } from "./games.ts";

export const recents = contract("recents", {
  list: query({
    for: "member",
    says: "The games the member started last, newest first, each once.",
    input: z.object({
      page: z.coerce.number().int().min(1).max(1_000).optional(),
      pageSize: z.coerce.number().int().min(1).max(100).optional(),
      gameType: compared(16).optional(),
      language: compared(8).optional(),
      clientType: z.coerce.number().int().optional(),
    }),
    output: z.object({ list: z.array(Game), page: z.int(), totalPages: z.int(), total: z.int() }),
  }),
});
