import { z } from "zod";
import { contract, query } from "./core/endpoint.ts";
import { Id, Moment } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";

/**
 * What an entry tells of its call: carried out; begun, where it is carried out in steps and its end is an entry of its own; refused; a look at what is
 * a member's own; a file taken away; or a session opened.
 */
export const auditKinds = ["command", "begun", "refused", "read", "download", "login"] as const;
export type AuditKind = (typeof auditKinds)[number];

/** One link of the hash chain of what staff did, tried and saw. */
export const AuditEntry = z.object({
  id: z.string(),
  at: Moment,
  operator: z.string(),
  kind: z.enum(auditKinds),
  endpoint: z.string(),
  input: z.record(z.string(), z.unknown()),
  /** The error code of what was refused. */
  code: z.string().nullable(),
  requestId: z.string(),
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const audit = contract("audit", {
  list: query({
    for: "operator",
    personal: false,
    says: "What staff did, tried and saw, newest first: all of it, or one kind.",
    input: PageInput.extend({ kind: z.enum(auditKinds).optional() }),
    output: page(AuditEntry),
  }),
  verify: query({
    for: "operator",
    personal: false,
    readsMuch: true,
    says: "Recomputes a part of the chain, at most 20,000 entries after the one named or from the first, and names the first broken link, if any; `next` begins the part that follows.",
    input: z.object({ after: Id.optional() }),
    output: z.object({
      /** How many of this part are sound. */
      entries: z.int(),
      brokenAt: z.string().nullable(),
      /** The last entry looked at; null where the chain ends, or is broken. */
      next: Id.nullable(),
    }),
  }),
});
