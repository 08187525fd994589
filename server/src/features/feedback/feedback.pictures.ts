import { refuse } from "@laro/contract/core/errors";
import { FEEDBACK_PICTURES_MAX, type OpenThread } from "@laro/contract/feedback";
import { openImage, readUpload, storeImage } from "../../core/images/images.ts";
import { drawMark } from "../../core/images/watermark.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { checkPictures, lockWriter } from "./feedback.limits.ts";
import { getThread, listPictures, lockThread, referenceOf, waitAnew } from "./feedback.ts";

interface Adding {
  readonly accountId: bigint;
  readonly id: string;
  /** As base64. */
  readonly picture: string;
  readonly pack: JurisdictionPack;
  readonly now: Date;
}

/** Adds a picture to a thread, up to three and ten a day; one that was answered goes back into the queue, as with a word. */
export async function addPicture({ database, keys }: Platform, { accountId, id, picture, pack, now }: Adding): Promise<OpenThread> {
  const { state } = await getThread(database.db, { accountId, id });
  await checkTakesPicture(database.db, { id, state, accountId, now });
  const drawn = await readUpload(picture, "picture");
  return database.begin(async (tx) => {
    const row = await lockThread(tx, { accountId, id });
    await lockWriter(tx, accountId);
    await checkTakesPicture(tx, { ...row, accountId, now });
    const imageId = await storeImage(tx, keys, { accountId, purpose: "feedback", picture: drawn, now });
    await tx.insertInto("feedback_picture").values({ image_id: imageId, feedback_id: id, at: now }).execute();
    await waitAnew(tx, { row, accountId, text: "", pack, now });
    return getThread(tx, { accountId, id });
  });
}

async function checkTakesPicture(db: Db | Tx, { id, state, ...sender }: Pick<Adding, "id" | "accountId" | "now"> & { state: string }): Promise<void> {
  if (state === "closed") refuse("feedback.closed");
  if ((await listPictures(db, id)).length >= FEEDBACK_PICTURES_MAX) refuse("feedback.pictures_full", { maximum: FEEDBACK_PICTURES_MAX });
  await checkPictures(db, sender);
}

interface Look {
  readonly id: string;
  readonly pictureId: string;
  readonly officer: OperatorActor;
  readonly now: Date;
}

/** One picture of a thread with who looks, when and at what drawn over it; the look stands in the chain before this is begun. */
export async function openPicture({ database: { db }, keys, timeZone }: Platform, { id, pictureId, officer, now }: Look): Promise<{ base64: string }> {
  const row = await db.selectFrom("feedback").select("number").where("id", "=", id).executeTakeFirst();
  if (row === undefined) refuse("feedback.not_found");
  if (!(await listPictures(db, id)).includes(pictureId)) refuse("images.not_found");
  const at = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(now);
  const { base64 } = await openImage(db, keys, { id: pictureId });
  const marked = await drawMark(Buffer.from(base64, "base64"), `${officer.name} ${at} ${referenceOf(row.number)}`);
  return { base64: marked.toString("base64") };
}
