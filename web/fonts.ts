import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const projectRoot = fileURLToPath(new URL("..", import.meta.url));
/** Where `base.css` and `index.html` find them. */
const OUT = join(projectRoot, "node_modules/.cache/laro-fonts");

interface Face {
  readonly file: string;
  readonly from: string;
  readonly family: string;
  readonly weight: string;
  /** Only these signs; all that the catalogues use where none are named. */
  readonly signs?: string;
}

const text = (weight: 400 | 600): Face => ({
  file: `text-${weight}.woff2`,
  from: `@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-${weight}-normal.woff2`,
  family: "Be Vietnam Pro",
  weight: String(weight),
});

const faces: readonly Face[] = [
  text(400),
  text(600),
  {
    file: "display.woff2",
    from: "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2",
    family: "Bricolage Grotesque Variable",
    weight: "200 800",
  },
  // Be Vietnam Pro has no peso sign: the display face lends its own, in the same weights.
  {
    file: "peso.woff2",
    from: "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-ext-wght-normal.woff2",
    family: "Laro Peso",
    weight: "200 800",
    signs: "₱",
  },
];

/** Every sign of the catalogues and of a keyboard. */
async function signsInUse(): Promise<string> {
  const catalogues = await Promise.all(["en", "tl"].map((locale) => readFile(join(projectRoot, "locales", `${locale}.json`), "utf8")));
  const keyboard = Array.from({ length: 95 }, (_, at) => String.fromCodePoint(32 + at));
  return [...new Set([...catalogues.join(""), ...keyboard])]
    .filter((sign) => sign >= " ")
    .sort()
    .join("");
}

/** The ranges a cut file serves; every other sign comes from the whole face, which loads only then. */
const rangeOf = (signs: string): string => [...signs].map((sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16)}`).join(",");

const ruleOf = ({ file, family, weight }: Face, signs: string): string =>
  `@font-face{font-family:"${family}";font-display:swap;font-weight:${weight};src:url("./${file}") format("woff2");unicode-range:${rangeOf(signs)}}`;

/** Cuts the faces to the signs in use and writes the style sheet that names them; does nothing while the signs are the same. */
export async function cutFonts(): Promise<void> {
  const signs = await signsInUse();
  // Hints are two fifths of a file and help coarse screens alone, which phones have none of.
  const css = ["/* without hints */", ...faces.map((face) => ruleOf(face, face.signs ?? signs))].join("\n");
  if ((await readFile(join(OUT, "fonts.css"), "utf8").catch(() => "")) === css && (await stat(join(OUT, "peso.woff2")).catch(() => null)) !== null) return;
  const { default: subset } = await import("subset-font");
  await mkdir(OUT, { recursive: true });
  for (const face of faces) {
    const whole = await readFile(join(projectRoot, "node_modules", face.from));
    await writeFile(join(OUT, face.file), await subset(whole, face.signs ?? signs, { targetFormat: "woff2", noHinting: true }));
  }
  await writeFile(join(OUT, "fonts.css"), css);
}
