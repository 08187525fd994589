import { z } from "zod";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { Id } from "./core/ids.ts";
import { Reason } from "./core/reason.ts";
import { compared, text } from "./core/text.ts";

/** A gaming venue as a form offers it: its `value` is what a choice sends. */
export const Venue = z.object({ id: Id, value: z.string(), label: z.string() });
export type Venue = z.infer<typeof Venue>;

/** The same with what staff see of it. */
export const KeptVenue = Venue.extend({ isOpen: z.boolean(), members: z.int() });
export type KeptVenue = z.infer<typeof KeptVenue>;

/** So many there may be, open and closed. */
export const VENUES_MAX = 200;
export const VENUE_LABEL_MAX = 80;

const Kept = z.object({ list: z.array(KeptVenue) });
const label = text({ min: 2, max: VENUE_LABEL_MAX });

export const venues = contract("venues", {
  list: query({
    for: "guest",
    says: "The venues that can be chosen, as a form's dropdown takes them.",
    trial: true,
    input: z.object({ menuGroup: z.literal("gamingvenue") }),
    output: z.array(Venue),
  }),
  mine: query({
    for: "member",
    says: "The venue the member belongs to, and whether one is still to be chosen.",
    input: z.object({}),
    output: z.object({ venue: Venue.nullable(), isAsked: z.boolean() }),
  }),
  choose: command({
    for: "member",
    says: "Chooses the member's venue; once chosen it stays.",
    input: z.object({ venue: compared(64, { min: 1 }) }),
    output: Empty,
    errors: ["venues.not_found", "venues.chosen"],
  }),
  kept: query({ for: "operator", personal: false, says: "Every venue, open or closed.", input: z.object({}), output: Kept }),
  add: command({
    for: "operator",
    says: "Adds a venue that members can choose from now on.",
    input: z.object({ label, reason: Reason }),
    output: Kept,
    errors: ["venues.taken", "venues.full"],
  }),
  change: command({
    for: "operator",
    says: "Renames a venue, closes it to new choices or opens it again; who chose it keeps it.",
    input: z.object({ id: Id, label, isOpen: z.boolean(), reason: Reason }),
    output: Kept,
    errors: ["venues.not_found", "venues.taken"],
  }),
});
