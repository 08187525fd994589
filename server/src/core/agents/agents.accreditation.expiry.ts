import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";

/** The letters before an accreditation's last day, the earlier one first. */
const LETTER_DAYS = [30, 7] as const;
const DUE_AT_ONCE_MAX = 200;

interface Due {
  readonly id: string;
  readonly number: bigint;
  readonly agentId: bigint;
  /** Whole days left, today not counted; below zero where it is over. */
  readonly days: number;
  readonly letters: number;
}

interface Calendar {
  readonly now: Date;
  readonly timeZone: string;
}

/** Accreditations that are over, or about which a letter is due, by number. */
export async function listDueAccreditations(db: Db, { now, timeZone, after }: Calendar & { after: bigint }): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select c.id, c.number, c.agent_id as "agentId", c.expires_on - d.today as days, c.letters::integer
    from agent_accreditation c, (select (${now}::timestamptz at time zone ${timeZone})::date as today) d
    where c.state = 'inForce' and c.number > ${after} and c.ends_at < ${now}::timestamptz + ${LETTER_DAYS[0] + 2} * interval '1 day'
      and (c.expires_on < d.today or (c.letters = 0 and c.expires_on <= d.today + ${LETTER_DAYS[0]}::integer) or (c.letters = 1 and c.expires_on <= d.today + ${LETTER_DAYS[1]}::integer))
    order by c.number limit ${DUE_AT_ONCE_MAX}`.execute(db as Tx);
  return rows;
}

/** Ends an accreditation whose last day is over, or writes beforehand that it comes. */
export async function attendAccreditation(tx: Tx, { now }: { now: Date }, { id, agentId, days, letters }: Due): Promise<void> {
  const isOver = days < 0;
  const isLast = days <= LETTER_DAYS[1];
  const change = isOver ? { state: "over", ended_at: now } : { letters: isLast ? 2 : 1 };
  const moved = await tx
    .updateTable("agent_accreditation")
    .set(change)
    .where("id", "=", id)
    .where("state", "=", "inForce")
    .where("letters", "=", letters)
    .returning("id")
    .executeTakeFirst();
  if (moved === undefined) return;
  const kind = isOver ? "0" : (String(isLast ? LETTER_DAYS[1] : LETTER_DAYS[0]) as "30" | "7");
  await tell(tx, "agents.accreditationExpiring", { letterId: `${id} ${kind}`, accountId: String(agentId), kind });
  staleOnCommit(tx, ["agents.accreditations", "agents.view"], ["operators"]);
}
