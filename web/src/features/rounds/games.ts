import type { GameCode } from "@laro/engines/registry";
import { area } from "../../api/area.ts";
import { useEffect, useState } from "react";
import type { GameFace, Say } from "./face.ts";

const LiveFairness = area("liveChain", () => import("./live/ChainPanel.player.tsx").then((file) => file.ChainPanel));

const faces: Readonly<Record<GameCode, GameFace>> = {
  DICE: {
    glyph: "die",
    scene: "sea",
    Table: area("dice", () => import("./dice/DiceTable.player.tsx").then((file) => file.DiceTable)),
    Replay: area("dice", () => import("./dice/DiceReplay.tsx").then((file) => file.DiceReplay)),
    loadSay: () => import("./dice/sayDice.ts").then((file) => file.sayDice),
  },
  MANGO_RUSH: {
    glyph: "mango",
    scene: "plaza",
    Table: area("slots", () => import("./slots/MangoRush.player.tsx").then((file) => file.MangoRush)),
    Replay: area("slots", () => import("./slots/MangoRush.player.tsx").then((file) => file.MangoRushReplay)),
    loadSay: () => import("./slots/saySlot.ts").then((file) => file.saySlot),
  },
  GINTONG_PAROL: {
    glyph: "parol",
    scene: "plaza",
    Table: area("slots", () => import("./slots/GintongParol.player.tsx").then((file) => file.GintongParol)),
    Replay: area("slots", () => import("./slots/GintongParol.player.tsx").then((file) => file.GintongParolReplay)),
    loadSay: () => import("./slots/saySlot.ts").then((file) => file.saySlot),
  },
  MINES: {
    glyph: "fish",
    scene: "sea",
    Table: area("mines", () => import("./steps/MinesRoom.player.tsx").then((file) => file.MinesRoom)),
    Replay: area("mines", () => import("./steps/MinesReplay.tsx").then((file) => file.MinesReplay)),
    loadSay: () => import("./steps/saySteps.ts").then((file) => file.sayMines),
  },
  HI_LO: {
    glyph: "cards",
    scene: "plaza",
    Table: area("hiLo", () => import("./steps/HiLoRoom.player.tsx").then((file) => file.HiLoRoom)),
    Replay: area("hiLo", () => import("./steps/HiLoReplay.tsx").then((file) => file.HiLoReplay)),
    loadSay: () => import("./steps/saySteps.ts").then((file) => file.sayHiLo),
  },
  COIN_FLIP: {
    glyph: "chip",
    scene: "plaza",
    Table: area("coinFlip", () => import("./steps/CoinRoom.player.tsx").then((file) => file.CoinRoom)),
    Replay: area("coinFlip", () => import("./steps/CoinReplay.tsx").then((file) => file.CoinReplay)),
    loadSay: () => import("./steps/saySteps.ts").then((file) => file.sayCoin),
  },
  BLACKJACK: {
    glyph: "cards",
    scene: "plaza",
    Table: area("blackjack", () => import("./steps/BlackjackRoom.player.tsx").then((file) => file.BlackjackRoom)),
    Replay: area("blackjack", () => import("./steps/BlackjackReplay.tsx").then((file) => file.BlackjackReplay)),
    loadSay: () => import("./steps/saySteps.ts").then((file) => file.sayBlackjack),
  },
  VIDEO_POKER: {
    glyph: "cards",
    scene: "plaza",
    Table: area("videoPoker", () => import("./steps/PokerRoom.player.tsx").then((file) => file.PokerRoom)),
    Replay: area("videoPoker", () => import("./steps/PokerReplay.tsx").then((file) => file.PokerReplay)),
    loadSay: () => import("./steps/saySteps.ts").then((file) => file.sayPoker),
  },
  ROULETTE: {
    glyph: "roulette",
    scene: "plaza",
    Table: area("roulette", () => import("./tables/RouletteTable.player.tsx").then((file) => file.RouletteTable)),
    Replay: area("roulette", () => import("./tables/RouletteReplay.tsx").then((file) => file.RouletteReplay)),
    loadSay: () => import("./tables/saySpots.ts").then((file) => file.sayRoulette),
  },
  BACCARAT: {
    glyph: "cards",
    scene: "plaza",
    Table: area("baccarat", () => import("./tables/BaccaratTable.player.tsx").then((file) => file.BaccaratTable)),
    Replay: area("baccarat", () => import("./tables/BaccaratReplay.tsx").then((file) => file.BaccaratReplay)),
    loadSay: () => import("./tables/saySpots.ts").then((file) => file.sayBaccarat),
  },
  LIMBO: {
    glyph: "rocket",
    scene: "plaza",
    Table: area("limbo", () => import("./minis/LimboTable.player.tsx").then((file) => file.LimboTable)),
    Replay: area("limbo", () => import("./minis/LimboReplay.tsx").then((file) => file.LimboReplay)),
    loadSay: () => import("./minis/sayMinis.ts").then((file) => file.sayLimbo),
  },
  PLINKO: {
    glyph: "sun",
    scene: "sea",
    Table: area("plinko", () => import("./minis/PlinkoTable.player.tsx").then((file) => file.PlinkoTable)),
    Replay: area("plinko", () => import("./minis/PlinkoReplay.tsx").then((file) => file.PlinkoReplay)),
    loadSay: () => import("./minis/sayMinis.ts").then((file) => file.sayPlinko),
  },
  WHEEL: {
    glyph: "roulette",
    scene: "plaza",
    Table: area("wheel", () => import("./minis/WheelTable.player.tsx").then((file) => file.WheelTable)),
    Replay: area("wheel", () => import("./minis/WheelReplay.tsx").then((file) => file.WheelReplay)),
    loadSay: () => import("./minis/sayMinis.ts").then((file) => file.sayWheel),
  },
  KENO: {
    glyph: "ball",
    scene: "sea",
    Table: area("keno", () => import("./minis/KenoTable.player.tsx").then((file) => file.KenoTable)),
    Replay: area("keno", () => import("./minis/KenoReplay.tsx").then((file) => file.KenoReplay)),
    loadSay: () => import("./minis/sayMinis.ts").then((file) => file.sayKeno),
  },
  SCRATCH: {
    glyph: "ticket",
    scene: "plaza",
    Table: area("scratch", () => import("./minis/ScratchTable.player.tsx").then((file) => file.ScratchTable)),
    Replay: area("scratch", () => import("./minis/ScratchReplay.tsx").then((file) => file.ScratchReplay)),
    loadSay: () => import("./minis/sayMinis.ts").then((file) => file.sayScratch),
  },
  PAROL_BINGO: {
    glyph: "parol",
    scene: "plaza",
    Table: area("parolBingo", () => import("./minis/BingoTable.player.tsx").then((file) => file.BingoTable)),
    Replay: area("parolBingo", () => import("./minis/BingoReplay.tsx").then((file) => file.BingoReplay)),
    loadSay: () => import("./minis/sayMinis.ts").then((file) => file.sayBingo),
  },
  DRAGON_TIGER: {
    glyph: "cards",
    scene: "plaza",
    Table: area("dragonTiger", () => import("./tables/DragonTigerTable.player.tsx").then((file) => file.DragonTigerTable)),
    Replay: area("dragonTiger", () => import("./tables/DragonTigerReplay.tsx").then((file) => file.DragonTigerReplay)),
    loadSay: () => import("./tables/saySpots.ts").then((file) => file.sayDragonTiger),
  },
  SIC_BO: {
    glyph: "die",
    scene: "plaza",
    Table: area("sicBo", () => import("./tables/SicBoTable.player.tsx").then((file) => file.SicBoTable)),
    Replay: area("sicBo", () => import("./tables/SicBoReplay.tsx").then((file) => file.SicBoReplay)),
    loadSay: () => import("./tables/saySpots.ts").then((file) => file.saySicBo),
  },
  BACCARAT_NC: {
    glyph: "cards",
    scene: "sea",
    Table: area("baccaratNc", () => import("./tables/BaccaratTable.player.tsx").then((file) => file.BaccaratTable)),
    Replay: area("baccaratNc", () => import("./tables/BaccaratReplay.tsx").then((file) => file.BaccaratReplay)),
    loadSay: () => import("./tables/saySpots.ts").then((file) => file.sayBaccarat),
  },
  HALO_HALO: {
    glyph: "mango",
    scene: "sea",
    Table: area("books", () => import("./cascades/HaloRoom.player.tsx").then((file) => file.HaloRoom)),
    Replay: area("books", () => import("./cascades/HaloReplay.tsx").then((file) => file.HaloReplay)),
    loadSay: () => import("./cascades/sayCascades.ts").then((file) => file.sayCascade),
  },
  BULKAN_WAYS: {
    glyph: "sun",
    scene: "plaza",
    Table: area("books", () => import("./cascades/BulkanRoom.player.tsx").then((file) => file.BulkanRoom)),
    Replay: area("books", () => import("./cascades/BulkanReplay.tsx").then((file) => file.BulkanReplay)),
    loadSay: () => import("./cascades/sayCascades.ts").then((file) => file.sayCascade),
  },
  FIESTA_LINES: {
    glyph: "guitar",
    scene: "plaza",
    Table: area("slots", () => import("./slots/FiestaLines.player.tsx").then((file) => file.FiestaLines)),
    Replay: area("slots", () => import("./slots/FiestaLines.player.tsx").then((file) => file.FiestaLinesReplay)),
    loadSay: () => import("./slots/saySlot.ts").then((file) => file.sayFree),
  },
  JEEPNEY_243: {
    glyph: "jeepney",
    scene: "sea",
    Table: area("slots", () => import("./slots/Jeepney243.player.tsx").then((file) => file.Jeepney243)),
    Replay: area("slots", () => import("./slots/Jeepney243.player.tsx").then((file) => file.Jeepney243Replay)),
    loadSay: () => import("./slots/saySlot.ts").then((file) => file.sayFree),
  },
  PERLAS_HOLD: {
    glyph: "fish",
    scene: "sea",
    Table: area("slots", () => import("./slots/PerlasHold.player.tsx").then((file) => file.PerlasHold)),
    Replay: area("slots", () => import("./slots/PerlasHold.player.tsx").then((file) => file.PerlasHoldReplay)),
    loadSay: () => import("./slots/saySlot.ts").then((file) => file.sayPearls),
  },
  ROULETTE_1: {
    glyph: "roulette",
    scene: "plaza",
    Table: area("liveRoulette", () => import("./live/LiveRoulette.player.tsx").then((file) => file.LiveRoulette)),
    Replay: area("roulette", () => import("./tables/RouletteReplay.tsx").then((file) => file.RouletteReplay)),
    Fairness: LiveFairness,
    hasChat: true,
    loadSay: () => import("./tables/saySpots.ts").then((file) => file.sayRoulette),
  },
  ROULETTE_SPEED_1: {
    glyph: "roulette",
    scene: "sea",
    Table: area("liveRoulette", () => import("./live/LiveRoulette.player.tsx").then((file) => file.LiveRoulette)),
    Replay: area("roulette", () => import("./tables/RouletteReplay.tsx").then((file) => file.RouletteReplay)),
    Fairness: LiveFairness,
    hasChat: true,
    loadSay: () => import("./tables/saySpots.ts").then((file) => file.sayRoulette),
  },
  BACCARAT_1: {
    glyph: "cards",
    scene: "plaza",
    Table: area("liveBaccarat", () => import("./live/LiveBaccarat.player.tsx").then((file) => file.LiveBaccarat)),
    Replay: area("baccarat", () => import("./tables/BaccaratReplay.tsx").then((file) => file.BaccaratReplay)),
    Fairness: LiveFairness,
    hasChat: true,
    loadSay: () => import("./tables/saySpots.ts").then((file) => file.sayBaccarat),
  },
  BACCARAT_NC_1: {
    glyph: "cards",
    scene: "sea",
    Table: area("liveBaccarat", () => import("./live/LiveBaccarat.player.tsx").then((file) => file.LiveBaccarat)),
    Replay: area("baccarat", () => import("./tables/BaccaratReplay.tsx").then((file) => file.BaccaratReplay)),
    Fairness: LiveFairness,
    hasChat: true,
    loadSay: () => import("./tables/saySpots.ts").then((file) => file.sayBaccarat),
  },
  DRAGON_TIGER_1: {
    glyph: "cards",
    scene: "plaza",
    Table: area("liveDragonTiger", () => import("./live/LiveDragonTiger.player.tsx").then((file) => file.LiveDragonTiger)),
    Replay: area("dragonTiger", () => import("./tables/DragonTigerReplay.tsx").then((file) => file.DragonTigerReplay)),
    Fairness: LiveFairness,
    hasChat: true,
    loadSay: () => import("./tables/saySpots.ts").then((file) => file.sayDragonTiger),
  },
  SIC_BO_1: {
    glyph: "die",
    scene: "plaza",
    Table: area("liveSicBo", () => import("./live/LiveSicBo.player.tsx").then((file) => file.LiveSicBo)),
    Replay: area("sicBo", () => import("./tables/SicBoReplay.tsx").then((file) => file.SicBoReplay)),
    Fairness: LiveFairness,
    hasChat: true,
    loadSay: () => import("./tables/saySpots.ts").then((file) => file.saySicBo),
  },
  CRASH_1: {
    glyph: "rocket",
    scene: "plaza",
    Table: area("liveCrash", () => import("./live/LiveCrash.player.tsx").then((file) => file.LiveCrash)),
    Replay: area("liveCrash", () => import("./live/LiveCrash.player.tsx").then((file) => file.CrashReplay)),
    Fairness: LiveFairness,
    hasChat: true,
    loadSay: () => import("./minis/sayMinis.ts").then((file) => file.sayCrash),
  },
  BLACKJACK_1: {
    glyph: "cards",
    scene: "plaza",
    Table: area("liveBlackjack", () => import("./live/LiveBlackjack.player.tsx").then((file) => file.LiveBlackjack)),
    Replay: area("blackjack", () => import("./steps/BlackjackReplay.tsx").then((file) => file.BlackjackReplay)),
    Fairness: LiveFairness,
    hasChat: true,
    loadSay: () => import("./steps/saySteps.ts").then((file) => file.sayBlackjack),
  },
};

/** A house game's face by a code from outside. */
export const findFace = (gameCode: string): GameFace | undefined => (Object.hasOwn(faces, gameCode) ? faces[gameCode as GameCode] : undefined);

/** How a game's rounds are said, once that has come; lists show them without their words until then. */
export function useSay(gameCode: string): Say | undefined {
  const [said, setSaid] = useState<{ readonly gameCode: string; readonly say: Say }>();
  useEffect(() => {
    findFace(gameCode)
      ?.loadSay()
      .then((say) => setSaid({ gameCode, say }))
      .catch(() => undefined);
  }, [gameCode]);
  return said?.gameCode === gameCode ? said.say : undefined;
}
