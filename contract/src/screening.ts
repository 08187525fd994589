import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Id, Moment, Uuid } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";

/** restricted and sanctions shut out; of pep, people in public office, risk alone is told. */
export const screeningLists = ["restricted", "sanctions", "pep"] as const;
export type ScreeningListName = (typeof screeningLists)[number];

/** By what a member is like an entry: name and birthday, nearly both, or the name alone. */
export const screeningStrengths = ["birthday", "near", "name"] as const;
export type ScreeningStrength = (typeof screeningStrengths)[number];

export const hitStates = ["open", "dismissed"] as const;

export const ScreeningList = z.object({
  list: z.enum(screeningLists),
  version: z.int(),
  entries: z.int(),
  loadedAt: Moment,
  /** All members were held against it. */
  swept: z.boolean(),
});
export type ScreeningList = z.infer<typeof ScreeningList>;

/** Where a member is like an entry of a list, which is named by its line alone. */
export const ScreeningHit = z.object({
  id: Uuid,
  reference: z.string(),
  memberId: Id,
  memberName: z.string(),
  list: z.enum(screeningLists),
  version: z.int(),
  entry: z.int(),
  strength: z.enum(screeningStrengths),
  state: z.enum(hitStates),
  at: Moment,
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
});
export type ScreeningHit = z.infer<typeof ScreeningHit>;

export const screening = contract("screening", {
  lists: query({
    for: "operator",
    personal: false,
    says: "The lists that members are held against, as they were loaded.",
    input: z.object({}),
    output: z.object({ list: z.array(ScreeningList) }),
  }),
  hits: query({
    for: "operator",
    personal: true,
    says: "Members who are like an entry of a list, newest first; the entry is named by its line, and no name is kept.",
    input: PageInput.extend({ state: z.enum(hitStates) }),
    output: page(ScreeningHit),
  }),
  dismiss: command({
    for: "operator",
    says: "An officer has looked the entry up: it is another person. What already closed the account is decided by its case.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: ScreeningHit,
    errors: ["screening.not_found", "screening.not_open"],
  }),
});
