const WIDTH = 9;
const HEIGHT = 8;
/** A picture with fewer edges shows nothing by which it could be told from another. */
const EDGES_MIN = 6;

/**
 * A difference hash: of each of 64 places, whether it is lighter than the one beside it, as a signed 64-bit number. Pictures that people take for the same
 * differ in few bits, whatever their size and compression. Null for a picture in which nothing stands out.
 */
export async function likenessHash(picture: Buffer): Promise<bigint | null> {
  const { default: sharp } = await import("sharp");
  const grey = await sharp(picture).greyscale().resize(WIDTH, HEIGHT, { fit: "fill" }).raw().toBuffer();
  let bits = 0n;
  let edges = 0;
  for (let row = 0; row < HEIGHT; row++)
    for (let column = 0; column < WIDTH - 1; column++) {
      const at = row * WIDTH + column;
      const isLighter = grey[at]! > grey[at + 1]!;
      bits = (bits << 1n) | (isLighter ? 1n : 0n);
      if (isLighter) edges++;
    }
  const flat = Math.min(edges, 64 - edges);
  return flat < EDGES_MIN ? null : BigInt.asIntN(64, bits);
}
