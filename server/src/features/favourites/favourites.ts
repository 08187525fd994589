import { refuse } from "@laro/contract/core/errors";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { type Favourite, type favourites, FAVOURITES_MAX } from "@laro/contract/favourites";
import { describeGame, type Onlooker } from "../../core/catalogue/tiles.ts";
import { readCatalogue } from "../../core/catalogue/view.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";

/** The numbers of a member's favourites, newest first; those that are not shown now come back when their games do. */
export async function listFavouriteIds(db: Db, accountId: bigint): Promise<string[]> {
  const rows = await db
    .selectFrom("favourite")
    .select("node_id as nodeId")
    .where("account_id", "=", accountId)
    .orderBy("at", "desc")
    .orderBy("node_id", "desc")
    .limit(FAVOURITES_MAX)
    .execute();
  return rows.map(({ nodeId }) => String(nodeId));
}

/** A page of a member's favourites as tiles, of all types or of one. */
export async function listFavourites(
  db: Db,
  { accountId, gameType = "ALL", pageNo = 1, pageSize = FAVOURITES_MAX }: InputOf<(typeof favourites)["list"]> & { accountId: bigint },
  onlooker: Onlooker,
): Promise<OutputOf<(typeof favourites)["list"]>> {
  const [catalogue, ids] = await Promise.all([readCatalogue(db), listFavouriteIds(db, accountId)]);
  const found = ids.flatMap((nodeId) => catalogue.byNode.get(nodeId) ?? []).filter((game) => gameType === "ALL" || game.gameType === gameType);
  return {
    content: found.slice((pageNo - 1) * pageSize, pageNo * pageSize).map((game) => describeGame(catalogue, game, onlooker)),
    pageNum: pageNo,
    totalPages: Math.max(1, Math.ceil(found.length / pageSize)),
  };
}

interface Wish extends Pick<Favourite, "nodeId"> {
  readonly accountId: bigint;
}

/** Keeps a game, with its own vendor and type. Refuses with `games.not_found` what is not shown, and with `favourites.full` the thousandth. */
export async function addFavourite(tx: Tx, { nodeId, accountId, now }: Wish & { now: Date }): Promise<void> {
  const game = /^[0-9]{4,9}$/.test(nodeId) ? await findShown(tx, Number(nodeId)) : undefined;
  if (game === undefined) refuse("games.not_found", { field: "nodeId" });
  // One member's additions stand in line, so that none slips in beside the last.
  await tx.selectFrom("account").select("id").where("id", "=", accountId).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom("favourite")
    .select((select) => select.fn.countAll<bigint>().as("count"))
    .where("account_id", "=", accountId)
    .where("node_id", "<>", Number(nodeId))
    .executeTakeFirstOrThrow();
  if (count >= FAVOURITES_MAX) refuse("favourites.full", { maximum: FAVOURITES_MAX });
  await tx
    .insertInto("favourite")
    .values({ account_id: accountId, node_id: Number(nodeId), vendor: game.vendor, game_type: game.gameType, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  tell(tx, accountId);
}

const findShown = (tx: Tx, nodeId: number) =>
  tx
    .selectFrom("game as g")
    .innerJoin("vendor as v", "v.id", "g.vendor_id")
    .select(["g.studio as vendor", "g.game_type as gameType"])
    .where("g.node_id", "=", nodeId)
    .where("g.state", "=", "open")
    .where("v.state", "<>", "off")
    .executeTakeFirst();

/** Takes a game out; one that is none changes nothing. */
export async function removeFavourite(tx: Tx, { nodeId, accountId }: Wish): Promise<void> {
  if (!/^[0-9]{4,9}$/.test(nodeId)) return;
  await tx.deleteFrom("favourite").where("account_id", "=", accountId).where("node_id", "=", Number(nodeId)).execute();
  tell(tx, accountId);
}

const tell = (tx: Tx, accountId: bigint): void => staleOnCommit(tx, ["favourites.ids", "favourites.list"], [`member:${accountId}`]);
