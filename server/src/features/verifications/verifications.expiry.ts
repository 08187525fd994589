import { sql } from "kysely";
import { changeStanding } from "../../core/accounts/standing.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { tell } from "../../platform/outbox.ts";

const DAY_MS = 24 * 60 * 60_000;
/** How long money may still leave to bound accounts once a document is over. */
const WITHDRAW_DAYS = 30;
/** The letters before a document's end, the earlier one first. */
const LETTER_DAYS = [30, 7] as const;
const DUE_AT_ONCE_MAX = 200;

interface Due {
  readonly id: string;
  readonly number: bigint;
  readonly accountId: bigint;
  readonly days: number;
  readonly letters: number;
}

interface Calendar {
  readonly now: Date;
  readonly timeZone: string;
}

/** Approvals whose document is over, or about which a letter is due, by number. */
export async function listExpiring(db: Db, { now, timeZone, after }: Calendar & { after: bigint }): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select v.id, v.number, v.account_id as "accountId", v.expires_on - d.today as days, v.letters::integer
    from verification v, (select (${now}::timestamptz at time zone ${timeZone})::date as today) d
    where v.state = 'approved' and v.number > ${after}
      and (v.expires_on <= d.today or (v.letters = 0 and v.expires_on <= d.today + ${LETTER_DAYS[0]}::integer) or (v.letters = 1 and v.expires_on <= d.today + ${LETTER_DAYS[1]}::integer))
    order by v.number limit ${DUE_AT_ONCE_MAX}`.execute(db as Tx);
  return rows;
}

/** Ends an approval on the day of its document, or says beforehand that the day comes. */
export async function attendExpiry(tx: Tx, { now }: { now: Date }, { id, accountId, days, letters }: Due): Promise<void> {
  if (days > 0) return sendLetter(tx, { id, accountId, days, letters });
  const ended = await tx
    .updateTable("verification")
    .set({ state: "expired" })
    .where("id", "=", id)
    .where("state", "=", "approved")
    .returning("id")
    .executeTakeFirst();
  if (ended === undefined) return;
  await changeStanding(tx, { accountId, verification: "N", withdrawUntil: new Date(now.getTime() + WITHDRAW_DAYS * DAY_MS) });
  await tell(tx, "verifications.expiring", { letterId: `${id} 0`, accountId: String(accountId), kind: "0" });
}

async function sendLetter(tx: Tx, { id, accountId, days, letters }: Pick<Due, "id" | "accountId" | "days" | "letters">): Promise<void> {
  const isLast = days <= LETTER_DAYS[1];
  const sent = await tx
    .updateTable("verification")
    .set({ letters: isLast ? 2 : 1 })
    .where("id", "=", id)
    .where("state", "=", "approved")
    .where("letters", "=", letters)
    .returning("id")
    .executeTakeFirst();
  const kind = String(isLast ? LETTER_DAYS[1] : LETTER_DAYS[0]) as "30" | "7";
  if (sent !== undefined) await tell(tx, "verifications.expiring", { letterId: `${id} ${kind}`, accountId: String(accountId), kind });
}
