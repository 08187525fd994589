import type { GameCode } from "@laro/engines/registry";
import { area } from "../../api/area.ts";
import { sayDice } from "./dice/sayDice.ts";
import type { GameFace } from "./face.ts";
import { sayBingo, sayKeno, sayLimbo, sayPlinko, sayScratch, sayWheel } from "./minis/sayMinis.ts";
import { sayBaccarat, sayDragonTiger, sayRoulette, saySicBo } from "./tables/saySpots.ts";
import { saySlot } from "./slots/saySlot.ts";
import { sayBlackjack, sayCoin, sayHiLo, sayMines, sayPoker } from "./steps/saySteps.ts";

const LiveFairness = area("live", () => import("./live/ChainPanel.player.tsx").then((file) => file.ChainPanel));

const faces: Readonly<Record<GameCode, GameFace>> = {
  DICE: {
    glyph: "die",
    scene: "sea",
    Table: area("dice", () => import("./dice/DiceTable.player.tsx").then((file) => file.DiceTable)),
    Replay: area("dice", () => import("./dice/DiceReplay.tsx").then((file) => file.DiceReplay)),
    say: sayDice,
  },
  MANGO_RUSH: {
    glyph: "mango",
    scene: "plaza",
    Table: area("slots", () => import("./slots/SlotMachine.player.tsx").then((file) => file.SlotMachine)),
    Replay: area("slots", () => import("./slots/SlotReplay.tsx").then((file) => file.SlotReplay)),
    say: saySlot,
  },
  MINES: {
    glyph: "fish",
    scene: "sea",
    Table: area("steps", () => import("./steps/MinesRoom.player.tsx").then((file) => file.MinesRoom)),
    Replay: area("steps", () => import("./steps/MinesReplay.tsx").then((file) => file.MinesReplay)),
    say: sayMines,
  },
  HI_LO: {
    glyph: "cards",
    scene: "plaza",
    Table: area("steps", () => import("./steps/HiLoRoom.player.tsx").then((file) => file.HiLoRoom)),
    Replay: area("steps", () => import("./steps/HiLoReplay.tsx").then((file) => file.HiLoReplay)),
    say: sayHiLo,
  },
  COIN_FLIP: {
    glyph: "chip",
    scene: "plaza",
    Table: area("steps", () => import("./steps/CoinRoom.player.tsx").then((file) => file.CoinRoom)),
    Replay: area("steps", () => import("./steps/CoinReplay.tsx").then((file) => file.CoinReplay)),
    say: sayCoin,
  },
  BLACKJACK: {
    glyph: "cards",
    scene: "plaza",
    Table: area("steps", () => import("./steps/BlackjackRoom.player.tsx").then((file) => file.BlackjackRoom)),
    Replay: area("steps", () => import("./steps/BlackjackReplay.tsx").then((file) => file.BlackjackReplay)),
    say: sayBlackjack,
  },
  VIDEO_POKER: {
    glyph: "cards",
    scene: "plaza",
    Table: area("steps", () => import("./steps/PokerRoom.player.tsx").then((file) => file.PokerRoom)),
    Replay: area("steps", () => import("./steps/PokerReplay.tsx").then((file) => file.PokerReplay)),
    say: sayPoker,
  },
  ROULETTE: {
    glyph: "roulette",
    scene: "plaza",
    Table: area("tables", () => import("./tables/RouletteTable.player.tsx").then((file) => file.RouletteTable)),
    Replay: area("tables", () => import("./tables/RouletteReplay.tsx").then((file) => file.RouletteReplay)),
    say: sayRoulette,
  },
  BACCARAT: {
    glyph: "cards",
    scene: "plaza",
    Table: area("tables", () => import("./tables/BaccaratTable.player.tsx").then((file) => file.BaccaratTable)),
    Replay: area("tables", () => import("./tables/BaccaratReplay.tsx").then((file) => file.BaccaratReplay)),
    say: sayBaccarat,
  },
  LIMBO: {
    glyph: "rocket",
    scene: "plaza",
    Table: area("minis", () => import("./minis/LimboTable.player.tsx").then((file) => file.LimboTable)),
    Replay: area("minis", () => import("./minis/LimboReplay.tsx").then((file) => file.LimboReplay)),
    say: sayLimbo,
  },
  PLINKO: {
    glyph: "sun",
    scene: "sea",
    Table: area("minis", () => import("./minis/PlinkoTable.player.tsx").then((file) => file.PlinkoTable)),
    Replay: area("minis", () => import("./minis/PlinkoReplay.tsx").then((file) => file.PlinkoReplay)),
    say: sayPlinko,
  },
  WHEEL: {
    glyph: "roulette",
    scene: "plaza",
    Table: area("minis", () => import("./minis/WheelTable.player.tsx").then((file) => file.WheelTable)),
    Replay: area("minis", () => import("./minis/WheelReplay.tsx").then((file) => file.WheelReplay)),
    say: sayWheel,
  },
  KENO: {
    glyph: "ball",
    scene: "sea",
    Table: area("minis", () => import("./minis/KenoTable.player.tsx").then((file) => file.KenoTable)),
    Replay: area("minis", () => import("./minis/KenoReplay.tsx").then((file) => file.KenoReplay)),
    say: sayKeno,
  },
  SCRATCH: {
    glyph: "ticket",
    scene: "plaza",
    Table: area("minis", () => import("./minis/ScratchTable.player.tsx").then((file) => file.ScratchTable)),
    Replay: area("minis", () => import("./minis/ScratchReplay.tsx").then((file) => file.ScratchReplay)),
    say: sayScratch,
  },
  PAROL_BINGO: {
    glyph: "parol",
    scene: "plaza",
    Table: area("minis", () => import("./minis/BingoTable.player.tsx").then((file) => file.BingoTable)),
    Replay: area("minis", () => import("./minis/BingoReplay.tsx").then((file) => file.BingoReplay)),
    say: sayBingo,
  },
  DRAGON_TIGER: {
    glyph: "cards",
    scene: "plaza",
    Table: area("tables", () => import("./tables/DragonTigerTable.player.tsx").then((file) => file.DragonTigerTable)),
    Replay: area("tables", () => import("./tables/DragonTigerReplay.tsx").then((file) => file.DragonTigerReplay)),
    say: sayDragonTiger,
  },
  SIC_BO: {
    glyph: "die",
    scene: "plaza",
    Table: area("tables", () => import("./tables/SicBoTable.player.tsx").then((file) => file.SicBoTable)),
    Replay: area("tables", () => import("./tables/SicBoReplay.tsx").then((file) => file.SicBoReplay)),
    say: saySicBo,
  },
  BACCARAT_NC: {
    glyph: "cards",
    scene: "sea",
    Table: area("tables", () => import("./tables/BaccaratTable.player.tsx").then((file) => file.BaccaratTable)),
    Replay: area("tables", () => import("./tables/BaccaratReplay.tsx").then((file) => file.BaccaratReplay)),
    say: sayBaccarat,
  },
  ROULETTE_1: {
    glyph: "roulette",
    scene: "plaza",
    Table: area("live", () => import("./live/LiveRoulette.player.tsx").then((file) => file.LiveRoulette)),
    Replay: area("live", () => import("./tables/RouletteReplay.tsx").then((file) => file.RouletteReplay)),
    Fairness: LiveFairness,
    say: sayRoulette,
  },
  ROULETTE_SPEED_1: {
    glyph: "roulette",
    scene: "sea",
    Table: area("live", () => import("./live/LiveRoulette.player.tsx").then((file) => file.LiveRoulette)),
    Replay: area("live", () => import("./tables/RouletteReplay.tsx").then((file) => file.RouletteReplay)),
    Fairness: LiveFairness,
    say: sayRoulette,
  },
  BACCARAT_1: {
    glyph: "cards",
    scene: "plaza",
    Table: area("live", () => import("./live/LiveBaccarat.player.tsx").then((file) => file.LiveBaccarat)),
    Replay: area("live", () => import("./tables/BaccaratReplay.tsx").then((file) => file.BaccaratReplay)),
    Fairness: LiveFairness,
    say: sayBaccarat,
  },
  BACCARAT_NC_1: {
    glyph: "cards",
    scene: "sea",
    Table: area("live", () => import("./live/LiveBaccarat.player.tsx").then((file) => file.LiveBaccarat)),
    Replay: area("live", () => import("./tables/BaccaratReplay.tsx").then((file) => file.BaccaratReplay)),
    Fairness: LiveFairness,
    say: sayBaccarat,
  },
  DRAGON_TIGER_1: {
    glyph: "cards",
    scene: "plaza",
    Table: area("live", () => import("./live/LiveDragonTiger.player.tsx").then((file) => file.LiveDragonTiger)),
    Replay: area("live", () => import("./tables/DragonTigerReplay.tsx").then((file) => file.DragonTigerReplay)),
    Fairness: LiveFairness,
    say: sayDragonTiger,
  },
  SIC_BO_1: {
    glyph: "die",
    scene: "plaza",
    Table: area("live", () => import("./live/LiveSicBo.player.tsx").then((file) => file.LiveSicBo)),
    Replay: area("live", () => import("./tables/SicBoReplay.tsx").then((file) => file.SicBoReplay)),
    Fairness: LiveFairness,
    say: saySicBo,
  },
};

/** A house game's face by a code from outside. */
export const findFace = (gameCode: string): GameFace | undefined => (Object.hasOwn(faces, gameCode) ? faces[gameCode as GameCode] : undefined);
