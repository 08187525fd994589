import { APPLY_IMAGES_MAX, type campaigns } from "@laro/contract/campaigns";
import type { InputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { CampaignMoment } from "../../core/campaigns/campaigns.facts.ts";
import { addImages, apply, checkApplying } from "../../core/campaigns/campaigns.parts.ts";
import { openImage, readUpload, storeImage } from "../../core/images/images.ts";
import { drawMark } from "../../core/images/watermark.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Platform } from "../../platform/routes.ts";

/** Hands in an application: its pictures are drawn anew before anything is written, and each fault is said at its field. */
export async function handIn(
  { database, keys }: Platform,
  moment: CampaignMoment,
  { accountId, code, comment, images }: InputOf<(typeof campaigns)["apply"]> & { readonly accountId: bigint },
): Promise<void> {
  if (images.length > APPLY_IMAGES_MAX) refuse("campaigns.images_too_many", { field: "images", maximum: APPLY_IMAGES_MAX });
  await checkApplying(database.db, moment, { accountId, code });
  const pictures: Buffer[] = [];
  for (const image of images) pictures.push(await readUpload(image, "images"));
  await database.begin(async (tx) => {
    const id = await apply(tx, moment, { accountId, code, comment });
    const ids: string[] = [];
    for (const picture of pictures) ids.push(await storeImage(tx, keys, { accountId, purpose: "activity", picture, now: moment.now }));
    await addImages(tx, id, ids, moment.now);
  });
}

interface Look {
  readonly id: string;
  readonly imageId: string;
  readonly officer: OperatorActor;
  readonly now: Date;
}

/** One picture of an application with who looks, when and at what drawn over it; the look stands in the chain before this is begun. */
export async function openPicture({ database: { db }, keys, timeZone }: Platform, { id, imageId, officer, now }: Look): Promise<{ base64: string }> {
  const found = await db
    .selectFrom("participation_image as i")
    .innerJoin("participation as p", "p.id", "i.participation_id")
    .select("p.number")
    .where("i.image_id", "=", imageId)
    .where("p.id", "=", id)
    .executeTakeFirst();
  if (found === undefined) refuse("campaigns.application_not_found", { field: "id" });
  const at = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(now);
  const { base64 } = await openImage(db, keys, { id: imageId, purposes: ["activity"] });
  const marked = await drawMark(Buffer.from(base64, "base64"), `${officer.name} ${at} A-${found.number}`);
  return { base64: marked.toString("base64") };
}
