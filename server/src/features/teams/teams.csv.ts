import type { FileAnswer, InputOf } from "@laro/contract/core/endpoint";
import { formatAmount } from "@laro/contract/core/money";
import { type Flow, type Play, TEAM_LEVEL_MAX, type teams } from "@laro/contract/teams";
import type { Translator } from "@laro/locales/t";
import { translatorOf } from "../../core/accounts/accounts.ts";
import { brand } from "../../core/settings/packs.ts";
import { csvLine } from "../../platform/csv.ts";
import type { Db } from "../../platform/db.ts";
import { listDays } from "./teams.days.ts";
import { listMembers } from "./teams.members.ts";
import { listMoney } from "./teams.money.ts";
import { readReport } from "./teams.report.ts";
import { listTeamRounds } from "./teams.rounds.ts";
import type { Reader, Span } from "./teams.ts";

/** Lines are read and sent so many at a time: a file of any length needs the memory of one page. */
const PAGE_ROWS = 500;

type Column = "account" | "active" | "bonuses" | "day" | "deposits" | "firstDeposits" | "game" | "joined" | "joinedOn" | "kind" | "lastDay" | "level" | "line";
type Figure = "link" | "members" | "result" | "rounds" | "stake" | "time" | "type" | "valid" | "win" | "withdrawals";

const heading = (t: Translator, columns: readonly (Column | Figure)[]): string => csvLine(columns.map((column) => t(`teams.csv.${column}`)));
const fileName = (what: string, { from, to }: Span): string => `${brand.merchantCode}-${what}-${from}-${to}.csv`;

const playColumns = ["rounds", "valid", "stake", "win", "result"] as const;
const playCells = ({ rounds, valid, stake, win, result }: Play) => [rounds, ...[valid, stake, win, result].map(formatAmount)];
const flowColumns = ["deposits", "withdrawals", "bonuses", "firstDeposits"] as const;
const flowCells = (flow: Flow | null) =>
  flow === null ? flowColumns.map(() => "") : [...[flow.deposits, flow.withdrawals, flow.bonuses].map(formatAmount), flow.firstDeposits];

/** Reads a list page by page and writes each row as a line. The first page is read before the file begins, so that what is refused is answered as such. */
async function writePages<Row>(
  what: string,
  span: Span,
  { first, ...file }: { head: string; first: Page<Row>; read: (cursor: string) => Promise<Page<Row>>; line: (row: Row) => string },
): Promise<FileAnswer> {
  async function* content(): AsyncIterable<string> {
    yield file.head;
    for (let page = first; ; page = await file.read(page.next)) {
      yield page.list.map(file.line).join("");
      if (page.next === null) return;
    }
  }
  return { name: fileName(what, span), ...(first.next === null ? { rows: first.list.length } : {}), content: content() };
}

interface Page<Row> {
  readonly list: readonly Row[];
  readonly next: string | null;
}

export async function exportDays(db: Db, reader: Reader, input: InputOf<(typeof teams)["daysCsv"]>): Promise<FileAnswer> {
  const t = await translatorOf(db, reader.agentId);
  const { list } = await listDays(db, reader, input);
  return writePages("team-days", input, {
    head: heading(t, ["day", "members", "joined", "active", ...playColumns, ...flowColumns]),
    first: { list, next: null },
    read: () => Promise.resolve({ list: [], next: null }),
    line: (day) => csvLine([day.day, day.members ?? "", day.joined ?? "", day.active ?? "", ...playCells(day), ...flowCells(day.flow)]),
  });
}

/** All of a level at once: it is bounded, and sorting it again for each page would cost as much again. */
export async function exportReport(db: Db, reader: Reader, input: InputOf<(typeof teams)["reportCsv"]>): Promise<FileAnswer> {
  const t = await translatorOf(db, reader.agentId);
  const { list } = await readReport(db, reader, { ...input, limit: TEAM_LEVEL_MAX });
  return writePages("team-level", input, {
    head: heading(t, ["account", "type", ...playColumns, ...flowColumns]),
    first: { list, next: null },
    read: () => Promise.resolve({ list: [], next: null }),
    line: (row) => csvLine([row.account, row.type, ...playCells(row), ...flowCells(row.flow)]),
  });
}

export async function exportMembers(db: Db, reader: Reader, input: InputOf<(typeof teams)["membersCsv"]>): Promise<FileAnswer> {
  const t = await translatorOf(db, reader.agentId);
  const read = (cursor?: string) => listMembers(db, reader, { ...input, cursor, limit: PAGE_ROWS });
  return writePages("team-members", input, {
    head: heading(t, ["account", "type", "level", "joinedOn", "link", "lastDay", ...playColumns, "line"]),
    first: await read(),
    read,
    line: (one) =>
      csvLine([
        one.account,
        one.type,
        one.level,
        one.joinedOn,
        one.link === "" ? t("agents.code") : (one.link ?? ""),
        one.lastDay ?? "",
        ...playCells(one.own),
        formatAmount(one.line.valid),
      ]),
  });
}

export async function exportRounds(db: Db, reader: Reader, input: InputOf<(typeof teams)["roundsCsv"]>): Promise<FileAnswer> {
  const t = await translatorOf(db, reader.agentId);
  const moment = new Intl.DateTimeFormat("sv-SE", { timeZone: reader.timeZone, dateStyle: "short", timeStyle: "medium" });
  const read = (cursor?: string) => listTeamRounds(db, reader, { ...input, cursor, limit: PAGE_ROWS });
  return writePages("team-rounds", input, {
    head: heading(t, ["time", "game", "stake", "valid", "win"]),
    first: await read(),
    read,
    line: ({ at, game, stake, valid, win }) => csvLine([moment.format(new Date(at)), game, ...[stake, valid, win].map(formatAmount)]),
  });
}

export async function exportMoney(db: Db, reader: Reader, input: InputOf<(typeof teams)["moneyCsv"]>): Promise<FileAnswer> {
  const t = await translatorOf(db, reader.agentId);
  const read = (cursor?: string) => listMoney(db, reader, { ...input, cursor, limit: PAGE_ROWS });
  return writePages("team-money", input, {
    head: heading(t, ["day", "account", "kind", ...flowColumns]),
    first: await read(),
    read,
    line: (row) => csvLine([row.day, row.account, t(`teams.kind.${row.kind}`), ...flowCells(row)]),
  });
}
