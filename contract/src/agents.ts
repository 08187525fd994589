import { z } from "zod";
import { contract, query } from "./core/endpoint.ts";
import { Id, Moment } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";
import { compared } from "./core/text.ts";

export const Downline = z.object({ id: Id, account: z.string(), type: z.int(), depth: z.int(), joinedAt: Moment });
export type Downline = z.infer<typeof Downline>;

/** The agent a member stands under, as that member may know it. */
export const OwnAgent = z.object({
  /** The nickname, else the account with all but its first and last letters hidden. */
  name: z.string(),
  /** The agent knows the member's account name and the rounds of a direct member; else an alias and sums of days. */
  seesNames: z.boolean(),
});
export type OwnAgent = z.infer<typeof OwnAgent>;

/** So many direct downlines one search answers. */
export const FOUND_MAX = 20;

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
  mine: query({
    for: "member",
    says: "The agent the member stands under, and whether that agent sees names; null for nobody.",
    input: z.object({}),
    output: z.object({ agent: OwnAgent.nullable() }),
  }),
  inviter: query({
    for: "guest",
    says: "The agent an invitation code is of, as a newcomer may know it.",
    rate: { count: 10, windowMs: 60_000 },
    input: z.object({ code: compared(64, { min: 1 }) }),
    output: OwnAgent,
    errors: ["accounts.invitation_unknown"],
  }),
  findDirect: query({
    for: "agent",
    says: "Direct downlines whose account begins as asked, twenty at most; none where agents see no names.",
    rate: { count: 120, windowMs: 60_000 },
    input: z.object({ search: compared(64).optional() }),
    output: z.object({ list: z.array(z.object({ account: z.string(), nickname: z.string(), type: z.int() })) }),
  }),
  downlines: query({ for: "agent", says: "The agent's tree, nearest first.", input: PageInput, output: page(Downline) }),
});
