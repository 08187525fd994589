import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { closeReplaced, compareSides, type Finding, listFindings, lockFindings } from "./reconciliation.findings.ts";

/** How long a line or a transfer that stands alone is looked at again. */
const DAYS_BACK = 60;
/** More than a bank's account gets in that time; what is left is looked at once the rest is matched. */
const OPEN_MAX = 20_000;
/** A bank may book on a working day what it showed on the evening before a long weekend. */
const BOOKED_LATE_DAYS = 4;

/** A line of a statement whose deposit is not known. */
export interface OpenLine {
  readonly id: string;
  readonly day: string;
  readonly reference: string;
  readonly amountMinor: bigint;
}

/** A bank transfer that officers credited, with the days on which its money can have come. */
export interface Transfer {
  readonly id: string;
  readonly number: bigint;
  readonly paidMinor: bigint;
  readonly openedOn: string;
  readonly settledOn: string;
  /** The last day on which the bank may book it. */
  readonly bookedBy: string;
  /** It has a line already: only its own reference finds it. */
  readonly isMatched: boolean;
  /** Statements tell of every day from the opening to the credit. */
  readonly isCovered: boolean;
}

export interface Match {
  readonly lineId: string;
  readonly depositId: string;
}

const DEPOSIT_NUMBER = /\bD[- ]?([0-9]{4,18})\b/iu;

/** The deposit a payer wrote on the transfer. */
const numberOf = ({ reference }: OpenLine): bigint | undefined => {
  const digits = DEPOSIT_NUMBER.exec(reference)?.[1];
  return digits === undefined ? undefined : BigInt(digits);
};

/** Finds each line's transfer: by the reference it names, whatever the amount; a line that names none by its amount and day, the transfer that is over first. */
export function matchLines(lines: readonly OpenLine[], transfers: readonly Transfer[]): readonly Match[] {
  const byNumber = new Map(transfers.map((transfer) => [transfer.number, transfer]));
  const named = lines.flatMap((line) => {
    const transfer = byNumber.get(numberOf(line) ?? -1n);
    return transfer === undefined ? [] : [{ lineId: line.id, depositId: transfer.id }];
  });
  const taken = new Set(named.map(({ depositId }) => depositId));
  const free = transfers.filter(({ id, isMatched }) => !isMatched && !taken.has(id)).toSorted((one, other) => (one.bookedBy < other.bookedBy ? -1 : 1));
  const byAmount = Map.groupBy(free, ({ paidMinor }) => paidMinor);
  const nameless = lines.filter((line) => numberOf(line) === undefined).toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const guessed = nameless.flatMap(({ id: lineId, day, amountMinor }) => {
    const candidates = byAmount.get(amountMinor) ?? [];
    const at = candidates.findIndex(({ openedOn, bookedBy }) => openedOn <= day && day <= bookedBy);
    const [found] = at < 0 ? [] : candidates.splice(at, 1);
    return found === undefined ? [] : [{ lineId, depositId: found.id }];
  });
  return [...named, ...guessed];
}

/** Holds what the bank told against the transfers that were credited, and lists what only one side knows. The caller holds the lock of the findings. */
export async function matchTransfers(tx: Tx, { now, timeZone }: { now: Date; timeZone: string }): Promise<void> {
  const since = sql<string>`((${now}::timestamptz at time zone ${timeZone})::date - ${DAYS_BACK}::integer)`;
  const { rows: lines } = await sql<OpenLine>`
    select id, day::text, reference, amount as "amountMinor" from bank_line
    where counts and deposit_id is null and day >= ${since} order by day, statement_id, line limit ${OPEN_MAX}`.execute(tx);
  const numbers = lines.flatMap((line) => numberOf(line)?.toString() ?? []);
  const { rows: transfers } = await sql<Transfer>`
    select d.id, d.number, d.paid as "paidMinor", d.opened_on::text as "openedOn", d.settled_on::text as "settledOn",
           (d.settled_on + ${BOOKED_LATE_DAYS}::integer)::text as "bookedBy", d.is_matched as "isMatched",
           coalesce(datemultirange(daterange(d.opened_on, d.settled_on, '[]')) <@ s.days, false) as "isCovered"
    from (
      select id, number, paid, (created_at at time zone ${timeZone})::date as opened_on, (settled_at at time zone ${timeZone})::date as settled_on,
             exists (select from bank_line l where l.deposit_id = deposit.id) as is_matched
      from deposit where receiving_account is not null and state = 'credited' and decided_by is not null
        and (settled_at >= ${since}::timestamp at time zone ${timeZone} or number = any(${numbers}::bigint[]))
    ) d cross join (select range_agg(daterange(first_day, last_day, '[]')) as days from bank_statement where replaced_at is null) s
    where not d.is_matched or d.number = any(${numbers}::bigint[]) order by d.number limit ${OPEN_MAX}`.execute(tx);
  const matches = matchLines(lines, transfers);
  await sql`
    update bank_line b set deposit_id = m."depositId" from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) as m("lineId" uuid, "depositId" uuid)
    where b.id = m."lineId"`.execute(tx);
  await listFindings(tx, [...(await findMatched(tx, transfers, matches)), ...findClosed(lines, matches), ...findAlone(lines, transfers, matches)], now);
  staleOnCommit(tx, ["reconciliation.differences", "reconciliation.statements"], ["operators"]);
}

