import type { FileAnswer } from "@laro/contract/core/endpoint";
import type { Statement } from "@laro/contract/reports";
import type { Translator } from "@laro/locales/t";
import { translatorOf } from "../../core/accounts/accounts.ts";
import { fileName, writeMoment } from "../../core/settings/files.ts";
import { brand, type JurisdictionPack } from "../../core/settings/packs.ts";
import { drawPaper, monthInWords, type PaperRow, printAmount, printMoney } from "../../core/settings/paper.ts";
import { listWallets, walletCode } from "../../core/wallet/funds.ts";
import { listPlay, type PlaySum } from "../../core/wallet/playDays.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import { listStatementLines, readSeqs, type StatementLine } from "../../core/wallet/statements.ts";
import { atOneMoment, type Database } from "../../platform/db.ts";
import { checkBegun, lastDay, type Reader, readStatements } from "./reports.ts";

const PAGE_ROWS = 500;
interface Printing {
  readonly statement: Statement;
  readonly t: Translator;
  readonly moment: (at: Date) => string;
}

/** A line as it is printed: when, what, and what it changed in minor units. */
interface PrintedLine {
  readonly when: string;
  readonly what: string;
  readonly amount: bigint;
}

/** A month to print: its figures, and each line that led from the opening to the closing balance, with the play of a day together. */
export async function printStatement(database: Database, reader: Reader, { month, pack }: { month: string; pack: JurisdictionPack }): Promise<FileAnswer> {
  const { db } = database;
  const { accountId, timeZone, now } = reader;
  await checkBegun(db, reader, month);
  const months = { ...reader, first: month, last: month };
  const known = await atOneMoment(database, async (tx) => {
    const walletIds = (await listWallets(tx, accountId)).map(({ id }) => id);
    const [statement] = await readStatements(tx, months);
    const days = await listPlay(tx, { basis: "money", walletIds, timeZone, from: `${month}-01`, to: lastDay(month) });
    return { statement: statement!, days: days.toReversed(), seqs: await readSeqs(tx, accountId) };
  });
  const { name: member } = await db.selectFrom("account").select("name").where("id", "=", accountId).executeTakeFirstOrThrow();
  const t = await translatorOf(db, accountId);
  const moment = writeMoment(timeZone);
  async function* pages(): AsyncIterable<readonly StatementLine[]> {
    for (let after: StatementLine | undefined; ;) {
      const page = await listStatementLines(db, months, { after, seqs: known.seqs, limit: PAGE_ROWS });
      yield page;
      if (page.length < PAGE_ROWS) return;
      after = page.at(-1);
    }
  }
  const printing: Printing = { statement: known.statement, t, moment };
  const head = {
    t,
    pack,
    month,
    title: t("reports.pdf.title", { month: monthInWords(month, t.locale) }),
    member: t("reports.pdf.member", { member }),
    printed: t("reports.pdf.printed", { at: moment(now), currency: brand.currency }),
  };
  return { name: fileName("statement", { from: month }, "pdf"), content: drawPaper(head, rows(printing, inOrder(printing, pages(), known.days))) };
}

/** Lines in the order of their days, each day's play after its other lines. */
async function* inOrder(
  { t, moment }: Pick<Printing, "t" | "moment">,
  pages: AsyncIterable<readonly StatementLine[]>,
  days: readonly (PlaySum & { readonly day: string })[],
): AsyncIterable<readonly PrintedLine[]> {
  const left = [...days];
  const playBefore = (day: string): PrintedLine[] => {
    const count = left.findIndex((played) => played.day >= day);
    return left
      .splice(0, count === -1 ? left.length : count)
      .flatMap(({ day: when, rounds, stake, win }) => [
        { when, what: t("reports.pdf.stakes", { count: rounds }), amount: -stake },
        ...(win > 0n ? [{ when, what: t("reports.pdf.wins", { count: rounds }), amount: win }] : []),
      ]);
  };
  for await (const page of pages) {
    yield page.flatMap(({ day, at, kind, walletKind, amount }) => {
      const wallet = walletKind === walletKinds.main ? "" : ` (${walletCode(walletKind)})`;
      return [...playBefore(day), { when: moment(at), what: `${t(`wallet.kind.${kind}`)}${wallet}`, amount }];
    });
  }
  yield playBefore("9999-12-31");
}

/** The document row by row: the figures, then every line with the balance it led to. */
async function* rows({ t, statement }: Printing, lines: AsyncIterable<readonly PrintedLine[]>): AsyncIterable<readonly PaperRow[]> {
  let balance = statement.opening;
  yield figureRows(t, statement);
  yield [
    { cells: [t("reports.pdf.when"), t("reports.pdf.what"), t("reports.pdf.amount"), t("reports.pdf.balance")], isBold: true },
    { cells: ["", t("reports.opening"), "", printAmount(balance)] },
  ];
  for await (const page of lines)
    yield page.map(({ when, what, amount }): PaperRow => {
      balance += amount;
      return { cells: [when, what, printAmount(amount), printAmount(balance)] };
    });
  yield [{ cells: ["", t("reports.closing"), "", printAmount(statement.closing)], isBold: true }];
}

function figureRows(t: Translator, statement: Statement): readonly PaperRow[] {
  const figures = [
    [t("reports.opening"), statement.opening],
    [t("reports.deposits"), statement.deposits],
    [t("reports.withdrawals"), -statement.withdrawals],
    [t("reports.stakes"), -statement.stakes],
    [t("reports.wins"), statement.wins],
    [t("reports.bonuses"), statement.bonuses],
    ...(statement.commissions === 0n ? [] : [[t("reports.commissions"), statement.commissions] as const]),
    [t("reports.transfers"), statement.transfers],
    [t("reports.adjustments"), statement.adjustments],
  ] as const;
  return [
    ...figures.map(([label, minor]): PaperRow => ({ cells: [label, "", "", printMoney(minor)] })),
    { cells: [t("reports.closing"), "", "", printMoney(statement.closing)], isBold: true, isLast: true },
  ];
}
