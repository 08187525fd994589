import type { Jackpot, JackpotWin } from "@laro/contract/jackpots";
import { maskName, mayBeShown } from "../../core/accounts/faces.ts";
import { nameIn } from "../../core/catalogue/tiles.ts";
import { readCatalogue } from "../../core/catalogue/view.ts";
import type { Db } from "../../platform/db.ts";

const WINS_MAX = 20;
/** The odds are kept for a minor unit, and said for a whole one. */
const MINOR_PER_UNIT = 100n;

/** The pools there are, with what would be paid now; a pool is opened by the first count after its game came. */
export async function listJackpots(db: Db, { language }: { readonly language?: string | undefined }): Promise<{ list: Jackpot[] }> {
  const [catalogue, rows] = await Promise.all([
    readCatalogue(db),
    db
      .selectFrom("jackpot as j")
      .innerJoin("wallet as w", "w.id", "j.wallet_id")
      .select(["j.game_id", "j.code", "j.seed", "j.rate_ppm", "j.one_in", "j.last_added", "w.balance"])
      .select((columns) =>
        columns
          .selectFrom("jackpot_win as n")
          .select(({ fn }) => fn.countAll<bigint>().as("taken"))
          .whereRef("n.game_id", "=", "j.game_id")
          .as("taken"),
      )
      .orderBy("j.game_id")
      .execute(),
  ]);
  const list = rows.flatMap(({ game_id, code, seed, rate_ppm, one_in, last_added, balance: amount, taken }) => {
    const game = catalogue.byId.get(game_id);
    if (game === undefined) return [];
    const tile = { gameCode: game.gameCode, gameName: nameIn(game, language), nodeId: String(game.nodeId), iconUrl: game.iconUrl };
    return [{ code, ...tile, amount, was: amount - last_added, seed, ratePpm: Number(rate_ppm), oneIn: Number(one_in / MINOR_PER_UNIT), taken: Number(taken) }];
  });
  return { list };
}

/** The newest jackpots that were taken, by members who may be shown. */
export async function listWinners(db: Db, { language }: { readonly language?: string | undefined }, now: Date): Promise<{ list: JackpotWin[] }> {
  const [catalogue, rows] = await Promise.all([
    readCatalogue(db),
    db
      .selectFrom("jackpot_win as n")
      .innerJoin("wallet as w", "w.id", "n.wallet_id")
      .innerJoin("account as a", "a.id", "w.account_id")
      .select(["a.name", "n.game_id as gameId", "n.amount", "n.at"])
      .where(mayBeShown(now))
      .orderBy("n.at", "desc")
      .orderBy("n.round_id", "desc")
      .limit(WINS_MAX)
      .execute(),
  ]);
  const list = rows.flatMap(({ name, gameId, amount, at }) => {
    const game = catalogue.byId.get(gameId);
    if (game === undefined) return [];
    return [{ customerName: maskName(name), gameName: nameIn(game, language), nodeId: String(game.nodeId), winAmount: amount, gameTime: at.toISOString() }];
  });
  return { list };
}
