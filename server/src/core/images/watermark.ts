/** How far apart the lines stand, and how large they are, of a picture's shorter edge. */
const LINES = 6;
const SIZE = 0.045;
/** More than any line holds. */
const TIMES = 8;
const SLANT_DEGREES = -18;

/**
 * Draws who looks, when and at what over a picture, again and again across it, so that a picture of the screen says where it came from. The letters
 * are drawn as shapes: whether the machine has fonts does not matter.
 */
export async function drawMark(picture: Buffer, words: string): Promise<Buffer> {
  const [{ default: sharp }, { default: svgCaptcha }] = await Promise.all([import("sharp"), import("svg-captcha")]);
  const { width, height } = await sharp(picture).metadata();
  const size = Math.max(12, Math.min(width, height) * SIZE);
  const { font } = svgCaptcha.options as unknown as {
    font: { getPath: (text: string, x: number, y: number, size: number) => { toPathData: (digits: number) => string } };
  };
  const line = font.getPath(`${words}   `.repeat(TIMES), 0, 0, size).toPathData(1);
  const step = height / LINES;
  const lines = Array.from({ length: LINES * 2 }, (_, at) => `<use href="#w" x="${(at % 2) * -size * 8 - width / 4}" y="${(at - LINES / 2) * step + size}"/>`);
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><path id="w" d="${line}"/></defs><g transform="rotate(${SLANT_DEGREES} ${width / 2} ${height / 2})" fill="#fff" fill-opacity=".7" stroke="#000" stroke-opacity=".7" stroke-width="${size / 20}" paint-order="stroke">${lines.join("")}</g></svg>`;
  return sharp(picture)
    .composite([{ input: Buffer.from(mark) }])
    .jpeg({ quality: 80 })
    .toBuffer();
}
