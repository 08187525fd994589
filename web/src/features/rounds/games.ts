import type { GameCode } from "@laro/engines/registry";
import { area } from "../../api/area.ts";
import { sayDice } from "./dice/sayDice.ts";
import type { GameFace } from "./face.ts";
import { sayBaccarat, sayDragonTiger, sayRoulette, saySicBo } from "./tables/saySpots.ts";
import { saySlot } from "./slots/saySlot.ts";

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
};

/** A house game's face by a code from outside. */
export const findFace = (gameCode: string): GameFace | undefined => (Object.hasOwn(faces, gameCode) ? faces[gameCode as GameCode] : undefined);
