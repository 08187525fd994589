import type { FileAnswer } from "@laro/contract/core/endpoint";
import { formatAmount } from "@laro/contract/core/money";
import type { Statement } from "@laro/contract/reports";
import type { Translator } from "@laro/locales/t";
import { translatorOf } from "../../core/accounts/accounts.ts";
import { brand, type JurisdictionPack } from "../../core/settings/packs.ts";
import { listWallets, walletCode } from "../../core/wallet/funds.ts";
import { listPlay, type PlaySum } from "../../core/wallet/playDays.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import { listStatementLines, readSeqs, type StatementLine } from "../../core/wallet/statements.ts";
import type { Database } from "../../platform/db.ts";
import { fileName, writeMoment } from "./reports.csv.ts";
import { atOneMoment, checkBegun, lastDay, type Reader, readStatements } from "./reports.ts";

const PAGE_ROWS = 500;
const POINTS = { margin: 48, row: 18, rule: 0.5, footer: 40, name: 20, title: 13, text: 9, small: 8 } as const;
const INK = { text: "#171a2b", muted: "#5c6480", line: "#c9c2b4" } as const;

interface Printing {
  readonly statement: Statement;
  readonly member: string;
  readonly t: Translator;
  readonly pack: JurisdictionPack;
  readonly moment: (at: Date) => string;
  readonly now: Date;
}

/** A line as it is printed: when, what, and what it changed in minor units. */
interface PrintedLine {
  readonly when: string;
  readonly what: string;
  readonly amount: bigint;
}

const monthInWords = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(Date.parse(month));

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
  const printing: Printing = { statement: known.statement, member, t, pack, moment, now };
  return { name: fileName("statement", { from: month }, "pdf"), content: print(printing, inOrder(printing, pages(), known.days)) };
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

/** The document, handed on as it is drawn. */
async function* print(printing: Printing, lines: AsyncIterable<readonly PrintedLine[]>): AsyncIterable<Uint8Array> {
  const { t, statement } = printing;
  const { default: Document } = await import("pdfkit"); // A start need not wait for it.
  const document = new Document({ size: "A4", margin: POINTS.margin, info: { Title: `${brand.name} ${statement.month}`, Author: brand.name } });
  const paper = new Paper(document, printing);
  paper.heading();
  paper.row([t("reports.pdf.when"), t("reports.pdf.what"), t("reports.pdf.amount"), t("reports.pdf.balance")], { bold: true });
  let balance = statement.opening;
  paper.row(["", t("reports.opening"), "", money(balance)]);
  for await (const page of lines) {
    for (const { when, what, amount } of page) {
      balance += amount;
      paper.row([when, what, money(amount), money(balance)]);
    }
    for (let chunk = document.read(); chunk !== null; chunk = document.read()) yield chunk as Uint8Array;
  }
  paper.row(["", t("reports.closing"), "", money(statement.closing)], { bold: true });
  document.end();
  yield* document as AsyncIterable<Uint8Array>;
}

const money = (minor: bigint): string => formatAmount(minor).replace(/\B(?=([0-9]{3})+\.)/g, ",");

/** Draws from the top of a page to its foot, and begins the next one. */
class Paper {
  readonly #document: PDFKit.PDFDocument;
  readonly #printing: Printing;
  readonly #left = POINTS.margin;
  readonly #right: number;
  readonly #bottom: number;
  #y: number = POINTS.margin;
  #page = 1;

  constructor(document: PDFKit.PDFDocument, printing: Printing) {
    this.#document = document;
    this.#printing = printing;
    this.#right = document.page.width - POINTS.margin;
    this.#bottom = document.page.height - POINTS.margin - POINTS.footer;
    this.#foot();
  }

  /** Brand, member, month and the figures of the statement. */
  heading(): void {
    const { t, member, statement, moment, now } = this.#printing;
    this.#write(brand.name, { size: POINTS.name, bold: true, gap: POINTS.name + POINTS.text });
    this.#write(t("reports.pdf.title", { month: monthInWords(statement.month, t.locale) }), { size: POINTS.title, bold: true, gap: POINTS.row + POINTS.rule });
    this.#write(t("reports.pdf.member", { member }), { size: POINTS.text, gap: POINTS.row });
    this.#write(t("reports.pdf.printed", { at: moment(now), currency: brand.currency }), { size: POINTS.text, color: INK.muted, gap: POINTS.row * 2 });
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
      [t("reports.closing"), statement.closing],
    ] as const;
    for (const [label, minor] of figures)
      this.row([label, "", "", `${brand.currency} ${money(minor)}`], { bold: minor === statement.closing && label === t("reports.closing") });
    this.#y += POINTS.row;
  }

  /** When, what, amount and balance on one line, with a rule below. */
  row([when, what, amount, balance]: readonly [string, string, string, string], { bold = false } = {}): void {
    if (this.#y + POINTS.row > this.#bottom) this.#turn();
    const [height, width] = [POINTS.row / 4, (this.#right - this.#left) / 4];
    this.#document
      .font(bold ? "Helvetica-Bold" : "Helvetica")
      .fontSize(POINTS.text)
      .fillColor(INK.text);
    const cells = [
      { text: when, at: this.#left, width: width * 1.5, align: "left" },
      { text: what, at: this.#left + width * 1.1, width: width * 1.2, align: "left" },
      { text: amount, at: this.#left + width * 2.3, width: width * 0.8, align: "right" },
      { text: balance, at: this.#left + width * 3, width, align: "right" },
    ] as const;
    for (const { text, at, align, ...cell } of cells)
      if (text !== "") this.#document.text(text, at, this.#y + height, { width: cell.width, align, lineBreak: false });
    this.#y += POINTS.row;
    this.#document.moveTo(this.#left, this.#y).lineTo(this.#right, this.#y).lineWidth(POINTS.rule).strokeColor(INK.line).stroke();
  }

  #write(text: string, { size, bold = false, color = INK.text, gap }: { size: number; bold?: boolean; color?: string; gap: number }): void {
    this.#document
      .font(bold ? "Helvetica-Bold" : "Helvetica")
      .fontSize(size)
      .fillColor(color)
      .text(text, this.#left, this.#y, { lineBreak: false });
    this.#y += gap;
  }

  #turn(): void {
    this.#document.addPage();
    this.#page++;
    this.#y = POINTS.margin;
    this.#foot();
  }

  /** The page's number, and what the market's rules want said on every page. */
  #foot(): void {
    const { t, pack } = this.#printing;
    const y = this.#bottom + POINTS.footer / 2;
    const warning = [t("reports.pdf.warning"), ...(pack.helpline === null ? [] : [t("reports.pdf.helpline", { helpline: pack.helpline })])].join(" ");
    this.#document.font("Helvetica").fontSize(POINTS.small).fillColor(INK.muted);
    this.#document.text(warning, this.#left, y, { lineBreak: false });
    this.#document.text(t("reports.pdf.page", { page: this.#page }), this.#left, y, { width: this.#right - this.#left, align: "right", lineBreak: false });
  }
}
