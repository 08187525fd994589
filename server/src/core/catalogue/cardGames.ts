/** A card game among members: it has no engine that draws a win, but a row of the catalogue and an account. */
export interface CatalogueCardGame {
  /** As `CatalogueGame` has it: never used again. */
  readonly gameId: number;
  readonly gameCode: "TONGITS";
  readonly displayName: string;
  readonly gameType: "PVP";
  /** The path of its first room. */
  readonly route: string;
  /** What is held of a seat for a hand in the lowest room and in the highest, and what divides every hold, in minor units. */
  readonly holds: { readonly stakeMin: bigint; readonly stakeMax: bigint; readonly stakeStep: bigint };
}

const cardGames: readonly CatalogueCardGame[] = [
  {
    gameId: 93,
    gameCode: "TONGITS",
    displayName: "Tongits",
    gameType: "PVP",
    route: "/room/TONGITS-1",
    holds: { stakeMin: 8_00n, stakeMax: 800_00n, stakeStep: 8_00n },
  },
];

/** The card games in the order they were added. */
export const listCardGames = (): readonly CatalogueCardGame[] => cardGames;

export const findCardGame = (gameId: number): CatalogueCardGame | undefined => cardGames.find((game) => game.gameId === gameId);
export const findCardGameByCode = (gameCode: string): CatalogueCardGame | undefined => cardGames.find((game) => game.gameCode === gameCode);
export const cardGameOf = (gameCode: CatalogueCardGame["gameCode"]): CatalogueCardGame => findCardGameByCode(gameCode)!;

const ROOM = /^TONGITS-(?:1|5|20|100|FREE)$/;

/** Whether an address names a card room. */
export const isCardRoom = (roomId: string): boolean => ROOM.test(roomId);
