import { randomBytes } from "node:crypto";
import { IMAGE_BYTES_MAX } from "@laro/contract/core/images";
import { refuse, Refusal } from "@laro/contract/core/errors";
import { boundedQueue } from "../../platform/boundedQueue.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Keys } from "../../platform/keys.ts";
import { seal, unseal } from "../../platform/sealing.ts";

/** A bomb of a few bytes can claim any size; what a telephone's camera makes is far below. */
const PIXELS_MAX = 40_000_000;
/** More than anyone needs to read a slip. */
const EDGE_MAX = 2_000;
const QUALITY = 82;
/** One at a time: a picture takes a processor for up to a second, and others have bets to place. */
const drawing = boundedQueue({ atOnceMax: 1, waitingMax: 30 });

/**
 * Decodes a picture and draws it anew as a JPEG without metadata; outside any transaction, once it is known that the picture is wanted.
 * Refuses with `images.too_large`, `images.not_an_image`, `images.too_small` where its shorter edge has fewer pixels than asked, or `server.busy` when
 * too many wait.
 */
export async function readUpload(base64: string, field: string, { edgeMin = 0 }: { readonly edgeMin?: number } = {}): Promise<Buffer> {
  const given = Buffer.from(base64, "base64");
  if (given.length > IMAGE_BYTES_MAX) refuse("images.too_large", { field, maximum: IMAGE_BYTES_MAX });
  if (!isPngOrJpeg(given)) refuse("images.not_an_image", { field });
  return drawing(() => drawAnew(given, { field, edgeMin })).catch((error: unknown) =>
    error instanceof Refusal ? Promise.reject(error) : refuse("images.not_an_image", { field }),
  );
}

async function drawAnew(given: Buffer, { field, edgeMin }: { field: string; edgeMin: number }): Promise<Buffer> {
  const { default: sharp } = await import("sharp"); // A start need not wait for it.
  sharp.concurrency(1);
  // The header says how many pixels there are: too many are refused before one is decoded.
  const picture = sharp(given, { limitInputPixels: PIXELS_MAX, failOn: "error", pages: 1, sequentialRead: true });
  const { width, height } = await picture.metadata();
  if (Math.min(width, height) < edgeMin) refuse("images.too_small", { field, minimum: edgeMin });
  return picture
    .rotate()
    .resize({ width: EDGE_MAX, height: EDGE_MAX, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" })
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

/** By content, whatever its name says. */
const isPngOrJpeg = (bytes: Buffer): boolean => bytes.subarray(0, 3).equals(JPEG_BEGINS) || bytes.subarray(0, 8).equals(PNG_BEGINS);
const JPEG_BEGINS = Buffer.from("ffd8ff", "hex");
const PNG_BEGINS = Buffer.from("89504e470d0a1a0a", "hex");

type Purpose = "slip" | "receipt" | "idFront" | "idBack" | "selfie" | "feedback" | "activity";

interface NewImage {
  readonly accountId: bigint;
  readonly purpose: Purpose;
  /** As `readUpload` answers it. */
  readonly picture: Buffer;
  readonly now: Date;
}

/** Keeps a picture, sealed with a key of its own; answers its id. */
export async function storeImage(tx: Tx, { dataKey }: Pick<Keys, "dataKey">, { accountId, purpose, picture, now }: NewImage): Promise<string> {
  const [id, key] = [newId(now), randomBytes(32)];
  await tx
    .insertInto("image")
    .values({ id, account_id: accountId, purpose, sealed: seal(picture, key, id), sealed_key: seal(key, Buffer.from(dataKey, "hex"), id), at: now })
    .execute();
  return id;
}

/** What kind of picture bytes begin like: enough of them to tell. */
export const looksLikePicture = (base64: string): boolean => isPngOrJpeg(Buffer.from(base64.slice(0, 16), "base64"));

/** One picture as base64; with `accountId` only that member's, with `purposes` only one of these. Refuses with `images.not_found`. */
export async function openImage(
  db: Db | Tx,
  { dataKey }: Pick<Keys, "dataKey">,
  { id, accountId, purposes }: { id: string; accountId?: bigint; purposes?: readonly Purpose[] },
): Promise<{ id: string; base64: string }> {
  const row = await (db as Db)
    .selectFrom("image")
    .select(["sealed", "sealed_key as sealedKey"])
    .where("id", "=", id)
    .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId!))
    .$if(purposes !== undefined, (query) => query.where("purpose", "in", purposes!))
    .executeTakeFirst();
  if (row === undefined) refuse("images.not_found");
  return { id, base64: unseal(row.sealed, unseal(row.sealedKey, Buffer.from(dataKey, "hex"), id), id).toString("base64") };
}
