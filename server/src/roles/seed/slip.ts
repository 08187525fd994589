/** Letters as dots, five wide and seven high: a machine without fonts draws them too. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  D: ["####.", "#...#", "#...#", "#...#", "#...#", "#...#", "####."],
  E: ["#####", "#....", "#....", "####.", "#....", "#....", "#####"],
  I: ["#####", "..#..", "..#..", "..#..", "..#..", "..#..", "#####"],
  L: ["#....", "#....", "#....", "#....", "#....", "#....", "#####"],
  M: ["#...#", "##.##", "#.#.#", "#.#.#", "#...#", "#...#", "#...#"],
  O: [".###.", "#...#", "#...#", "#...#", "#...#", "#...#", ".###."],
  P: ["####.", "#...#", "#...#", "####.", "#....", "#....", "#...."],
  S: [".####", "#....", "#....", ".###.", "....#", "....#", "####."],
};

const DOT = 10;
const LETTER_WIDTH = 6 * DOT;

const square = (x: number, y: number): string => `M${x} ${y}h${DOT}v${DOT}h-${DOT}z`;

const drawWord = (word: string, left: number, top: number): string =>
  [...word]
    .flatMap((letter, index) =>
      (LETTERS[letter] ?? []).flatMap((row, y) => [...row].map((dot, x) => (dot === "#" ? square(left + index * LETTER_WIDTH + x * DOT, top + y * DOT) : ""))),
    )
    .join("");

/** Where a real slip has its lines of writing. */
const drawLine = (y: number, width: number): string => `<rect x="60" y="${y}" width="${width}" height="14" rx="7" fill="#c9d3dc"/>`;

const SLIP = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="520">
<rect width="360" height="520" fill="#eef2f5"/><rect x="24" y="24" width="312" height="472" rx="14" fill="#fff" stroke="#9fb0be" stroke-width="2" stroke-dasharray="10 8"/>
<path d="${drawWord("DEMO", 65, 70)}${drawWord("SLIP", 65, 170)}" fill="#0b5c8a"/>
${[290, 326, 362, 398].map((y, index) => drawLine(y, 240 - index * 36)).join("")}<circle cx="272" cy="440" r="22" fill="#7fbf9a"/></svg>`;

let drawn: Promise<string> | undefined;

/** The slip of a bank transfer that nobody made, as a PNG in base64. */
export const drawSlip = (): Promise<string> => (drawn ??= drawOnce());

async function drawOnce(): Promise<string> {
  const { default: sharp } = await import("sharp");
  return (await sharp(Buffer.from(SLIP)).png().toBuffer()).toString("base64");
}