/** Transfers that gained a line: what all their lines sum up to. A line that came from who approved the transfer is their own word once more, and another officer's is asked for. */
async function findMatched(tx: Tx, transfers: readonly Transfer[], matches: readonly Match[]): Promise<readonly Finding[]> {
  const gained = new Set(matches.map(({ depositId }) => depositId));
  const { rows } = await sql<{ id: string; sum: bigint; isOwnWord: boolean }>`
    select l.deposit_id as id, sum(l.amount)::bigint as sum,
           bool_or(exists (select from deposit_approval v where v.deposit_id = l.deposit_id and v.operator_id = s.imported_by)) as "isOwnWord"
    from bank_line l join bank_statement s on s.id = l.statement_id where l.deposit_id = any(${[...gained]}::uuid[]) group by l.deposit_id`.execute(tx);
  const told = new Map(rows.map((row) => [row.id, row]));
  return transfers
    .filter(({ id }) => gained.has(id))
    .map(({ id, settledOn, paidMinor }) => {
      const finding = compareSides({ day: settledOn, flow: "transfer", reference: id, ours: paidMinor, theirs: told.get(id)?.sum });
      return finding.kind === null && told.get(id)?.isOwnWord === true ? { ...finding, kind: "ownWord" } : finding;
    });
}

/** Lines that found their transfer stand alone no more. */
function findClosed(lines: readonly OpenLine[], matches: readonly Match[]): readonly Finding[] {
  const found = new Set(matches.map(({ lineId }) => lineId));
  return lines
    .filter(({ id }) => found.has(id))
    .map(({ id, day, amountMinor }) => compareSides({ day, flow: "transfer", reference: id, ours: amountMinor, theirs: amountMinor }));
}

/** What only one side knows. A transfer of which not every day is told yet is no difference. */
function findAlone(lines: readonly OpenLine[], transfers: readonly Transfer[], matches: readonly Match[]): readonly Finding[] {
  const [found, gained] = [new Set(matches.map(({ lineId }) => lineId)), new Set(matches.map(({ depositId }) => depositId))];
  const theirs = lines
    .filter(({ id }) => !found.has(id))
    .map(({ id, day, amountMinor }) => compareSides({ day, flow: "transfer", reference: id, ours: undefined, theirs: amountMinor }));
  const ours = transfers
    .filter(({ id, isMatched, isCovered }) => isCovered && !isMatched && !gained.has(id))
    .map(({ id, settledOn, paidMinor }) => compareSides({ day: settledOn, flow: "transfer", reference: id, ours: paidMinor, theirs: undefined }));
  return [...theirs, ...ours];
}

/** The lines of a statement that was replaced are nobody's any more, and what they told is no difference. */
export async function dropLines(tx: Tx, statementId: bigint, now: Date): Promise<void> {
  const dropped = await tx.updateTable("bank_line").set({ counts: false, deposit_id: null }).where("statement_id", "=", statementId).returning("id").execute();
  await closeReplaced(tx, { flow: "transfer", references: dropped.map(({ id }) => id), now });
}

/** Looks at everything that stood alone: a transfer may have been credited since. */
export async function matchAgain({ database, clock, timeZone }: Platform): Promise<void> {
  await database.begin(async (tx) => {
    await lockFindings(tx);
    await matchTransfers(tx, { now: clock.now(), timeZone });
  });
}
