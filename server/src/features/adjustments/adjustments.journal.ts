import type { FileAnswer } from "@laro/contract/core/endpoint";
import { formatAmount } from "@laro/contract/core/money";
import type { JournalLine } from "@laro/contract/wallet";
import { sql } from "kysely";
import { listJournal } from "../../core/wallet/lines.ts";
import { csvLine } from "../../platform/csv.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { getMember } from "./adjustments.ts";

const LINES_AT_ONCE = 500;
const HEADING = ["wallet", "line", "at", "kind", "contra", "amount", "balanceAfter", "reference", "round", "reversed"];

interface Wanted {
  readonly memberName: string;
  readonly reference?: string | undefined;
}

/** A member's journal lines as a file, newest first; of one operation when a reference is given. Refuses with `accounts.not_found`. */
export async function exportJournal(db: Db, wanted: Wanted): Promise<FileAnswer> {
  const { id, name } = await getMember(db, wanted.memberName);
  // Lines have no gap, so their numbers say how many there are.
  const { rows: counted } = await sql<{ lines: number }>`select sum(seq)::integer as lines from wallet where account_id = ${id}`.execute(db as Tx);
  const rows = wanted.reference === undefined ? { rows: counted[0]!.lines } : {};
  return { name: `journal-${name}.csv`, ...rows, content: writeLines(db, wanted) };
}

async function* writeLines(db: Db, wanted: Wanted): AsyncGenerator<string> {
  yield csvLine(HEADING);
  let cursor: string | undefined;
  do {
    const { list, next } = await listJournal(db, { ...wanted, cursor, limit: LINES_AT_ONCE });
    if (list.length > 0) yield list.map((line) => csvLine(cellsOf(line))).join("");
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}

const cellsOf = ({ wallet, seq, at, kind, contra, amount, balanceAfter, reference, roundId, reversed }: JournalLine): readonly string[] => [
  wallet,
  seq,
  at,
  kind,
  contra,
  formatAmount(amount),
  formatAmount(balanceAfter),
  reference,
  roundId ?? "",
  reversed ? "yes" : "",
];
