/** Photos proof: forty files that somebody may hand in as a picture. What is kept was drawn anew and is sealed; everything else is refused in its own words. */
import { crc32, deflateSync } from "node:zlib";
import { IMAGE_BYTES_MAX } from "@laro/contract/core/images";
import { Refusal } from "@laro/contract/core/errors";
import sharp from "sharp";
import { openImage, readUpload, storeImage } from "../core/images/images.ts";
import { asOwner } from "../testing/owner.ts";
import type { World } from "../testing/world.ts";

export interface Photo {
  readonly what: string;
  readonly bytes: Buffer;
  /** "kept", or the code it is refused with. */
  readonly becomes: "kept" | "images.not_an_image" | "images.too_large" | "images.too_small";
}

/** How an upload is read; a fault is another way. */
export type Read = (base64: string) => Promise<Buffer>;

/** What an ID's picture has to be at least. */
const EDGE_MIN = 480;
export const readAsId: Read = (base64) => readUpload(base64, "photo", { edgeMin: EDGE_MIN });

/** Stands in whatever a file says beside its picture. */
const HIDDEN = "hidden-canary-7f3a";
const EDGE_MAX = 2_000;

const blank = (width = 640, height = 480) => sharp({ create: { width, height, channels: 3, background: "teal" } });
const told = () => blank().withExif({ IFD0: { Copyright: HIDDEN, ImageDescription: HIDDEN }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "14/1 35/1 0/1" } });

/** A piece of a PNG as ISO 15948 wants it. */
function chunk(type: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

const PNG_BEGINS = Buffer.from("89504e470d0a1a0a", "hex");
const HEAD_END = 33;

/** A PNG with more pieces after its head. */
const withChunks = (png: Buffer, ...chunks: readonly Buffer[]): Buffer => Buffer.concat([png.subarray(0, HEAD_END), ...chunks, png.subarray(HEAD_END)]);

/** A PNG of one bit a pixel, all black, that is as large as it says. */
function bomb(edge: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(edge, 0);
  head.writeUInt32BE(edge, 4);
  head[8] = 1;
  const rows = Buffer.alloc(edge * (Math.ceil(edge / 8) + 1));
  return Buffer.concat([PNG_BEGINS, chunk("IHDR", head), chunk("IDAT", deflateSync(rows, { level: 1 })), chunk("IEND", Buffer.alloc(0))]);
}

/** A PNG that says it is as large as this and is not. */
function claiming(png: Buffer, width: number, height: number): Buffer {
  const head = Buffer.from(png.subarray(16, 29));
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  return Buffer.concat([PNG_BEGINS, chunk("IHDR", head), png.subarray(HEAD_END)]);
}

/** The same of a JPEG, whose frame says it (ITU T.81, B.2.2). */
function claimingJpeg(jpeg: Buffer, width: number, height: number): Buffer {
  const [large, frame] = [Buffer.from(jpeg), jpeg.indexOf(Buffer.from("ffc0", "hex"))];
  large.writeUInt16BE(height, frame + 5);
  large.writeUInt16BE(width, frame + 7);
  return large;
}

/** Two pictures one after the other, the second of which says what is hidden. */
function animated(png: Buffer): Buffer {
  const [frames, control] = [Buffer.alloc(8), Buffer.alloc(26)];
  frames.writeUInt32BE(2);
  control.writeUInt32BE(640, 4);
  control.writeUInt32BE(480, 8);
  const second = Buffer.concat([Buffer.from([0, 0, 0, 2]), deflateSync(Buffer.from(HIDDEN.repeat(100)))]);
  return withChunks(png, chunk("acTL", frames), chunk("fcTL", control), chunk("tEXt", Buffer.from(`Comment\0${HIDDEN}`)), chunk("fdAT", second));
}

const padded = (bytes: Buffer, length: number): Buffer => Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]);
const behind = (bytes: Buffer, text: string): Buffer => Buffer.concat([bytes, Buffer.from(text + HIDDEN)]);
const cut = (bytes: Buffer, share: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * share));
/** A segment of a JPEG, after its first two bytes. */
const withSegment = (jpeg: Buffer, marker: number, text: string): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, marker]), length, Buffer.from(text, "latin1"), jpeg.subarray(2)]);
};
/** A picture that no size of a picture's file can be foreseen of. */
const noise = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "teal", noise: { type: "gaussian", mean: 128, sigma: 40 } } });

