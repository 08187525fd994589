import type { Engine } from "@laro/engines/engine";
import { findEngine, type GameCode, type LotteryCode } from "@laro/engines/registry";

/** A house game as it is configured: its number in the journal and its tile. What else a lobby says of it is its row of `game`. */
export interface CatalogueGame {
  /** Stored with every round; never used again for another game. Its account is `houseAccount` of it. */
  readonly gameId: number;
  readonly nodeId: string;
  readonly gameCode: GameCode | LotteryCode;
  readonly displayName: string;
  /** The path of its room. */
  readonly route: string;
}

const house = (gameId: number, gameCode: CatalogueGame["gameCode"], displayName: string): CatalogueGame => ({
  gameId,
  nodeId: String(FIRST_NODE + gameId),
  gameCode,
  displayName,
  route: `/room/${gameCode}`,
});
const FIRST_NODE = 1_000;

/** A lottery's page is its vassalage's, with its code in the query. */
const lottery = (gameId: number, gameCode: LotteryCode, displayName: string): CatalogueGame => ({
  ...house(gameId, gameCode, displayName),
  route: `${lotteryPages[findEngine(gameCode)!.vendorCode]}?gameCode=${gameCode}`,
});
/** The pages of lotteries by their vassalage (GAME-01 to GAME-03). */
const lotteryPages = { BGS: "/lottery", TCG_SEA: "/seaLottery", TCG_LOTTO_VN: "/vnLottery" } as const;

const houseGames: readonly CatalogueGame[] = [
  house(1, "DICE", "Dice"),
  house(2, "MANGO_RUSH", "Mango Rush"),
  house(3, "LIMBO", "Limbo"),
  house(4, "PLINKO", "Plinko"),
  house(5, "WHEEL", "Perya Wheel"),
  house(6, "KENO", "Keno"),
  house(7, "SCRATCH", "Fiesta Scratch"),
  house(8, "PAROL_BINGO", "Parol Bingo"),
  house(9, "MINES", "Mines"),
  house(10, "HI_LO", "Hi-Lo"),
  house(11, "COIN_FLIP", "Coin Flip"),
  house(12, "BLACKJACK", "Blackjack"),
  house(13, "VIDEO_POKER", "Video Poker"),
  house(14, "ROULETTE", "Roulette"),
  house(15, "BACCARAT", "Baccarat"),
  house(16, "DRAGON_TIGER", "Dragon Tiger"),
  house(17, "SIC_BO", "Sic Bo"),
  house(18, "BACCARAT_NC", "Baccarat No Commission"),
  house(19, "FIESTA_LINES", "Fiesta Lines"),
  house(20, "JEEPNEY_243", "Jeepney 243"),
  house(21, "HALO_HALO", "Halo-Halo"),
  house(22, "PERLAS_HOLD", "Perlas Hold"),
  house(23, "BULKAN_WAYS", "Bulkan Ways"),
  house(24, "GINTONG_PAROL", "Gintong Parol"),
  house(25, "ROULETTE_1", "Live Roulette"),
  house(26, "ROULETTE_SPEED_1", "Live Speed Roulette"),
  house(27, "BACCARAT_1", "Live Baccarat"),
  house(28, "BACCARAT_NC_1", "Live Baccarat No Commission"),
  house(29, "DRAGON_TIGER_1", "Live Dragon Tiger"),
  house(30, "SIC_BO_1", "Live Sic Bo"),
  house(31, "CRASH_1", "Live Crash"),
  house(32, "BLACKJACK_1", "Live Blackjack"),
  lottery(33, "PH_2D", "Pinoy 2D"),
  lottery(34, "PH_3D", "Pinoy 3D"),
  lottery(35, "PH_4D", "Pinoy 4D"),
  lottery(36, "SEA_4D", "Sea 4D"),
  lottery(37, "SEA_5D", "Sea 5D"),
  lottery(38, "VN_SOUTH", "Vietnam South"),
  lottery(39, "VN_CENTRAL", "Vietnam Central"),
  lottery(40, "VN_NORTH", "Vietnam North"),
  lottery(41, "PK10", "Ten Racers"),
  lottery(42, "PK10_5", "Ten Racers 5"),
  lottery(43, "K3", "Fast Three"),
  lottery(44, "SSC", "Five Stars"),
  lottery(45, "SSC_5", "Five Stars 5"),
  lottery(46, "C11X5", "Eleven Five"),
  lottery(47, "LUCKY28", "Lucky 28"),
];

/** The house games in the order they were added. */
export const listHouseGames = (): readonly CatalogueGame[] => houseGames;

export const findGameByCode = (gameCode: string): CatalogueGame | undefined => houseGames.find((game) => game.gameCode === gameCode);
export const findGameByNode = (nodeId: string): CatalogueGame | undefined => houseGames.find((game) => game.nodeId === nodeId);
export const findGameById = (gameId: number): CatalogueGame | undefined => houseGames.find((game) => game.gameId === gameId);

export const engineOf = ({ gameCode }: CatalogueGame): Engine => findEngine(gameCode)!;

/** A game's mathematics of a version. Throws where that is not known any more: what was played by it is played by no other. */
export function engineAt({ gameCode }: CatalogueGame, version: number): Engine {
  const engine = findEngine(gameCode, version);
  if (engine === undefined) throw new Error(`${gameCode} has no version ${version}.`);
  return engine;
}
