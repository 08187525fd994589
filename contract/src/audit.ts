import { z } from "zod";
import { contract, query } from "./core/endpoint.ts";
import { Moment } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";

/** One link of the hash chain of staff commands. */
export const AuditEntry = z.object({
  id: z.string(),
  at: Moment,
  operator: z.string(),
  endpoint: z.string(),
  input: z.record(z.string(), z.unknown()),
  requestId: z.string(),
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const audit = contract("audit", {
  list: query({ for: "operator", says: "Staff commands, newest first.", input: PageInput, output: page(AuditEntry) }),
  verify: query({
    for: "operator",
    says: "Recomputes the chain and names the first broken link, if any.",
    input: z.object({}),
    output: z.object({ entries: z.int(), brokenAt: z.string().nullable() }),
  }),
});
