import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { verifications } from "@laro/contract/verifications";
import { openImage } from "../../core/images/images.ts";
import { drawMark } from "../../core/images/watermark.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Platform } from "../../platform/routes.ts";

type Look = InputOf<(typeof verifications)["open"]> & { readonly officer: OperatorActor; readonly now: Date };

/** The three pictures of a case with who looks, when and at what drawn over them; the look stands in the chain before this is begun. */
export async function openPictures(
  { database: { db }, keys, timeZone }: Platform,
  { id, reason, words, officer, now }: Look,
): Promise<OutputOf<(typeof verifications)["open"]>> {
  if (reason === "own" && words === undefined) refuse("verifications.words_missing", { field: "words" });
  const row = await db.selectFrom("verification").select(["number", "front", "back", "selfie"]).where("id", "=", id).executeTakeFirst();
  if (row === undefined || row.front === null || row.back === null || row.selfie === null) refuse("verifications.not_found");
  const at = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(now);
  const mark = `${officer.name} ${at} V-${row.number}`;
  const drawn = async (image: string): Promise<string> => {
    const { base64 } = await openImage(db, keys, { id: image });
    return (await drawMark(Buffer.from(base64, "base64"), mark)).toString("base64");
  };
  // One after the other: each takes a processor for a while.
  return { front: await drawn(row.front), back: await drawn(row.back), selfie: await drawn(row.selfie) };
}
