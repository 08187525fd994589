import type { BaccaratSpot } from "@laro/engines/tables/baccarat";

/** What each spot pays beside the stake, as the felt says it; a test holds it to the engine. */
export const baccaratPays = (gameCode: string): Readonly<Record<BaccaratSpot, string>> => ({
  player: "1:1",
  banker: gameCode === "BACCARAT_NC" ? "1:1 (6 = 0.5:1)" : "0.95:1",
  tie: "8:1",
  playerPair: "11:1",
  bankerPair: "11:1",
  eitherPair: "5:1",
  perfectPair: "25:1 / 200:1",
  small: "1.5:1",
  big: "0.54:1",
});
