import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isLong, PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { createWorld, type World } from "../testing/world.ts";
import { examine, listPhotos, measureRise, type Photo, readAsId, type Read } from "./photos.ts";

/** `npm run proof photos` runs the long form. */
const AT_ONCE = isLong ? 20 : 8;
const RISE_MAX = 300_000_000;

let world: World;
let accountId: bigint;
let photos: readonly Photo[];
beforeAll(async () => {
  world = await createWorld();
  accountId = (await world.player()).id;
  photos = await listPhotos();
});
afterAll(() => world.close());

async function examineAll(these: readonly Photo[], read: Read): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const photo of these) faults.push(...(await examine(world, accountId, photo, read)));
  return faults;
}

test(
  "of forty files those that are pictures are drawn anew and sealed, and each other is refused in words of its own",
  { timeout: PROOF_TIMEOUT_MS },
  async () => {
    expect(photos.length).toBeGreaterThanOrEqual(40);
    expect(await examineAll(photos, readAsId)).toEqual([]);
  },
);

test("the proof turns red where the original is kept", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const wanted = [
    "a GIF was kept",
    "a JPEG with a page behind it still holds what was hidden",
    "a JPEG that says where it was taken still says more than its picture",
    "a plain PNG is kept as png",
  ];
  const these = photos.filter(({ what }) => wanted.some((fault) => fault.startsWith(`${what} `)));
  expect(await examineAll(these, (base64) => Promise.resolve(Buffer.from(base64, "base64")))).toEqual(expect.arrayContaining(wanted));
});

test("many large pictures at once take little more memory than one", { timeout: PROOF_TIMEOUT_MS }, async () => {
  expect(await measureRise(readAsId, AT_ONCE)).toBeLessThan(RISE_MAX);
});

test("the proof turns red where all are drawn at once", { timeout: PROOF_TIMEOUT_MS }, async () => {
  expect(await measureRise((base64) => sharp(Buffer.from(base64, "base64")).raw().toBuffer(), AT_ONCE)).toBeGreaterThan(RISE_MAX);
});
