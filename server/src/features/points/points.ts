import { type GameCategory, gameCategories } from "@laro/contract/core/gameCategories";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { CONVERTED_DAY_MAX, type points, type PointsKind, type PointsLine, POINTS_STEP, POINTS_STEP_MINOR } from "@laro/contract/points";
import { sql } from "kysely";
import { readToday } from "../../core/points/points.earn.ts";
import { checkPointsOn, POINTS_RATIO, readPoints } from "../../core/points/points.ts";
import { findRatios } from "../../core/points/points.ratios.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import { nameIn } from "./points.words.ts";

interface Owner {
  readonly accountId: bigint;
  readonly now: Date;
  readonly timeZone: string;
}

/** What a member converted since midnight, in points. */
export async function readConverted(db: Db | Tx, { accountId, now, timeZone }: Owner): Promise<bigint> {
  const row = await (db as Db)
    .selectFrom("points_line")
    .select(sql<bigint>`coalesce(-sum(changed), 0)::bigint`.as("points"))
    .where("account_id", "=", accountId)
    .where("kind", "=", "converted")
    .where("at", ">=", sql<Date>`period_start(${now}, 'day', ${timeZone})`)
    .executeTakeFirstOrThrow();
  return row.points;
}

/** A member's points, about how many the open day brought, and how many of this day were converted. Refuses with `points.closed`. */
export async function getBalance(db: Db, owner: Owner): Promise<OutputOf<(typeof points)["balance"]>> {
  await checkPointsOn(db);
  const [balance, today, converted] = await Promise.all([readPoints(db, owner.accountId), readToday(db, owner), readConverted(db, owner)]);
  return { pointsBalance: Number(balance), today: Number(today), convertedToday: Number(converted) };
}

/** How points are converted, and what is bet for one. Refuses with `points.closed`. */
export async function getConfig(db: Db, moment: Omit<Owner, "accountId">): Promise<OutputOf<(typeof points)["config"]>> {
  await checkPointsOn(db);
  const { ratios } = await findRatios(db, moment);
  return {
    pointsRatio: POINTS_RATIO,
    step: POINTS_STEP,
    stepAmount: POINTS_STEP_MINOR,
    convertedDayMax: CONVERTED_DAY_MAX,
    ratios: gameCategories.map((category) => ({ category, amount: ratios[category] })),
  };
}

/** What a line says besides its figures; each kind writes its own. */
interface Detail {
  readonly day?: string;
  readonly category?: GameCategory;
  readonly names?: Readonly<Record<string, string>>;
  readonly reference?: string;
  readonly remark?: string;
  readonly amount?: string;
  readonly ratio?: string;
}

interface Row {
  readonly seq: bigint;
  readonly kind: string;
  readonly changed: bigint;
  readonly balanceAfter: bigint;
  readonly detail: unknown;
  readonly at: Date;
}

const describe = ({ seq, kind, changed, balanceAfter, at, detail: kept }: Row, language: string | undefined): PointsLine => {
  const { day, category, names, reference, remark, amount, ratio } = kept as Detail;
  return {
    reference: reference ?? `P-${seq}`,
    at: at.toISOString(),
    type: kind as PointsKind,
    name: names === undefined ? "" : nameIn(names, language),
    category: category ?? null,
    day: day ?? null,
    changedPoints: Number(changed),
    pointsBalance: Number(balanceAfter),
    amount: amount === undefined ? null : (parseAmount(amount) ?? null),
    pointsRatio: ratio ?? "",
    remark: remark ?? "",
  };
};

/** What a conversion's line says. */
export const convertedDetail = (amountMinor: bigint, moneyRef: string): Readonly<Record<string, unknown>> => ({
  amount: formatAmount(amountMinor),
  ratio: POINTS_RATIO,
  moneyRef,
});

/** Each change of a member's points, newest first. Refuses with `points.closed`. */
export async function listDetails(
  db: Db,
  accountId: bigint,
  { kind, language, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof points)["details"]>,
): Promise<OutputOf<(typeof points)["details"]>> {
  await checkPointsOn(db);
  const rows = await db
    .selectFrom("points_line")
    .select(["seq", "kind", "changed", "balance_after as balanceAfter", "detail", "at"])
    .where("account_id", "=", accountId)
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind!))
    .$if(isNumberCursor(cursor), (query) => query.where("seq", "<", BigInt(cursor!)))
    .orderBy("seq", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe: (row) => describe(row, language), cursorOf: ({ seq }) => seq });
}
