import { sql } from "kysely";

/** What is held is decided within so many working days. */
const DECIDED_DAYS = 3;

/** Of a pay `p`: since when it is held, as "heldSince", and the day that is decided by, as "dueOn", null of what is not held. `heldJoins` belongs to it. */
export const heldColumns = sql`greatest(r.made_at, p.starts_at) as "heldSince", due.day as "dueOn"`;

/** The run a pay `p` is of, and the working day it is decided by where it is held. */
export const heldJoins = (timeZone: string) => sql`
  left join settlement_run r on r.id = p.run_id
  left join lateral (
    select d.day::text as day from (
      select (greatest(r.made_at, p.starts_at) at time zone ${timeZone})::date + ahead as day from generate_series(1, ${2 * DECIDED_DAYS + 2}::integer) ahead
    ) d where extract(isodow from d.day) < 6 order by d.day limit 1 offset ${DECIDED_DAYS - 1}
  ) due on p.state = 'held'`;

interface HeldRow {
  readonly heldSince: Date;
  readonly dueOn: string | null;
}

export const describeHeld = ({ heldSince, dueOn }: HeldRow) => (dueOn === null ? null : { since: heldSince.toISOString(), dueOn });
