import { z } from "zod";
import { contract, query } from "./core/endpoint.ts";
import { Id, Moment } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";
import { compared } from "./core/text.ts";

export const Downline = z.object({ id: Id, account: z.string(), type: z.int(), depth: z.int(), joinedAt: Moment });
export type Downline = z.infer<typeof Downline>;

export const agents = contract("agents", {
  overview: query({
    for: "agent",
    says: "The size of the agent's own tree.",
    input: z.object({}),
    output: z.object({ direct: z.int(), all: z.int(), agents: z.int(), invitationCode: z.string() }),
  }),
  checkCode: query({
    for: "guest",
    says: "Whether an invitation code is somebody's; refused where it is not.",
    rate: { count: 10, windowMs: 60_000 },
    input: z.object({ code: compared(64, { min: 1 }), domain: compared(255).optional() }),
    output: z.object({ valid: z.literal(true) }),
    errors: ["accounts.invitation_unknown"],
  }),
  downlines: query({ for: "agent", says: "The agent's tree, nearest first.", input: PageInput, output: page(Downline) }),
});
