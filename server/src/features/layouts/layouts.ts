import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { TableBets } from "@laro/contract/core/plays/tables";
import { type Layout, LAYOUTS_MAX } from "@laro/contract/layouts";
import { rouletteTable } from "@laro/engines/tables/roulette";
import { findGameByCode } from "../../core/catalogue/catalogue.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";

/** The tables whose bets are kept; live tables of the same felt take the same layouts. */
const tables = { ROULETTE: rouletteTable } as const;

interface Kept {
  readonly gameId: number;
  readonly table: (typeof tables)[keyof typeof tables];
}

function findTable(gameCode: string): Kept {
  if (!Object.hasOwn(tables, gameCode)) refuse("games.not_found", { field: "gameCode" });
  return { gameId: findGameByCode(gameCode)!.gameId, table: tables[gameCode as keyof typeof tables] };
}

interface Owned {
  readonly accountId: bigint;
  readonly gameCode: string;
}

/** A member's layouts of a game, by their places. Refuses a game without any with `games.not_found`. */
export async function listLayouts(db: Db, { accountId, gameCode }: Owned): Promise<Layout[]> {
  const { gameId, table } = findTable(gameCode);
  const rows = await db
    .selectFrom("bet_layout")
    .select(["place", "bets"])
    .where("account_id", "=", accountId)
    .where("game_id", "=", gameId)
    .orderBy("place")
    .limit(LAYOUTS_MAX)
    .execute();
  return rows.map(({ place, bets }) => {
    const kept = bets as TableBets["bets"];
    return { place, bets: kept, stake: table.stakeOf({ bets: kept }) };
  });
}

interface Place extends Owned {
  readonly place: number;
}

/** Keeps bets in a place. Refuses what the table would not take with `rounds.choice_invalid`, more than it takes in all with `rounds.above_maximum`. */
export async function keepLayout(tx: Tx, { accountId, gameCode, place, bets, now }: Place & { bets: unknown; now: Date }): Promise<void> {
  const { gameId, table } = findTable(gameCode);
  const choice = table.parseChoice.safeParse({ bets });
  if (!choice.success) refuse("rounds.choice_invalid", { field: "bets" });
  if (table.stakeOf(choice.data) > table.stakeMax) refuse("rounds.above_maximum", { field: "bets", maximum: formatAmount(table.stakeMax) });
  const kept = { bets: JSON.stringify(choice.data.bets), at: now };
  await tx
    .insertInto("bet_layout")
    .values({ account_id: accountId, game_id: gameId, place, ...kept })
    .onConflict((conflict) => conflict.columns(["account_id", "game_id", "place"]).doUpdateSet(kept))
    .execute();
  tell(tx, accountId);
}

/** Empties a place; one that is empty stays so. */
export async function removeLayout(tx: Tx, { accountId, gameCode, place }: Place): Promise<void> {
  const { gameId } = findTable(gameCode);
  await tx.deleteFrom("bet_layout").where("account_id", "=", accountId).where("game_id", "=", gameId).where("place", "=", place).execute();
  tell(tx, accountId);
}

const tell = (tx: Tx, accountId: bigint): void => staleOnCommit(tx, ["layouts.mine"], [`member:${accountId}`]);
