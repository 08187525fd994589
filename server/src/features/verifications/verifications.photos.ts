import { IMAGE_BYTES_MAX } from "@laro/contract/core/images";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { type ErrorCode, refuse, Refusal } from "@laro/contract/core/errors";
import type { verifications } from "@laro/contract/verifications";
import { sql } from "kysely";
import { refuseUntil } from "../../core/codes/budgets.ts";
import { likenessHash } from "../../core/images/likeness.ts";
import { looksLikePicture, readUpload, storeImage } from "../../core/images/images.ts";
import type { Database, Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { checkSubmissions, type Current, findCurrent, lockCurrent, refuseClosed, submit } from "./verifications.ts";

const HOUR_MS = 60 * 60_000;
const UPLOADS_AN_HOUR_MAX = 10;
/** Below this nobody can read a document. */
const EDGE_MIN = 480;
const DATA_URL = /^data:image\/(?:jpeg|jpg|png);base64,/;
const DATA_URL_HEAD_MAX = 40;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const sides = {
  front: { field: "idCardFront", purpose: "idFront", missing: "verifications.front_missing" },
  back: { field: "idCardBack", purpose: "idBack", missing: "verifications.back_missing" },
  selfie: { field: "idCardSelfie", purpose: "selfie", missing: "verifications.selfie_missing" },
} as const;
type Side = keyof typeof sides;
const allSides = Object.keys(sides) as Side[];

type Upload = InputOf<(typeof verifications)["uploadIdImages"]>;

/** Keeps the pictures that are wanted, all of them or none, and puts the case before an officer. */
export async function uploadIdImages(
  platform: Platform,
  { accountId, upload, now }: { accountId: bigint; upload: Upload; now: Date },
): Promise<OutputOf<(typeof verifications)["uploadIdImages"]>> {
  const { db, begin } = platform.database;
  const wanted = wantedOf(await findCurrent(db, accountId));
  const given = wanted.map((side) => ({ side, base64: contentOf(upload, side) }));
  await checkSubmissions(db, accountId, now);
  await countUpload(begin, { accountId, now });
  const drawn: { side: Side; picture: Buffer }[] = [];
  for (const { side, base64 } of given) drawn.push({ side, picture: await draw(base64, sides[side].field) });
  const face = drawn.find(({ side }) => side === "selfie")?.picture;
  const photoHash = face === undefined ? undefined : await likenessHash(face);
  await begin((tx) => keepPhotos(tx, platform, { accountId, drawn, photoHash, now }));
  return { text: "upload_success" };
}

/** Counts an upload in a transaction of its own, before any picture is drawn: one that is refused then has cost as much. Refuses the eleventh of an hour with `request.too_many`. */
async function countUpload(begin: Database["begin"], { accountId, now }: { accountId: bigint; now: Date }): Promise<void> {
  const begun = new Date(now.getTime() - HOUR_MS);
  const { rows } = await begin((tx) =>
    sql<{ count: number; since: Date }>`
      update verification set uploads = case when uploads_since > ${begun} then uploads + 1 else 1 end, uploads_since = case when uploads_since > ${begun} then uploads_since else ${now} end
      where account_id = ${accountId} and state in ('draft', 'askAgain') returning uploads as count, uploads_since as since`.execute(tx),
  );
  const { count, since } = rows[0] ?? refuse("verifications.form_first");
  if (count > UPLOADS_AN_HOUR_MAX) refuseUntil("request.too_many", new Date(since.getTime() + HOUR_MS), now);
}

/** All three of a draft, else those that were asked for again. Refuses where the form comes first or nothing is waited for. */
function wantedOf(known: Current | undefined): readonly Side[] {
  refuseClosed(known?.state);
  if (known?.state === "draft") return allSides;
  if (known?.state !== "askAgain" || known.asked.includes("person")) refuse("verifications.form_first");
  return allSides.filter((side) => known.asked.includes(side));
}

/** A picture's base64 out of its data URL; what it is, is asked of its first bytes, and nothing is drawn before all were looked at. */
function contentOf(upload: Upload, side: Side): string {
  const { field, missing } = sides[side];
  const url = upload[field] ?? "";
  if (url === "") refuse(missing, { field });
  const head = DATA_URL.exec(url.slice(0, DATA_URL_HEAD_MAX))?.[0] ?? refuse("verifications.picture_type", { field });
  const base64 = url.slice(head.length);
  if (!BASE64.test(base64) || !looksLikePicture(base64)) refuse("verifications.picture_type", { field });
  if (Buffer.byteLength(base64, "base64") > IMAGE_BYTES_MAX) refuse("verifications.picture_size", { field, maximum: IMAGE_BYTES_MAX });
  return base64;
}

/** What any picture is refused with, in the words of this one. */
const own: Readonly<Partial<Record<ErrorCode, ErrorCode>>> = {
  "images.not_an_image": "verifications.picture_type",
  "images.too_large": "verifications.picture_size",
};

async function draw(base64: string, field: string): Promise<Buffer> {
  return readUpload(base64, field, { edgeMin: EDGE_MIN }).catch((error: unknown) => {
    const code = error instanceof Refusal ? own[error.code] : undefined;
    throw code === undefined ? error : new Refusal(code, (error as Refusal).values);
  });
}

interface Keeping {
  readonly accountId: bigint;
  readonly drawn: readonly { readonly side: Side; readonly picture: Buffer }[];
  /** Of a new selfie; undefined where none is handed in. */
  readonly photoHash: bigint | null | undefined;
  readonly now: Date;
}

/** Looked at again under the lock: of two uploads at once the second finds the case before an officer. */
async function keepPhotos(tx: Tx, { keys }: Platform, { accountId, drawn, photoHash, now }: Keeping): Promise<void> {
  const known = await lockCurrent(tx, accountId);
  const wanted = wantedOf(known);
  if (known === undefined || wanted.length !== drawn.length) refuse("verifications.form_first");
  const stored: Partial<Record<Side, string>> = {};
  for (const { side, picture } of drawn) stored[side] = await storeImage(tx, keys, { accountId, purpose: sides[side].purpose, picture, now });
  const { front, back, selfie } = { ...withoutNull(known), ...stored };
  if (front === undefined || back === undefined || selfie === undefined) refuse("verifications.form_first");
  if (photoHash !== undefined) await tx.updateTable("verification").set({ photo_hash: photoHash }).where("id", "=", known.id).execute();
  await submit(tx, { id: known.id, accountId, photos: { front, back, selfie }, now });
}

const withoutNull = (known: Current): Partial<Record<Side, string>> =>
  Object.fromEntries(allSides.flatMap((side) => (known[side] === null ? [] : [[side, known[side]]])));
