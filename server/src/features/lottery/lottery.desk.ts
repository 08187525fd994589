import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { WORST_MAX, type lottery } from "@laro/contract/lottery";
import { findDraw } from "../../core/draws/draws.ts";
import { listHeld } from "../../core/exposures/exposures.ts";
import type { Db } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import { getLottery } from "./lottery.games.ts";

/** The draws of a lottery as officers see them, the furthest ahead first. Refuses with `games.not_found`. */
export async function listDesk(
  db: Db,
  { gameCode, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof lottery)["desk"]>,
): Promise<OutputOf<(typeof lottery)["desk"]>> {
  const { code } = getLottery(gameCode);
  const rows = await db
    .selectFrom("draw")
    .select(["id", "number", "link", "state", "closes_at as closesAt", "tickets", "staked", "paid", "void_reason as voidReason"])
    .where("series", "=", code)
    .$if(isNumberCursor(cursor), (query) => query.where("id", "<", BigInt(cursor!)))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe: ({ closesAt, ...row }) => ({ ...row, closesAt: closesAt.toISOString() }), cursorOf: ({ id }) => id });
}

/** The mark that holds all that is staked on a draw. */
const STAKES_KEY = "stakes";

/** What a draw could cost, by the numbers on which most could be won. Refuses with `draws.not_found`. */
export async function listWorst(db: Db, drawId: bigint): Promise<OutputOf<(typeof lottery)["worst"]>> {
  const draw = await findDraw(db, drawId);
  if (draw === undefined || !draw.rooted) refuse("draws.not_found", { field: "drawId" });
  const { list, whole } = await listHeld(db, { eventId: drawId, wholeKey: STAKES_KEY, limit: WORST_MAX });
  return { list: [...list], staked: whole?.taken ?? 0n, stakesMax: whole?.cap ?? 0n };
}
