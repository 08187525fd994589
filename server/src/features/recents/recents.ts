import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import type { recents } from "@laro/contract/recents";
import { describeGame, type Onlooker } from "../../core/catalogue/tiles.ts";
import { readCatalogue } from "../../core/catalogue/view.ts";
import { listStarted } from "../../core/vendors/launches.ts";
import type { Db } from "../../platform/db.ts";

const PAGE_SIZE_DEFAULT = 20;

/** A page of the games a member started, newest first, each once, of all types or of one. */
export async function listRecents(
  db: Db,
  { accountId, page = 1, pageSize = PAGE_SIZE_DEFAULT, gameType = "ALL" }: InputOf<(typeof recents)["list"]> & { accountId: bigint },
  onlooker: Onlooker,
): Promise<OutputOf<(typeof recents)["list"]>> {
  const [catalogue, started] = await Promise.all([readCatalogue(db), listStarted(db, { accountId, now: onlooker.now })]);
  const found = started.flatMap((id) => catalogue.byId.get(id) ?? []).filter((game) => gameType === "ALL" || game.gameType === gameType);
  return {
    list: found.slice((page - 1) * pageSize, page * pageSize).map((game) => describeGame(catalogue, game, onlooker)),
    page,
    totalPages: Math.max(1, Math.ceil(found.length / pageSize)),
    total: found.length,
  };
}
