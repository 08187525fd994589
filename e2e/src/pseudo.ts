/** Languages nobody speaks, for tests alone: XA is longer than any that anybody does, XB runs from right to left. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";

export type Pseudo = "XA" | "XB";

const DIST = join(import.meta.dirname, "../../web/dist/player");
/** A compiled message: texts, placeholders, and choices with messages of their own. */
type Piece = string | readonly [string, (string | undefined)?, Readonly<Record<string, Piece[] | number>>?];
type Words = Readonly<Record<string, Piece[]>>;

/** Every message in XA: accents, brackets where it begins and ends, and as much longer as a translation may be. It runs in the browser, so it stands alone. */
function toLonger(words: Words): Words {
  /** Languages beside English are longer by about this much (W3C, Text size in translation). */
  const LONGER = 0.4;
  const accented = (text: string): string => text.replaceAll(/[aeioucny]/gi, (sign) => "áéíóúçñýÁÉÍÓÚÇÑÝ"["aeioucnyAEIOUCNY".indexOf(sign)]!);
  const stretch = (pieces: readonly Piece[]): Piece[] =>
    pieces.map((piece) => {
      if (typeof piece === "string") return piece === "#" ? piece : accented(piece);
      const [name, kind, choices] = piece;
      if (choices === undefined) return piece;
      const told = Object.entries(choices).map(([when, said]) => [when, Array.isArray(said) ? stretch(said) : said] as const);
      return [name, kind, Object.fromEntries(told)];
    });
  const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, piece) => sum + (typeof piece === "string" ? piece.length : 6), 0);
  const longer = (pieces: readonly Piece[]): Piece[] => {
    const more = Math.ceil(lengthOf(pieces) * LONGER);
    return ["[", ...stretch(pieces), `${" one two three four five six seven eight nine ten".repeat(Math.ceil(more / 49)).slice(0, more)}]`];
  };
  return Object.fromEntries(Object.entries(words).map(([key, pieces]) => [key, longer(pieces)]));
}

/** Stands before a file of words: what else the file gives comes from the file itself. */
const before = (file: string): string => `import words from "/${file}?plain";\nexport * from "/${file}?plain";\nexport default (${String(toLonger)})(words);`;

interface BuiltFile {
  readonly file: string;
}

/** Makes a browser read the site's English in one of them. */
export async function speakPseudo(context: BrowserContext, pseudo: Pseudo): Promise<void> {
  if (pseudo === "XB") {
    await context.addInitScript(`new MutationObserver(() => document.documentElement?.setAttribute("dir", "rtl")).observe(document, { childList: true })`);
    return;
  }
  const manifest = JSON.parse(readFileSync(join(DIST, "manifest.json"), "utf8")) as Readonly<Record<string, BuiltFile>>;
  const files = Object.entries(manifest).flatMap(([source, { file }]) => (source.includes("virtual:words/EN/") ? [file] : []));
  await Promise.all(files.map((file) => context.route(`**/${file}`, (route) => route.fulfill({ contentType: "text/javascript", body: before(file) }))));
}