const kept = (what: string, bytes: Buffer): Photo => ({ what, bytes, becomes: "kept" });
const refused = (what: string, bytes: Buffer, becomes: Photo["becomes"] = "images.not_an_image"): Photo => ({ what, bytes, becomes });

/** What is a picture, whatever else it is. */
async function pictures(): Promise<readonly Photo[]> {
  const [jpeg, png, exif, exifPng] = (await Promise.all([blank().jpeg(), blank().png(), told().jpeg(), told().png()].map((one) => one.toBuffer()))) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  const script = `<script>${HIDDEN}</script>`;
  return [
    kept("a plain JPEG", jpeg),
    kept("a plain PNG", png),
    kept("a JPEG that says where it was taken", exif),
    kept("a PNG that says where it was taken", exifPng),
    kept("a progressive JPEG", await told().jpeg({ progressive: true }).toBuffer()),
    kept("a grey JPEG", await told().greyscale().jpeg().toBuffer()),
    kept("a JPEG of four inks", await told().toColourspace("cmyk").jpeg().toBuffer()),
    kept("a PNG that lets light through", await told().ensureAlpha(0.5).png().toBuffer()),
    kept("a PNG of a palette", await told().png({ palette: true }).toBuffer()),
    kept("a PNG of sixteen bits", await told().toColourspace("rgb16").png().toBuffer()),
    kept("a JPEG that lies on its side", await told().withMetadata({ orientation: 6 }).jpeg().toBuffer()),
    kept("a JPEG with a page behind it", behind(exif, script)),
    kept("a PNG with a page behind it", behind(png, script)),
    kept("a JPEG that is an archive as well", behind(exif, "PK\u0003\u0004")),
    kept("a JPEG that is a program as well", behind(exif, "\u007fELF")),
    kept("a JPEG that is a PDF as well", withSegment(jpeg, 0xfe, `%PDF-1.7 ${HIDDEN}`)),
    kept("a JPEG with a script for a comment", withSegment(jpeg, 0xfe, `*/=alert("${HIDDEN}")/*`)),
    kept("a JPEG with a page of another format within", withSegment(jpeg, 0xe1, `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${HIDDEN}</x:xmpmeta>`)),
    kept("a PNG with text", withChunks(png, chunk("tEXt", Buffer.from(`Comment\0${HIDDEN}`)))),
    kept("a PNG with a piece nobody knows", withChunks(png, chunk("prVt", Buffer.from(HIDDEN)))),
    kept("a PNG that moves", animated(png)),
    kept("a large photo", await noise(2_400, 1_600).jpeg({ quality: 60 }).toBuffer()),
    kept("5,242,880 bytes", padded(png, IMAGE_BYTES_MAX)),
  ];
}

