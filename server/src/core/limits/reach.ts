import { sql } from "kysely";
import { standingOf } from "../agents/agents.standing.ts";

/** So long after somebody wrote of harm nobody of their line writes to them or passes them money: half a year. */
const HARM_MS = 182 * 24 * 60 * 60_000;

/** A condition on an `account a`: it is open, and may take part. */
export const isHere = sql<boolean>`(not a.closed and a.eligibility = 'open')`;

/**
 * A condition on an `account a`: money and letters of other members may reach it. It is open and may take part, is neither excluded nor in a time-out, and
 * wrote customer service no words of harm in the last half year. Whoever is refused by it looks like any closed account.
 */
export const isReached = (now: Date) => sql<boolean>`(
  ${isHere}
  and not exists (select from exclusion e where e.account_id = a.id and e.ended_at is null and e.ends_at > ${now})
  and not exists (select from feedback f where f.account_id = a.id and f.harm and f.last_at > ${new Date(now.getTime() - HARM_MS)}))`;

/** A condition on an `account a`: officers hold or closed what it does as an agent. */
export const isHeldAgent = (now: Date) => sql<boolean>`${standingOf(sql`a.id`, now)} <> 'open'`;
