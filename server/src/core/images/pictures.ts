import { createHash } from "node:crypto";
import { IMAGE_BYTES_MAX } from "@laro/contract/core/images";
import { type PictureFormat, type PictureWidth, pictureFormats, pictureWidths } from "@laro/contract/core/pictures";
import { refuse, Refusal } from "@laro/contract/core/errors";
import { boundedQueue } from "../../platform/boundedQueue.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";

const PIXELS_MAX = 50_000_000;
/** Measured: below it flat areas of our own drawings show bands, above it photographs gain nothing at these widths. */
const QUALITY = { avif: 50, webp: 78 } as const satisfies Record<PictureFormat, number>;
/** Of nine; more takes four times as long for a tenth fewer bytes. */
const AVIF_EFFORT = 2;
/** One at a time: eight files of a large picture take a processor for seconds. */
const drawing = boundedQueue({ atOnceMax: 1, waitingMax: 30 });

export interface PictureFile {
  readonly width: PictureWidth;
  readonly format: PictureFormat;
  readonly bytes: Buffer;
}

/** A picture as it is kept: all its files, and what tells it from another. */
export interface DrawnPicture {
  readonly digest: Buffer;
  readonly width: number;
  readonly height: number;
  readonly files: readonly PictureFile[];
}

/**
 * Decodes a picture that everyone will see and draws it anew, without metadata, in all widths and formats; outside any transaction. PNG, JPEG and WebP are
 * told by their content. Refuses with `images.too_large`, `images.not_an_image`, or `server.busy` when too many wait.
 */
export async function readPublicPicture(base64: string, field: string): Promise<DrawnPicture> {
  const given = Buffer.from(base64, "base64");
  if (given.length > IMAGE_BYTES_MAX) refuse("images.too_large", { field, maximum: IMAGE_BYTES_MAX });
  if (!isPublicFormat(given)) refuse("images.not_an_image", { field });
  return drawing(() => drawAll(given)).catch((error: unknown) => (error instanceof Refusal ? Promise.reject(error) : refuse("images.not_an_image", { field })));
}

const PNG = Buffer.from("89504e470d0a1a0a", "hex");
const JPEG = Buffer.from("ffd8ff", "hex");
const isWebp = (bytes: Buffer): boolean => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";
const isPublicFormat = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(PNG) || bytes.subarray(0, 3).equals(JPEG) || isWebp(bytes);

async function drawAll(given: Buffer): Promise<DrawnPicture> {
  const { default: sharp } = await import("sharp"); // A start need not wait for it.
  sharp.concurrency(1);
  const { data: upright, info } = await sharp(given, { limitInputPixels: PIXELS_MAX, failOn: "error", pages: 1 })
    .rotate()
    .resize({ width: pictureWidths.at(-1)!, withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  const files: PictureFile[] = [];
  for (const width of pictureWidths) for (const format of pictureFormats) files.push({ width, format, bytes: await drawFile(upright, width, format) });
  return { digest: digestOf(given), width: info.width, height: info.height, files };
}

const digestOf = (bytes: Buffer | string): Buffer => createHash("sha256").update(bytes).digest();

async function drawFile(source: Buffer, width: PictureWidth, format: PictureFormat): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  // A drawing has no pixels of its own: it is drawn for its width.
  const resized = sharp(source, { limitInputPixels: PIXELS_MAX }).resize({ width, withoutEnlargement: true });
  return (format === "avif" ? resized.avif({ quality: QUALITY.avif, effort: AVIF_EFFORT }) : resized.webp({ quality: QUALITY.webp })).toBuffer();
}

export interface KeptPictureRow {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly focusX: number;
  readonly focusY: number;
}

interface NewPicture {
  readonly picture: DrawnPicture;
  readonly focusX: number;
  readonly focusY: number;
  /** The officer who hands it in. */
  readonly by: bigint;
  readonly now: Date;
}

/** Keeps a picture with its files, and answers its id: the same bytes again are the picture that is there, with its own focus. */
export async function keepPicture(tx: Tx, { picture, focusX, focusY, by, now }: NewPicture): Promise<string> {
  const { digest, width, height, files } = picture;
  const row = await tx
    .insertInto("picture")
    .values({ id: newId(now), digest, width, height, focus_x: focusX, focus_y: focusY, made_by: by, at: now })
    .onConflict((conflict) => conflict.column("digest").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row === undefined) return (await tx.selectFrom("picture").select("id").where("digest", "=", digest).executeTakeFirstOrThrow()).id;
  await tx
    .insertInto("picture_file")
    .values(files.map((file) => ({ ...file, picture_id: row.id })))
    .execute();
  return row.id;
}

/** Keeps a drawing of our own (SVG), whose files are made when they are first asked for; its id follows from what it shows. */
export async function keepDrawing(tx: Tx, { svg, width, height, now }: { svg: string; width: number; height: number; now: Date }): Promise<string> {
  const digest = digestOf(svg);
  await tx
    .insertInto("picture")
    .values({ id: newId(now), digest, width, height, drawing: svg, made_by: 0n, at: now })
    .onConflict((conflict) => conflict.column("digest").doNothing())
    .execute();
  return (await tx.selectFrom("picture").select("id").where("digest", "=", digest).executeTakeFirstOrThrow()).id;
}

/** Sets what of a picture a narrower frame keeps, in per cent; false for one that is unknown. */
export async function setPictureFocus(tx: Tx, { id, focusX, focusY }: { id: string; focusX: number; focusY: number }): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable("picture").set({ focus_x: focusX, focus_y: focusY }).where("id", "=", id).executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Of these pictures those that there are. */
export async function findPictures(db: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, KeptPictureRow>> {
  if (ids.length === 0) return new Map();
  const rows = await (db as Db)
    .selectFrom("picture")
    .select(["id", "width", "height", "focus_x as focusX", "focus_y as focusY"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Files that are being drawn now, so that of many who ask at once one waits for the drawing and the others for it. */
const underWay = new Map<string, Promise<Buffer | undefined>>();

/** One file of a public picture; undefined where there is no such picture. A drawing's is made at the first asking, and kept. */
export async function getPictureFile(
  { db, begin }: Pick<Database, "db" | "begin">,
  { id, width, format }: { id: string; width: PictureWidth; format: PictureFormat },
): Promise<Buffer | undefined> {
  const kept = await db
    .selectFrom("picture_file")
    .select("bytes")
    .where("picture_id", "=", id)
    .where("width", "=", width)
    .where("format", "=", format)
    .executeTakeFirst();
  if (kept !== undefined) return kept.bytes;
  const key = `${id} ${width} ${format}`;
  const making = underWay.get(key) ?? drawNow({ db, begin }, { id, width, format }).finally(() => void underWay.delete(key));
  underWay.set(key, making);
  return making;
}

async function drawNow(
  { db, begin }: Pick<Database, "db" | "begin">,
  { id, width, format }: { id: string; width: PictureWidth; format: PictureFormat },
): Promise<Buffer | undefined> {
  const row = await db.selectFrom("picture").select("drawing").where("id", "=", id).executeTakeFirst();
  if (row?.drawing === undefined || row.drawing === null) return undefined;
  const { drawing: svg } = row;
  const bytes = await drawing(() => drawFile(Buffer.from(svg), width, format));
  await begin((tx) =>
    tx
      .insertInto("picture_file")
      .values({ picture_id: id, width, format, bytes })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return bytes;
}
