import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { ITEMS_MAX, type MallItem, type points, type Redeem, type RedeemState } from "@laro/contract/points";
import { sql } from "kysely";
import { findPictures } from "../../core/images/pictures.ts";
import { checkPointsOn } from "../../core/points/points.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import { nameIn, type Words, wordsIn } from "./points.words.ts";

const CURSOR = /^([0-9]{1,4})_([0-9]{1,18})$/;

/** Where a list in the officers' order goes on. */
export const readOrder = (cursor: string | undefined): { sort: number; number: bigint } | undefined => {
  const [, sort, number] = CURSOR.exec(cursor ?? "") ?? [];
  return sort === undefined ? undefined : { sort: Number(sort), number: BigInt(number!) };
};

export const writeOrder = ({ sort, number }: { sort: number; number: bigint }): string => `${sort}_${number}`;

/** What can be redeemed, with what the member has of it. Refuses with `points.closed`. */
export async function listRewards(
  db: Db,
  accountId: bigint,
  { group, language, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof points)["rewards"]>,
): Promise<OutputOf<(typeof points)["rewards"]>> {
  await checkPointsOn(db);
  const after = readOrder(cursor);
  const [rows, groups] = await Promise.all([
    db
      .selectFrom("points_item as i")
      .select(["i.id", "i.number", "i.sort", "i.words", "i.item_group as group", "i.picture_id as pictureId", "i.points_requirement as pointsRequirement"])
      .select(["i.amount_requirement as amountRequirement", "i.units", "i.per_member as perMember"])
      .select(sql<bigint | null>`i.stock - i.redeemed`.as("stock"))
      .select(askedFor(accountId).as("mine"))
      .where("i.state", "=", "open")
      .$if(group !== undefined, (query) => query.where("i.item_group", "=", group!))
      .$if(after !== undefined, (query) => query.where(sql<boolean>`(i.sort, i.number) > (${after?.sort}::integer, ${after?.number}::bigint)`))
      .orderBy("i.sort")
      .orderBy("i.number")
      .limit(limit + 1)
      .execute(),
    listGroups(db),
  ]);
  const pictures = await findPictures(
    db,
    rows.flatMap(({ pictureId }) => pictureId ?? []),
  );
  const describe = ({ number: _, sort: _sort, words, pictureId, pointsRequirement, stock, ...row }: (typeof rows)[number]): MallItem => {
    const { name, description } = wordsIn(words as Words, language);
    const picture = pictures.get(pictureId ?? "");
    const shown = picture === undefined ? null : { ...picture, alt: name };
    return { ...row, name, description, picture: shown, pointsRequirement: Number(pointsRequirement), stock: stock === null ? null : Number(stock) };
  };
  return { ...cutPage(rows, { limit, describe, cursorOf: writeOrder }), groups };
}

/** How many of an item `i` a member asked for; what was rejected does not count. */
const askedFor = (accountId: bigint) => sql<number>`(
  select coalesce(sum(r.quantity), 0)::integer from points_redeem r where r.account_id = ${accountId} and r.item_id = i.id and r.state <> 'rejected')`;

async function listGroups(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("points_item")
    .select("item_group as group")
    .where("state", "=", "open")
    .where("item_group", "<>", "")
    .groupBy("item_group")
    .orderBy(sql`min(sort)`)
    .orderBy("item_group")
    .limit(ITEMS_MAX)
    .execute();
  return rows.map(({ group }) => group);
}

/** What every reader of redeems selects. */
export const selectRedeems = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("points_redeem as r")
    .select(["r.id", "r.number", "r.names", "r.quantity", "r.units", "r.points_requirement as pointsRequirement", "r.amount_requirement as amountRequirement"])
    .select([
      "r.points",
      "r.state",
      "r.remark",
      "r.carrier",
      "r.tracking_number as trackingNumber",
      "r.at",
      "r.decided_at as decidedAt",
      "r.sent_at as sentAt",
    ]);

export type RedeemRow = Awaited<ReturnType<ReturnType<typeof selectRedeems>["executeTakeFirstOrThrow"]>>;

export const redeemReference = (number: bigint): string => `R-${number}`;

/** A redeem as its member sees it. */
export const describeRedeem = (row: RedeemRow, language: string | undefined): Redeem => ({
  id: row.id,
  reference: redeemReference(row.number),
  applyTime: row.at.toISOString(),
  type: "goods",
  name: nameIn(row.names as Record<string, string>, language),
  quantity: row.quantity,
  pointsRequirement: Number(row.pointsRequirement),
  amountRequirement: row.amountRequirement,
  status: row.state as RedeemState,
  points: Number(row.points),
  units: row.units,
  remark: row.remark,
  carrier: row.carrier,
  trackingNumber: row.trackingNumber,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  sentAt: row.sentAt?.toISOString() ?? null,
});

/** A member's redeems, newest first. Refuses with `points.closed`. */
export async function listRedeems(
  db: Db,
  accountId: bigint,
  { status, language, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof points)["redeems"]>,
): Promise<OutputOf<(typeof points)["redeems"]>> {
  await checkPointsOn(db);
  const rows = await selectRedeems(db)
    .where("r.account_id", "=", accountId)
    .$if(status !== undefined, (query) => query.where("r.state", "=", status!))
    .$if(isNumberCursor(cursor), (query) => query.where("r.number", "<", BigInt(cursor!)))
    .orderBy("r.number", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe: (row) => describeRedeem(row, language), cursorOf: ({ number }) => number });
}
