/** Languages nobody speaks, for tests alone: XA is longer than any that anybody does, XB runs from right to left. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";

export type Pseudo = "XA" | "XB";

const DIST = join(import.meta.dirname, "../../web/dist/player");
/** Languages beside English are longer by about this much (W3C, Text size in translation). */
const LONGER = 0.4;
const accents: Readonly<Record<string, string>> = Object.fromEntries([..."aeioucnyAEIOUCNY"].map((sign, at) => [sign, [..."áéíóúçñýÁÉÍÓÚÇÑÝ"][at]!]));

/** A piece of text with accents on all its letters that have one. */
const accented = (text: string): string => text.replace(/[aeioucny]/gi, (sign) => accents[sign]!);

/** A compiled message: texts, placeholders, and choices with messages of their own. */
type Piece = string | readonly [string, (string | undefined)?, Readonly<Record<string, Piece[] | number>>?];

const stretch = (pieces: readonly Piece[]): Piece[] =>
  pieces.map((piece) => {
    if (typeof piece === "string") return piece === "#" ? piece : accented(piece);
    const [name, kind, choices] = piece;
    if (choices === undefined) return piece;
    const told = Object.entries(choices).map(([when, said]) => [when, Array.isArray(said) ? stretch(said) : said] as const);
    return [name, kind, Object.fromEntries(told)];
  });

const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, piece) => sum + (typeof piece === "string" ? piece.length : 6), 0);

/** A message in XA: accents, brackets where it begins and ends, and as much longer as a translation may be. */
function toLonger(pieces: readonly Piece[]): Piece[] {
  const more = Math.ceil(lengthOf(pieces) * LONGER);
  return ["[", ...stretch(pieces), `${" one two three four five six seven eight nine ten".repeat(Math.ceil(more / 49)).slice(0, more)}]`];
}

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
  await Promise.all(
    files.map(async (file) => {
      const { default: words } = (await import(join(DIST, file))) as { default: Readonly<Record<string, Piece[]>> };
      const longer = Object.fromEntries(Object.entries(words).map(([key, pieces]) => [key, toLonger(pieces)]));
      await context.route(`**/${file}`, (route) => route.fulfill({ contentType: "text/javascript", body: `export default ${JSON.stringify(longer)};` }));
    }),
  );
}
