import { engines, type GameCode } from "@laro/engines/registry";
import type { SystemAccount } from "../wallet/posting.ts";

/** A game as it is configured: its number in the journal, its tile, and the account its stakes go to. */
export interface CatalogueGame {
  /** Stored with every round; never used again for another game. */
  readonly gameId: number;
  readonly nodeId: string;
  readonly gameCode: GameCode;
  readonly displayName: string;
  readonly account: SystemAccount;
  /** The path of its room. */
  readonly route: string;
}

const houseGames: readonly CatalogueGame[] = [
  { gameId: 1, nodeId: "1001", gameCode: "DICE", displayName: "Dice", account: "house:DICE", route: "/room/DICE" },
  { gameId: 2, nodeId: "1002", gameCode: "MANGO_RUSH", displayName: "Mango Rush", account: "house:MANGO_RUSH", route: "/room/MANGO_RUSH" },
];

/** The house games in the order they were added. */
export const listHouseGames = (): readonly CatalogueGame[] => houseGames;

export const findGameByCode = (gameCode: string): CatalogueGame | undefined => houseGames.find((game) => game.gameCode === gameCode);
export const findGameByNode = (nodeId: string): CatalogueGame | undefined => houseGames.find((game) => game.nodeId === nodeId);
export const findGameById = (gameId: number): CatalogueGame | undefined => houseGames.find((game) => game.gameId === gameId);

export const engineOf = (game: CatalogueGame) => engines[game.gameCode];
