import type { commissions } from "@laro/contract/commissions";
import { contractKinds } from "@laro/contract/core/contractKinds";
import type { FileAnswer, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { Translator } from "@laro/locales/t";
import { sql } from "kysely";
import { translatorOf } from "../../core/accounts/accounts.ts";
import { fileName, writeMoment } from "../../core/settings/files.ts";
import { brand } from "../../core/settings/packs.ts";
import { drawPaper, monthInWords, type PaperRow, printAmount, printMoney } from "../../core/settings/paper.ts";
import { sumKinds } from "../../core/wallet/statements.ts";
import { csvLine } from "../../platform/csv.ts";
import { atOneMoment, type Database, type Db, type Tx } from "../../platform/db.ts";
import { type Earner, type PayRow, selectPays } from "./commissions.ts";

type Statement = OutputOf<(typeof commissions)["statement"]>;

/** Lines are read and sent so many at a time: a file of any length needs the memory of one page. */
const PAGE_ROWS = 500;
const CORRECTIONS_MAX = 100;

/** The pays `p` of an agent that were paid in a month. */
const paidIn = ({ agentId, timeZone }: Earner, month: string) => sql`
  p.agent_id = ${agentId} and p.state = 'paid' and p.paid_at >= ${`${month}-01`}::date::timestamp at time zone ${timeZone}
  and p.paid_at < (${`${month}-01`}::date + interval '1 month') at time zone ${timeZone}`;

/** Refuses a month that has not begun. */
async function checkBegun(db: Db, { now, timeZone }: Earner, month: string): Promise<void> {
  const { rows } = await sql<{ last: string }>`select to_char(${now}::timestamptz at time zone ${timeZone}, 'YYYY-MM') as last`.execute(db as Tx);
  if (month > rows[0]!.last) refuse("request.invalid", { field: "month", problem: "not_begun" });
}

/** A month of pay by kind, what the account record says of it, and what officers corrected. */
export async function getStatement(database: Database, earner: Earner, month: string): Promise<Statement> {
  await checkBegun(database.db, earner, month);
  return atOneMoment(database, (tx) => readStatement(tx, earner, month));
}

async function readStatement(tx: Tx, earner: Earner, month: string): Promise<Statement> {
  const { agentId, timeZone } = earner;
  const { rows } = await sql<Statement["list"][number]>`
    select p.kind, count(*)::int as pays, sum(p.gross)::bigint as gross, sum(p.owed)::bigint as owed, sum(p.pay)::bigint as pay
    from settlement_pay p where ${paidIn(earner, month)} group by p.kind`.execute(tx);
  const list = contractKinds.flatMap((kind) => rows.filter((row) => row.kind === kind));
  const lines = await sumKinds(tx, { accountId: agentId, timeZone, first: month, last: month });
  const journal = lines.filter(({ kind }) => kind === "commission").reduce((sum, { amount }) => sum + amount, 0n);
  const { rows: corrections } = await sql<{ kind: Statement["corrections"][number]["kind"]; amount: bigint; reason: string; at: Date }>`
    select contract_kind as kind, amount, reason, decided_at as at from settlement_proposal
    where agent_id = ${agentId} and kind = 'correction' and state = 'confirmed' and decided_at >= ${`${month}-01`}::date::timestamp at time zone ${timeZone}
      and decided_at < (${`${month}-01`}::date + interval '1 month') at time zone ${timeZone} order by decided_at, id limit ${CORRECTIONS_MAX}`.execute(tx);
  return {
    month,
    list,
    pay: list.reduce((sum, { pay }) => sum + pay, 0n),
    journal,
    corrections: corrections.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
  };
}

/** The pays that were paid in a month, oldest first, page by page. */
async function* listPaid(db: Db, earner: Earner, month: string): AsyncIterable<readonly PayRow[]> {
  for (let after: PayRow | undefined; ;) {
    const source = sql`(
      select p.* from settlement_pay p
      where ${paidIn(earner, month)} and (p.paid_at, p.id) > (coalesce(${after?.paidAt ?? null}::timestamptz, '-infinity'), ${after?.id ?? "00000000-0000-0000-0000-000000000000"}::uuid)
      order by p.paid_at, p.id limit ${PAGE_ROWS}
    )`;
    const { rows } = await sql<PayRow>`${selectPays(source, earner.timeZone)} order by p.paid_at, p.id`.execute(db as Tx);
    yield rows;
    if (rows.length < PAGE_ROWS) return;
    after = rows.at(-1);
  }
}

/** A rate as people read it: 25000 thousandths of a percent are 25.000. */
const writeRate = (rate: number): string => (rate / 1_000).toFixed(3);

/** What stands above the lines of pays. */
const columns = [
  "paidAt",
  "kind",
  "from",
  "to",
  "bet",
  "result",
  "deductions",
  "carryIn",
  "base",
  "rate",
  "gross",
  "owed",
  "makeupIn",
  "pay",
  "makeupOut",
  "id",
] as const;

function payLine(row: PayRow, t: Translator, moment: (at: Date) => string): string {
  const { kind, paidAt, startsOn, endsOn, rate, id, admin, payments, bonuses, salaries } = row;
  const sums = [row.bet, row.result, admin + payments + bonuses + salaries, row.carryIn, row.base].map(formatAmount);
  const paid = [row.gross, row.owed, row.makeupIn, row.pay, row.makeupOut].map(formatAmount);
  return csvLine([moment(paidAt!), t("commissions.kind", { kind }), startsOn, endsOn, ...sums, writeRate(rate), ...paid, id]);
}

/** Every pay that was paid in a month as a file, oldest first. */
export async function exportStatement(database: Database, earner: Earner, month: string): Promise<FileAnswer> {
  const { db } = database;
  await checkBegun(db, earner, month);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from settlement_pay p where ${paidIn(earner, month)}`.execute(db as Tx);
  const [t, moment] = [await translatorOf(db, earner.agentId), writeMoment(earner.timeZone)];
  async function* content(): AsyncIterable<string> {
    yield csvLine(columns.map((column) => t("commissions.csv", { column })));
    for await (const page of listPaid(db, earner, month)) yield page.map((row) => payLine(row, t, moment)).join("");
  }
  return { name: fileName("commissions", { from: month }, "csv"), rows: rows[0]!.count, content: content() };
}

/** A month's pay to print: its sums by kind, the corrections, and each pay with what they come to so far. */
export async function printStatement(database: Database, earner: Earner, month: string): Promise<FileAnswer> {
  const { db } = database;
  const statement = await getStatement(database, earner, month);
  const { name: member } = await db.selectFrom("account").select("name").where("id", "=", earner.agentId).executeTakeFirstOrThrow();
  const [t, moment] = [await translatorOf(db, earner.agentId), writeMoment(earner.timeZone)];
  const head = {
    t,
    pack: earner.pack,
    month,
    title: t("commissions.pdf.title", { month: monthInWords(month, t.locale) }),
    member: t("reports.pdf.member", { member }),
    printed: t("commissions.pdf.printed", { at: moment(earner.now), currency: brand.currency }),
  };
  async function* pages(): AsyncIterable<readonly PaperRow[]> {
    yield sumRows(statement, t, moment);
    let sum = 0n;
    for await (const page of listPaid(db, earner, month))
      yield page.map(({ kind, startsOn, endsOn, pay, paidAt }): PaperRow => {
        sum += pay;
        const days = startsOn === endsOn ? startsOn : `${startsOn} – ${endsOn}`;
        return { cells: [moment(paidAt!), `${t("commissions.kind", { kind })}, ${days}`, printAmount(pay), printAmount(sum)] };
      });
  }
  return { name: fileName("commissions", { from: month }, "pdf"), content: drawPaper(head, pages()) };
}

function sumRows({ list, pay, journal, corrections }: Statement, t: Translator, moment: (at: string) => string): readonly PaperRow[] {
  return [
    ...list.map(({ kind, pay: sum }): PaperRow => ({ cells: [t("commissions.kind", { kind }), "", "", printMoney(sum)] })),
    { cells: [t("commissions.pays"), "", "", printMoney(pay)], isBold: true },
    { cells: [t("commissions.journal"), "", "", printMoney(journal)], isLast: true },
    ...corrections.map(({ at, kind, amount, reason }, place): PaperRow => {
      const what = `${t("commissions.kind", { kind })}: ${reason}`;
      return { cells: [moment(at), what, "", printAmount(amount)], isLast: place === corrections.length - 1 };
    }),
    { cells: [t("commissions.paidAt"), t("reports.pdf.what"), t("commissions.pay"), t("commissions.together")], isBold: true },
  ];
}
