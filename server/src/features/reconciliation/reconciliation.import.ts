import { createHash } from "node:crypto";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import { type BankStatement, type reconciliation, STATEMENT_DAYS_MAX } from "@laro/contract/reconciliation";
import { sql } from "kysely";
import { dayEnd } from "../../core/wallet/history.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import type { Platform } from "../../platform/routes.ts";
import { lockFindings } from "./reconciliation.findings.ts";
import { dropLines, matchTransfers } from "./reconciliation.match.ts";
import { type Days, readStatement, type StatementLine } from "./reconciliation.statement.ts";

type Input = InputOf<(typeof reconciliation)["importStatement"]>;
type Imported = OutputOf<(typeof reconciliation)["importStatement"]>;

interface Importing {
  readonly officer: OperatorActor;
  readonly now: Date;
  /** What stands with the import or not at all; a repeat is none. */
  readonly also: (tx: Tx, imported: Days & { digest: string; lines: number }) => Promise<void>;
}

interface StatementFile extends Days {
  readonly content: Buffer;
  readonly digest: string;
  readonly lines: readonly StatementLine[];
}

/** Takes a statement of the bank, once, and holds it against the transfers that were credited. Reading comes before the transaction. */
export async function importStatement(
  { database, timeZone }: Platform,
  { firstDay, lastDay, file }: Input,
  { officer, now, also }: Importing,
): Promise<Imported> {
  await checkDays(database.db, { firstDay, lastDay, now, timeZone });
  const content = Buffer.from(file, "base64");
  const digest = createHash("sha256").update(content).digest("hex");
  const read: StatementFile = { firstDay, lastDay, content, digest, lines: readStatement(content, { firstDay, lastDay }) };
  return database.begin(async (tx) => {
    await lockFindings(tx);
    const known = await findStatement(tx, read);
    if (known?.digest === digest) return { ...(await getStatement(tx, known.id)), isRepeated: true };
    if (known !== undefined) await replaceStatement(tx, known.id, now);
    const id = await writeStatement(tx, read, { officer, now });
    await matchTransfers(tx, { now, timeZone });
    await also(tx, { firstDay, lastDay, digest, lines: read.lines.length });
    return { ...(await getStatement(tx, id)), isRepeated: false };
  });
}

async function checkDays(db: Db, { firstDay, lastDay, now, timeZone }: Days & { now: Date; timeZone: string }): Promise<void> {
  const { rows } = await sql<{ days: number; isOver: boolean }>`
    select (${lastDay}::date - ${firstDay}::date + 1)::integer as days, ${dayEnd(lastDay, timeZone)} <= ${now}::timestamptz as "isOver"`.execute(db as Tx);
  const { days, isOver } = rows[0]!;
  if (days < 1 || days > STATEMENT_DAYS_MAX) refuse("reconciliation.statement_days", { field: "lastDay", maximum: STATEMENT_DAYS_MAX });
  if (!isOver) refuse("reconciliation.day_not_over", { field: "lastDay" });
}

/** The statement that tells of exactly these days. Refuses with `reconciliation.statement_overlaps` where another tells of some of them. */
async function findStatement(tx: Tx, { firstDay, lastDay }: Days): Promise<{ id: bigint; digest: string } | undefined> {
  const { rows } = await sql<Days & { id: bigint; digest: string }>`
    select id, first_day::text as "firstDay", last_day::text as "lastDay", encode(digest, 'hex') as digest from bank_statement
    where replaced_at is null and daterange(first_day, last_day, '[]') && daterange(${firstDay}::date, ${lastDay}::date, '[]') order by first_day limit 1`.execute(
    tx,
  );
  const [found] = rows;
  if (found !== undefined && (found.firstDay !== firstDay || found.lastDay !== lastDay))
    refuse("reconciliation.statement_overlaps", { field: "firstDay", firstDay: found.firstDay, lastDay: found.lastDay });
  return found;
}

async function replaceStatement(tx: Tx, id: bigint, now: Date): Promise<void> {
  await tx.updateTable("bank_statement").set({ replaced_at: now }).where("id", "=", id).execute();
  await dropLines(tx, id, now);
}

async function writeStatement(
  tx: Tx,
  { firstDay, lastDay, content, digest, lines }: StatementFile,
  { officer, now }: Pick<Importing, "officer" | "now">,
): Promise<bigint> {
  const total = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  const by = { imported_by: officer.id, imported_name: officer.name, imported_at: now };
  const row = { first_day: firstDay, last_day: lastDay, digest: Buffer.from(digest, "hex"), content, lines: lines.length, total, ...by };
  const { id } = await tx.insertInto("bank_statement").values(row).returning("id").executeTakeFirstOrThrow();
  const rows = lines.map(({ amountMinor, ...line }) => ({ ...line, id: newId(now), amount: amountMinor.toString() }));
  await sql`
    insert into bank_line (id, statement_id, line, day, reference, payer, amount)
    select l.id, ${id}::bigint, l.line, l.day, l.reference, l.payer, l.amount
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l(id uuid, line integer, day date, reference text, payer text, amount bigint)`.execute(tx);
  return id;
}

const selectStatements = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("bank_statement as s")
    .select(["s.id", sql<string>`s.first_day::text`.as("firstDay"), sql<string>`s.last_day::text`.as("lastDay"), "s.lines", "s.total"])
    .select(["s.imported_name as importedBy", "s.imported_at as importedAt", "s.replaced_at as replacedAt"])
    .select(sql<string>`encode(s.digest, 'hex')`.as("digest"))
    .select(sql<number>`(select count(*)::integer from bank_line l where l.statement_id = s.id and l.deposit_id is not null)`.as("matched"));

type Row = Awaited<ReturnType<ReturnType<typeof selectStatements>["executeTakeFirstOrThrow"]>>;

const describe = ({ importedAt, replacedAt, ...row }: Row): BankStatement => ({
  ...row,
  importedAt: importedAt.toISOString(),
  replacedAt: replacedAt?.toISOString() ?? null,
});

const getStatement = async (tx: Tx, id: bigint): Promise<BankStatement> =>
  describe(await selectStatements(tx).where("s.id", "=", id).executeTakeFirstOrThrow());

/** The statements that were imported, newest first. */
export async function listStatements(db: Db, { cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput): Promise<{ list: BankStatement[]; next: string | null }> {
  const rows = await selectStatements(db)
    .$if(isNumberCursor(cursor), (query) => query.where("s.id", "<", BigInt(cursor!)))
    .orderBy("s.id", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe, cursorOf: ({ id }) => id });
}
