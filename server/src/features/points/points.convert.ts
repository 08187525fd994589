import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { CONVERTED_DAY_MAX, type points, POINTS_STEP } from "@laro/contract/points";
import { isRewardable } from "../../core/limits/rewards.ts";
import { checkPointsOn, findLine, lockPoints, pointsWorth, takePoints } from "../../core/points/points.ts";
import { packs } from "../../core/settings/packs.ts";
import { getWalletId, postMovement } from "../../core/wallet/wallet.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { derivedId, type OwnId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { convertedDetail, readConverted } from "./points.ts";

type Converted = OutputOf<(typeof points)["convert"]>;
type Request = Omit<InputOf<(typeof points)["convert"]>, "paymentPassword">;

interface Conversion {
  readonly accountId: bigint;
  readonly request: Request;
  /** Refuses whoever is not the member. */
  readonly prove: () => Promise<void>;
  readonly now: Date;
}

/**
 * Turns points into money of the main wallet: points fall and cash rises in one transaction, once for a request. Refuses with a code of `points.`, `rewards.closed` or
 * `wallet.closed`.
 */
export async function convertPoints(platform: Platform, { accountId, request, prove, now }: Conversion): Promise<Converted> {
  const { db, begin } = platform.database;
  await checkPointsOn(db);
  const ref = derivedId("points-convert", String(accountId), request.requestId);
  const before = await findConverted(db, ref, request);
  if (before !== undefined) return before;
  if (request.points % POINTS_STEP !== 0) refuse("points.step", { field: "points", step: POINTS_STEP });
  await checkRewardable(db, platform, { accountId, now });
  await prove();
  return begin(async (tx) => {
    await lockPoints(tx, accountId);
    const meanwhile = await findConverted(tx, ref, request);
    if (meanwhile !== undefined) return meanwhile;
    await checkRewardable(tx, platform, { accountId, now });
    await convert(tx, { ref, accountId, points: BigInt(request.points), now, timeZone: platform.timeZone });
    return (await findConverted(tx, ref, request))!;
  });
}

interface Converting {
  readonly ref: OwnId;
  readonly accountId: bigint;
  readonly points: bigint;
  readonly now: Date;
  readonly timeZone: string;
}

/** The caller holds the member's points, so that the day's sum stands until this is written. */
async function convert(tx: Tx, { ref, accountId, points: taken, now, timeZone }: Converting): Promise<void> {
  const left = BigInt(CONVERTED_DAY_MAX) - (await readConverted(tx, { accountId, now, timeZone }));
  if (taken > left) refuse("points.day_full", { field: "points", maximum: CONVERTED_DAY_MAX, left: Number(left) });
  const amountMinor = pointsWorth(taken);
  const moneyRef = derivedId("points-money", ref);
  await takePoints(tx, { accountId, ref, kind: "converted", points: taken, detail: convertedDetail(amountMinor, moneyRef), now });
  const walletId = await getWalletId(tx, { accountId, kind: "main" });
  await postMovement(tx, { now, timeZone }, { ref: moneyRef, walletId, contra: "promotion", kind: "points", amountMinor });
  staleOnCommit(tx, ["wallet.balance", "wallet.history"], [`member:${accountId}`]);
}

/** What a request came to before. Refuses the same id with other content. */
async function findConverted(db: Db | Tx, ref: OwnId, { points: asked }: Request): Promise<Converted | undefined> {
  const line = await findLine(db, ref);
  if (line === undefined) return undefined;
  if (line.changed !== BigInt(-asked)) refuse("request.id_reused");
  return { pointsBalance: Number(line.balanceAfter), changedPoints: Number(line.changed), amount: pointsWorth(-line.changed) };
}

/** Refuses whoever may not be rewarded now with `rewards.closed`. */
export async function checkRewardable(db: Db | Tx, { config }: Pick<Platform, "config">, { accountId, now }: { accountId: bigint; now: Date }): Promise<void> {
  if (!(await isRewardable(db, { accountId, now, pack: packs[config.pack] }))) refuse("rewards.closed");
}