/** What is none, or more than may be. */
async function others(): Promise<readonly Photo[]> {
  const [jpeg, png, gif, webp, tiff] = (await Promise.all(
    [blank().jpeg(), noise(640, 480).png(), blank().gif(), blank().webp(), blank().tiff()].map((one) => one.toBuffer()),
  )) as [Buffer, Buffer, Buffer, Buffer, Buffer];
  const ifNoise = await noise(640, 480).jpeg().toBuffer();
  return [
    refused("5,242,881 bytes", padded(jpeg, IMAGE_BYTES_MAX + 1), "images.too_large"),
    refused("a bomb of 900 million pixels", bomb(30_000)),
    refused("a PNG that claims 900 million pixels", claiming(png, 30_000, 30_000)),
    refused("a JPEG that claims 900 million pixels", claimingJpeg(jpeg, 30_000, 30_000)),
    refused("a PNG that claims to be endless", claiming(png, 2 ** 31 - 1, 2 ** 31 - 1)),
    refused("a PNG of no width", claiming(png, 0, 480)),
    refused("half a PNG", cut(png, 0.5)),
    refused("half a JPEG", cut(ifNoise, 0.5)),
    refused("the beginning of a PNG", png.subarray(0, 60)),
    refused("the beginning of a JPEG", jpeg.subarray(0, 300)),
    refused("a PNG with a wrong sum", Buffer.concat([png.subarray(0, 29), Buffer.from([1, 2, 3, 4]), png.subarray(HEAD_END)])),
    refused("a GIF", gif),
    refused("a WebP", webp),
    refused("a TIFF", tiff),
    refused("an SVG", Buffer.from(`<svg xmlns='http://www.w3.org/2000/svg'><script>${HIDDEN}</script></svg>`)),
    refused("a PDF", Buffer.from("%PDF-1.7 ...")),
    refused("the head of a HEIC", Buffer.from("000000186674797068656963", "hex")),
    refused("nothing", Buffer.alloc(0)),
    refused(
      "a small picture",
      await blank(4_000, EDGE_MIN - 1)
        .jpeg()
        .toBuffer(),
      "images.too_small",
    ),
  ];
}

export const listPhotos = async (): Promise<readonly Photo[]> => [...(await pictures()), ...(await others())];

/** What is wrong with how one file is read and kept. */
export async function examine(world: World, accountId: bigint, { what, bytes, becomes }: Photo, read: Read): Promise<readonly string[]> {
  const { database, keys, clock } = { ...world.open.platform, clock: world.clock };
  const picture = await read(bytes.toString("base64")).catch((error: unknown) => (error instanceof Refusal ? error.code : `a fault: ${String(error)}`));
  if (typeof picture === "string") return picture === becomes ? [] : [`${what}: ${picture}, not ${becomes}`];
  if (becomes !== "kept") return [`${what} was kept`];
  const id = await database.begin((tx) => storeImage(tx, keys, { accountId, purpose: "idFront", picture, now: clock.now() }));
  const [row] = await asOwner<{ sealed: Buffer }>(world.open.url, "select sealed from image where id = $1", [id]);
  const opened = Buffer.from((await openImage(database.db, keys, { id })).base64, "base64");
  return [...findOpenBytes(what, row!.sealed, opened), ...(await findRemains(what, opened, bytes))];
}

/** Whether what is stored shows anything of the picture. */
const findOpenBytes = (what: string, sealed: Buffer, picture: Buffer): readonly string[] =>
  sealed.includes(picture.subarray(0, 16)) || sealed.includes(picture.subarray(-32)) ? [`${what} is kept unsealed`] : [];

/** What is left of the file that was handed in beside its picture. */
async function findRemains(what: string, picture: Buffer, given: Buffer): Promise<readonly string[]> {
  const { format, width, height, exif, xmp, iptc, pages } = await sharp(picture).metadata();
  return [
    ...(format === "jpeg" ? [] : [`${what} is kept as ${format}`]),
    ...(Math.max(width, height) <= EDGE_MAX ? [] : [`${what} is kept ${width} by ${height}`]),
    ...(exif === undefined && xmp === undefined && iptc === undefined ? [] : [`${what} still says more than its picture`]),
    ...((pages ?? 1) === 1 ? [] : [`${what} is kept with ${pages} pictures`]),
    ...(picture.includes(HIDDEN) ? [`${what} still holds what was hidden`] : []),
    ...(picture.equals(given) ? [`${what} is kept as it came`] : []),
  ];
}

const WATCH_EVERY_MS = 5;

/** By how many bytes the memory of this process rises while so many pictures of 24 million pixels are read at once. */
export async function measureRise(read: Read, count: number): Promise<number> {
  const base64 = (await blank(6_000, 4_000).jpeg().toBuffer()).toString("base64");
  await read(base64);
  const before = process.memoryUsage.rss();
  let most = before;
  const watching = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), WATCH_EVERY_MS);
  try {
    await Promise.all(Array.from({ length: count }, () => read(base64)));
    return Math.max(most, process.memoryUsage.rss()) - before;
  } finally {
    clearInterval(watching);
  }
}
