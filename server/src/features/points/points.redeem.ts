import type { InputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { points, Redeem } from "@laro/contract/points";
import { sql } from "kysely";
import { parsePhone } from "../../core/phones/phones.ts";
import { checkPointsOn, lockPoints, stalePoints, takePoints } from "../../core/points/points.ts";
import { packs } from "../../core/settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { contentDigest, derivedId, type OwnId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { checkRewardable } from "./points.convert.ts";
import { describeRedeem, redeemReference, selectRedeems } from "./points.mall.ts";
import { sealReceiver } from "./points.receiver.ts";
import { namesOf, type Words } from "./points.words.ts";

type Request = Omit<InputOf<(typeof points)["redeem"]>, "paymentPassword">;

interface Redeeming {
  readonly accountId: bigint;
  readonly request: Request;
  /** Refuses whoever is not the member. */
  readonly prove: () => Promise<void>;
  readonly now: Date;
}

/** Takes points for an item and puts the redeem before an officer, both or neither, once for a request. Refuses with a code of `points.`, `codes.` or `rewards.closed`. */
export async function redeemItem(platform: Platform, { accountId, request, prove, now }: Redeeming): Promise<Redeem> {
  const { db, begin } = platform.database;
  await checkPointsOn(db);
  const id = derivedId("points-redeem", String(accountId), request.requestId);
  if (!(await isRepeated(db, id, request))) {
    if (request.address === "") refuse("points.address_missing", { field: "address" });
    const { e164 } = await parsePhone(request, packs[platform.config.pack].phoneCountries);
    await checkRewardable(db, platform, { accountId, now });
    const item = await findItem(db, request.itemId);
    checkCost(item, request);
    await checkPlayed(db, { accountId, neededMinor: item.amountRequirement });
    await prove();
    await begin((tx) => takeItem(tx, platform, { id, accountId, request, mobile: e164, now }));
    await isRepeated(db, id, request);
  }
  return describeRedeem(await selectRedeems(db).where("r.id", "=", id).executeTakeFirstOrThrow(), request.language);
}

/** What a request asked for; its id with another of these is another request. */
const digestOf = ({ itemId, quantity, address, countryDialingCode, mobileNum }: Request): bigint =>
  contentDigest(JSON.stringify([itemId, quantity, address, countryDialingCode, mobileNum]));

/** Whether this request was carried out before. Refuses the same id with other content. */
async function isRepeated(db: Db | Tx, id: OwnId, request: Request): Promise<boolean> {
  const row = await (db as Db).selectFrom("points_redeem").select("digest").where("id", "=", id).executeTakeFirst();
  if (row !== undefined && row.digest !== digestOf(request)) refuse("request.id_reused");
  return row !== undefined;
}

const findItem = async (db: Db | Tx, id: string) => {
  const item = await (db as Db)
    .selectFrom("points_item")
    .select([
      "words",
      "units",
      "points_requirement as pointsRequirement",
      "amount_requirement as amountRequirement",
      "per_member as perMember",
      "stock",
      "redeemed",
    ])
    .select("saved_by as savedBy")
    .where("id", "=", id)
    .where("state", "=", "open")
    .executeTakeFirst();
  return item ?? refuse("points.item_not_found", { field: "itemId" });
};

/** Refuses another price than the member saw with `points.cost_changed`. */
function checkCost({ pointsRequirement }: { readonly pointsRequirement: bigint }, request: Request): void {
  if (pointsRequirement !== BigInt(request.pointsRequirement)) refuse("points.cost_changed", { points: Number(pointsRequirement) });
}

const PLAYED_DAYS = 30;

/** Refuses whose valid bets of the last closed days are fewer than an item asks for with `points.play_needed`. */
async function checkPlayed(db: Db | Tx, { accountId, neededMinor }: { accountId: bigint; neededMinor: bigint }): Promise<void> {
  if (neededMinor === 0n) return;
  const { rows } = await sql<{ valid: bigint }>`
    with last as (select max(day) as day from activity_day where state = 'frozen')
    select coalesce(sum(m.valid), 0)::bigint as valid
    from last join member_day m on m.account_id = ${accountId} and m.day > last.day - ${PLAYED_DAYS}::integer and m.day <= last.day`.execute(db as Tx);
  const { valid } = rows[0]!;
  if (valid < neededMinor) refuse("points.play_needed", { needed: formatAmount(neededMinor), valid: formatAmount(valid) });
}

interface Taking {
  readonly id: OwnId;
  readonly accountId: bigint;
  readonly request: Request;
  readonly mobile: string;
  readonly now: Date;
}

/** Takes an item for its points, both or neither: one redeem of a member at a time, and of an item as many as there are, by one conditional update. Refuses as `redeemItem` does. */
export async function takeItem(tx: Tx, platform: Platform, { id, accountId, request, mobile, now }: Taking): Promise<void> {
  await lockPoints(tx, accountId);
  if (await isRepeated(tx, id, request)) return;
  await checkRewardable(tx, platform, { accountId, now });
  await takeStock(tx, { accountId, itemId: request.itemId, quantity: request.quantity });
  const item = await findItem(tx, request.itemId);
  checkCost(item, request);
  await checkPlayed(tx, { accountId, neededMinor: item.amountRequirement });
  const taken = item.pointsRequirement * BigInt(request.quantity);
  const { number } = await tx
    .insertInto("points_redeem")
    .values({
      id,
      account_id: accountId,
      item_id: request.itemId,
      names: JSON.stringify(namesOf(item.words as Words)),
      units: item.units,
      quantity: request.quantity,
      points_requirement: item.pointsRequirement,
      amount_requirement: item.amountRequirement,
      points: taken,
      sealed: sealReceiver(platform.keys, id, { address: request.address, mobile }),
      digest: digestOf(request),
      written_by: item.savedBy,
      at: now,
    })
    .returning("number")
    .executeTakeFirstOrThrow();
  const detail = { redeemId: id, reference: redeemReference(number), names: namesOf(item.words as Words) };
  await takePoints(tx, { accountId, ref: derivedId("points-taken", id), kind: "redeemed", points: taken, detail, now });
  stalePoints(tx, accountId);
  staleOnCommit(tx, ["points.queue", "points.items"], ["operators"]);
}

/** Refuses with `points.member_full`, `points.out_of_stock` or `points.item_not_found`. */
async function takeStock(tx: Tx, { accountId, itemId, quantity }: { accountId: bigint; itemId: string; quantity: number }): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("points_item")
    .set((eb) => ({ redeemed: eb("redeemed", "+", BigInt(quantity)) }))
    .where("id", "=", itemId)
    .where("state", "=", "open")
    .where(sql<boolean>`(stock is null or redeemed + ${quantity} <= stock)`)
    .executeTakeFirst();
  // Held by that update, or read as it stands.
  const { perMember, stock, redeemed } = await findItem(tx, itemId);
  if (numUpdatedRows === 0n) refuse("points.out_of_stock", { left: Number((stock ?? 0n) - redeemed) });
  if (perMember === null) return;
  const { mine } = await tx
    .selectFrom("points_redeem")
    .select(sql<number>`coalesce(sum(quantity), 0)::integer`.as("mine"))
    .where("account_id", "=", accountId)
    .where("item_id", "=", itemId)
    .where("state", "<>", "rejected")
    .executeTakeFirstOrThrow();
  if (mine + quantity > perMember) refuse("points.member_full", { maximum: perMember });
}
