/** A card game among members: it has no engine that draws a win, but a row of the catalogue and an account. */
export interface CatalogueCardGame {
  /** As `CatalogueGame` has it: never used again. */
  readonly gameId: number;
  readonly gameCode: "TONGITS";
  readonly displayName: string;
  /** The path of its first room. */
  readonly route: string;
}

const cardGames: readonly CatalogueCardGame[] = [{ gameId: 93, gameCode: "TONGITS", displayName: "Tongits", route: "/room/TONGITS-1" }];

export const findCardGame = (gameId: number): CatalogueCardGame | undefined => cardGames.find((game) => game.gameId === gameId);
export const cardGameOf = (gameCode: CatalogueCardGame["gameCode"]): CatalogueCardGame => cardGames.find((game) => game.gameCode === gameCode)!;

const ROOM = /^TONGITS-(?:1|5|20|100|FREE)$/;

/** Whether an address names a card room. */
export const isCardRoom = (roomId: string): boolean => ROOM.test(roomId);
