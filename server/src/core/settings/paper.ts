import { formatAmount } from "@laro/contract/core/money";
import type { Translator } from "@laro/locales/t";
import { brand, type JurisdictionPack } from "./packs.ts";

const POINTS = { margin: 48, row: 18, rule: 0.5, footer: 40, name: 20, title: 13, text: 9, small: 8 } as const;
const INK = { text: "#171a2b", muted: "#5c6480", line: "#c9c2b4" } as const;

/** What stands above the rows of a document, and whose market's words stand at the foot of each page. */
export interface PaperHead {
  readonly t: Translator;
  readonly pack: JurisdictionPack;
  /** The month the document is of, as its file's properties name it. */
  readonly month: string;
  readonly title: string;
  readonly member: string;
  readonly printed: string;
}

/** When, what, and two amounts on one line. */
export interface PaperRow {
  readonly cells: readonly [when: string, what: string, amount: string, last: string];
  readonly isBold?: boolean;
  /** Room below it, as between two tables. */
  readonly isLast?: boolean;
}

/** Draws a document to print, handed on as it is drawn: its memory is that of one page of rows. */
export async function* drawPaper(head: PaperHead, pages: AsyncIterable<readonly PaperRow[]>): AsyncIterable<Uint8Array> {
  const { default: Document } = await import("pdfkit"); // A start need not wait for it.
  const document = new Document({ size: "A4", margin: POINTS.margin, info: { Title: `${brand.name} ${head.month}`, Author: brand.name } });
  const paper = new Paper(document, head);
  paper.heading();
  for await (const rows of pages) {
    for (const row of rows) paper.row(row);
    for (let chunk = document.read(); chunk !== null; chunk = document.read()) yield chunk as Uint8Array;
  }
  document.end();
  yield* document as AsyncIterable<Uint8Array>;
}

/** An amount as it is printed: 1,234,567.50. */
export const printAmount = (minor: bigint): string => formatAmount(minor).replace(/\B(?=([0-9]{3})+\.)/g, ",");

/** The same with its currency before it. */
export const printMoney = (minor: bigint): string => `${brand.currency} ${printAmount(minor)}`;

export const monthInWords = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(Date.parse(month));

/** Draws from the top of a page to its foot, and begins the next one. */
class Paper {
  readonly #document: PDFKit.PDFDocument;
  readonly #head: PaperHead;
  readonly #left = POINTS.margin;
  readonly #right: number;
  readonly #bottom: number;
  #y: number = POINTS.margin;
  #page = 1;

  constructor(document: PDFKit.PDFDocument, head: PaperHead) {
    this.#document = document;
    this.#head = head;
    this.#right = document.page.width - POINTS.margin;
    this.#bottom = document.page.height - POINTS.margin - POINTS.footer;
    this.#foot();
  }

  /** Brand, what it is, whose, and when it was printed. */
  heading(): void {
    const { title, member, printed } = this.#head;
    this.#write(brand.name, { size: POINTS.name, bold: true, gap: POINTS.name + POINTS.text });
    this.#write(title, { size: POINTS.title, bold: true, gap: POINTS.row + POINTS.rule });
    this.#write(member, { size: POINTS.text, gap: POINTS.row });
    this.#write(printed, { size: POINTS.text, color: INK.muted, gap: POINTS.row * 2 });
  }

  /** One line with a rule below. */
  row({ cells: [when, what, amount, last], isBold = false, isLast = false }: PaperRow): void {
    if (this.#y + POINTS.row > this.#bottom) this.#turn();
    const [height, width] = [POINTS.row / 4, (this.#right - this.#left) / 4];
    this.#document
      .font(isBold ? "Helvetica-Bold" : "Helvetica")
      .fontSize(POINTS.text)
      .fillColor(INK.text);
    const cells = [
      { text: when, at: this.#left, width: width * 1.5, align: "left" },
      { text: what, at: this.#left + width * 1.1, width: width * 1.2, align: "left" },
      { text: amount, at: this.#left + width * 2.3, width: width * 0.8, align: "right" },
      { text: last, at: this.#left + width * 3, width, align: "right" },
    ] as const;
    for (const { text, at, align, ...cell } of cells)
      if (text !== "") this.#document.text(text, at, this.#y + height, { width: cell.width, align, lineBreak: false });
    this.#y += POINTS.row;
    this.#document.moveTo(this.#left, this.#y).lineTo(this.#right, this.#y).lineWidth(POINTS.rule).strokeColor(INK.line).stroke();
    if (isLast) this.#y += POINTS.row;
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
    const { t, pack } = this.#head;
    const y = this.#bottom + POINTS.footer / 2;
    const warning = [t("reports.pdf.warning"), ...(pack.helpline === null ? [] : [t("reports.pdf.helpline", { helpline: pack.helpline })])].join(" ");
    this.#document.font("Helvetica").fontSize(POINTS.small).fillColor(INK.muted);
    this.#document.text(warning, this.#left, y, { lineBreak: false });
    this.#document.text(t("reports.pdf.page", { page: this.#page }), this.#left, y, { width: this.#right - this.#left, align: "right", lineBreak: false });
  }
}
