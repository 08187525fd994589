import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { type DeskItem, ITEMS_MAX, type points } from "@laro/contract/points";
import { type Insertable, sql } from "kysely";
import { findPictures } from "../../core/images/pictures.ts";
import { brand, type JurisdictionPack } from "../../core/settings/packs.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { cutPage } from "../../platform/pages.ts";
import type { DB } from "../../platform/schema.ts";
import { readOrder, writeOrder } from "./points.mall.ts";
import { type Words, wordsIn } from "./points.words.ts";

const select = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("points_item")
    .select(["id", "number", "state", "words", "item_group as group", "picture_id as pictureId", "points_requirement as pointsRequirement"])
    .select(["amount_requirement as amountRequirement", "units", "stock", "per_member as perMember", "permit", "sort", "redeemed", "version"]);

type Row = Awaited<ReturnType<ReturnType<typeof select>["executeTakeFirstOrThrow"]>>;
type Pictures = Awaited<ReturnType<typeof findPictures>>;

const picturesOf = (db: Db | Tx, rows: readonly Row[]): Promise<Pictures> =>
  findPictures(
    db,
    rows.flatMap(({ pictureId }) => pictureId ?? []),
  );

function describe({ number: _, state, words, pictureId, pointsRequirement, stock, redeemed, ...row }: Row, pictures: Pictures): DeskItem {
  const kept = words as Words;
  const picture = pictures.get(pictureId ?? "");
  return {
    ...row,
    state: state as DeskItem["state"],
    words: kept,
    pictureId,
    picture: picture === undefined ? null : { ...picture, alt: wordsIn(kept, brand.defaultLanguage).name },
    pointsRequirement: Number(pointsRequirement),
    stock: stock === null ? null : Number(stock),
    redeemed: Number(redeemed),
  };
}

/** The items in their order, optionally in one state. */
export async function listItems(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof points)["items"]>,
): Promise<OutputOf<(typeof points)["items"]>> {
  const after = readOrder(cursor);
  const rows = await select(db)
    .$if(state !== undefined, (query) => query.where("state", "=", state!))
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(sort, number) > (${after?.sort}::integer, ${after?.number}::bigint)`))
    .orderBy("sort")
    .orderBy("number")
    .limit(limit + 1)
    .execute();
  const pictures = await picturesOf(db, rows);
  return cutPage(rows, { limit, describe: (row) => describe(row, pictures), cursorOf: writeOrder });
}

type Wanted = Omit<InputOf<(typeof points)["saveItem"]>, "reason">;

interface Saving {
  readonly item: Wanted;
  readonly pack: Pick<JurisdictionPack, "goodsPermit">;
  readonly by: OperatorActor;
  readonly now: Date;
}

/**
 * Writes an item; of two officers who read the same one the second is told. Refuses with `points.item_not_found`, `points.item_changed`, `points.items_full` or
 * `points.item_wrong`, at the field.
 */
export async function saveItem(tx: Tx, { item, pack, by, now }: Saving): Promise<DeskItem> {
  await checkItem(tx, item, pack);
  const { id: known, version, words, group, pictureId, pointsRequirement, amountRequirement, units, stock, perMember, ...plain } = item;
  const written = {
    ...plain,
    words: JSON.stringify(words),
    item_group: group,
    picture_id: pictureId,
    points_requirement: BigInt(pointsRequirement),
    amount_requirement: amountRequirement,
    units,
    stock: stock === null ? null : BigInt(stock),
    per_member: perMember,
    version: version + 1,
    saved_by: by.id,
    saved_at: now,
  };
  const id = known === undefined ? await addItem(tx, { ...written, id: newId(now), version: 1 }) : known;
  if (known !== undefined) await changeItem(tx, { id: known, version, written });
  staleOnCommit(tx, ["points.items"], ["operators"]);
  staleOnCommit(tx, ["points.rewards"], ["everyone"]);
  const row = await select(tx).where("id", "=", id).executeTakeFirstOrThrow();
  return describe(row, await picturesOf(tx, [row]));
}

type NewItem = Insertable<DB["points_item"]>;

async function addItem(tx: Tx, written: NewItem): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtext('points:items'))`.execute(tx);
  const { count } = await tx
    .selectFrom("points_item")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  if (count >= BigInt(ITEMS_MAX)) refuse("points.items_full", { maximum: ITEMS_MAX });
  await tx.insertInto("points_item").values(written).execute();
  return written.id;
}

async function changeItem(
  tx: Tx,
  { id, version, written }: { id: string; version: number; written: Omit<NewItem, "id"> & { stock: bigint | null } },
): Promise<void> {
  const kept = await tx.selectFrom("points_item").select(["version", "redeemed"]).where("id", "=", id).forUpdate().executeTakeFirst();
  if (kept === undefined) refuse("points.item_not_found", { field: "id" });
  if (kept.version !== version) refuse("points.item_changed");
  if (written.stock !== null && written.stock < kept.redeemed) refuse("points.item_wrong", { field: "stock" });
  await tx.updateTable("points_item").set(written).where("id", "=", id).execute();
}

/** What members see has words in every language of the brand, and the number of its permit where the market asks for one. */
async function checkItem(tx: Tx, { state, words, pictureId, permit }: Wanted, { goodsPermit }: Pick<JurisdictionPack, "goodsPermit">): Promise<void> {
  const isForeign = Object.keys(words).some((language) => !brand.languages.includes(language));
  const isUnsaid = state !== "draft" && brand.languages.some((language) => (words[language]?.name ?? "") === "");
  if (isForeign || isUnsaid) refuse("points.item_wrong", { field: "words" });
  if (pictureId !== null && (await findPictures(tx, [pictureId])).size === 0) refuse("points.item_wrong", { field: "pictureId" });
  if (goodsPermit && state === "open" && permit === "") refuse("points.item_wrong", { field: "permit" });
}
