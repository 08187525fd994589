import type { Jackpot, JackpotWin, VendorJackpot } from "@laro/contract/jackpots";
import { maskName, mayBeShown } from "../../core/accounts/faces.ts";
import { nameIn, type Onlooker, standingOf } from "../../core/catalogue/tiles.ts";
import { readCatalogue } from "../../core/catalogue/view.ts";
import { listPooled } from "../../core/jackpots/pools.ts";
import { listLevels } from "../../core/vendors/jackpots.ts";
import type { Db } from "../../platform/db.ts";

const WINS_MAX = 20;
/** So many of vendors' jackpots are shown, of those that are read. */
const SHOWN_MAX = 6;
const LEVELS_MAX = 50;
/** The odds are kept for a minor unit, and said for a whole one. */
const MINOR_PER_UNIT = 100;

/**
 * The pools there are, with what would be paid now: of one that no count has opened yet that is its seed, which is put in before anything is taken. And the largest of what
 * vendors said within five minutes, of games that can be played.
 */
export async function listJackpots(db: Db, onlooker: Onlooker): Promise<{ list: Jackpot[]; vendors: VendorJackpot[] }> {
  const { language, now } = onlooker;
  const [catalogue, pools, levels] = await Promise.all([readCatalogue(db), readPools(db), listLevels(db, { now, limit: LEVELS_MAX })]);
  const list = listPooled().flatMap(({ game: { gameId }, jackpot: { code, seedMinor: seed, ratePpm, oneIn } }) => {
    const game = catalogue.byId.get(gameId);
    if (game === undefined) return [];
    const { amount, added, taken } = pools.get(gameId) ?? { amount: seed, added: 0n, taken: 0n };
    const tile = { gameCode: game.gameCode, gameName: nameIn(game, language), nodeId: String(game.nodeId), iconUrl: game.iconUrl };
    return [{ code, ...tile, amount, was: amount - added, seed, ratePpm: Number(ratePpm), oneIn: oneIn / MINOR_PER_UNIT, taken: Number(taken) }];
  });
  const vendors = levels.flatMap(({ gameId, amount, at }): VendorJackpot[] => {
    const game = catalogue.byId.get(gameId);
    if (game === undefined || standingOf(game, onlooker).state !== "open") return [];
    const { name: vendorName, simulated } = game.vendor;
    return [{ nodeId: String(game.nodeId), gameName: nameIn(game, language), iconUrl: game.iconUrl, vendorName, simulated, amount, at: at.toISOString() }];
  });
  return { list, vendors: vendors.slice(0, SHOWN_MAX) };
}

async function readPools(db: Db): Promise<ReadonlyMap<number, { amount: bigint; added: bigint; taken: bigint | null }>> {
  const rows = await db
    .selectFrom("jackpot as j")
    .innerJoin("wallet as w", "w.id", "j.wallet_id")
    .select(["j.game_id as gameId", "j.last_added as added", "w.balance as amount"])
    .select((columns) =>
      columns
        .selectFrom("jackpot_win as n")
        .select(({ fn }) => fn.countAll<bigint>().as("taken"))
        .whereRef("n.game_id", "=", "j.game_id")
        .as("taken"),
    )
    .execute();
  return new Map(rows.map(({ gameId, ...pool }) => [gameId, pool]));
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
