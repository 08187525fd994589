import type { GameCode } from "@laro/engines/registry";
import { area } from "../../api/area.ts";
import { sayDice } from "./dice/sayDice.ts";
import type { GameFace } from "./face.ts";
import { sayBingo, sayKeno, sayLimbo, sayPlinko, sayScratch, sayWheel } from "./minis/sayMinis.ts";
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
};

/** A house game's face by a code from outside. */
export const findFace = (gameCode: string): GameFace | undefined => (Object.hasOwn(faces, gameCode) ? faces[gameCode as GameCode] : undefined);
