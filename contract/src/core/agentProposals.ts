import { z } from "zod";
import { Day, Id, Moment, Uuid } from "./ids.ts";

/** open; held: earns, is paid nothing, offers, passes and links nothing; closed: its contracts and links end. */
export const agentStandings = ["open", "held", "closed"] as const;
export const notCountedCodes = ["sameOwner", "bonusOnly", "houseRule", "other"] as const;
/** proposed → confirmed → done, or failed where the tree no longer allows it on its day; or declined. */
export const moveStates = ["proposed", "confirmed", "done", "declined", "failed"] as const;
/** proposed → inForce → over; or declined. A hold by one officer begins in force. */
export const standingStates = ["proposed", "inForce", "over", "declined"] as const;
/** proposed → inForce → over; or declined. */
export const accreditationStates = ["proposed", "inForce", "over", "declined"] as const;
export const notCountedStates = ["proposed", "confirmed", "declined"] as const;

export const Named = z.object({ id: Id, name: z.string() });

const Proposal = z.object({
  id: Uuid,
  account: Named,
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: Moment,
  decidedBy: z.string().nullable(),
  decision: z.string().nullable(),
  decidedAt: Moment.nullable(),
});

export const AgentMove = Proposal.extend({
  state: z.enum(moveStates),
  from: Named.nullable(),
  to: Named.nullable(),
  fromDay: Day,
  doneOn: Day.nullable(),
});
export type AgentMove = z.infer<typeof AgentMove>;

export const AgentStanding = Proposal.extend({ state: z.enum(standingStates), standing: z.enum(agentStandings), until: Moment.nullable() });
export type AgentStanding = z.infer<typeof AgentStanding>;

/** `again`: that somebody who is not counted is counted again from `untilDay` on, earlier than was decided. */
export const NotCounted = Proposal.extend({
  state: z.enum(notCountedStates),
  code: z.enum(notCountedCodes),
  fromDay: Day,
  untilDay: Day.nullable(),
  again: z.boolean(),
});
export type NotCounted = z.infer<typeof NotCounted>;

const Ended = { endedBy: z.string().nullable(), endReason: z.string().nullable(), endedAt: Moment.nullable() };
/** What the regulator gave an agent, until the end of `expiresOn`. Over: another took its place, its day came (`endedBy` null) or an officer ended it. */
export const Accreditation = Proposal.extend({ state: z.enum(accreditationStates), code: z.string(), expiresOn: Day, ...Ended });
export type Accreditation = z.infer<typeof Accreditation>;
