import { z } from "zod";
import { contract, query } from "./core/endpoint.ts";
import { Id, Moment } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";

export const Downline = z.object({ id: Id, account: z.string(), type: z.int(), depth: z.int(), joinedAt: Moment });
export type Downline = z.infer<typeof Downline>;

export const agents = contract("agents", {
  overview: query({
    for: "agent",
    says: "The size of the agent's own tree.",
    input: z.object({}),
    output: z.object({ direct: z.int(), all: z.int(), agents: z.int(), invitationCode: z.string() }),
  }),
  downlines: query({ for: "agent", says: "The agent's tree, nearest first.", input: PageInput, output: page(Downline) }),
});
