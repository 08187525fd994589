import { QUEUE_COUNT_MAX } from "@laro/contract/core/page";
import { sql } from "kysely";
import type { Db, Tx } from "./db.ts";

/** Whether a cursor is a number, as lists that go by one give it; any other text begins at the first page. */
export const isNumberCursor = (cursor: string | undefined): boolean => /^[0-9]{1,18}$/.test(cursor ?? "");

/** Whether a cursor is an id, as lists that go by one give it; any other text begins at the first page. */
export const isIdCursor = (cursor: string | undefined): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cursor ?? "");

/** Whether a text is a day, or a moment of UTC to the millisecond, that the calendar has: the database knows no 31 February and no year 0. */
function isTime(text: string): boolean {
  const time = new Date(text);
  const isDay = text.length === "yyyy-mm-dd".length;
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, isDay ? text.length : undefined) === text && text >= "0001";
}

/** The parts of a cursor that begins with a day or a moment; none of any other text, nor of a time there is not, which begins at the first page. */
export function readTimeCursor(pattern: RegExp, cursor: string | undefined): readonly string[] {
  const [, ...parts] = pattern.exec(cursor ?? "") ?? [];
  return parts[0] !== undefined && isTime(parts[0]) ? parts : [];
}

interface Cut<Row, Item> {
  readonly limit: number;
  readonly describe: (row: Row) => Item;
  readonly cursorOf: (row: Row) => unknown;
}

/** Makes a page of what a list read: one row more than the page holds, so that it is known whether there is a next one. */
export function cutPage<Row, Item>(rows: readonly Row[], { limit, describe, cursorOf }: Cut<Row, Item>): { list: Item[]; next: string | null } {
  const cut = rows.slice(0, limit);
  return { list: cut.map(describe), next: rows.length > limit ? String(cursorOf(cut.at(-1)!)) : null };
}

/** How many rows of a queue are in each state, up to `QUEUE_COUNT_MAX`; the queue has an index that begins with its state. */
export async function countStates<State extends string>(
  db: Db,
  queue: "deposit" | "withdrawal" | "adjustment" | "aml_alert" | "verification" | "feedback" | "signal" | "participation",
  states: readonly State[],
): Promise<Record<State, number>> {
  const { rows } = await sql<{ state: State; count: number }>`
    select s.state, (select count(*)::integer from (select from ${sql.table(queue)} q where q.state = s.state limit ${QUEUE_COUNT_MAX}) counted) as count
    from unnest(${[...states]}::text[]) s(state)`.execute(db as Tx);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count])) as Record<State, number>;
}
