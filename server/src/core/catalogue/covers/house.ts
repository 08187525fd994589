import { cascadeScenes } from "./house.cascades.ts";
import { slotScenes } from "./house.slots.ts";
import { stepScenes } from "./house.steps.ts";
import { jackpotScenes } from "./house.jackpots.ts";
import { liveScenes } from "./house.live.ts";
import { tableScenes } from "./house.tables.ts";
import { miniScenes } from "./house.minis.ts";
import { disc, line, oval, shape, shine, starPath, tilted } from "./pen.ts";
import type { HouseScene } from "./scenery.ts";

const chip = (x: number, y: number, paint: string): string =>
  oval("ink", x, y + 8, 30, 13) +
  oval(paint, x, y, 30, 13) +
  oval("ivory", x, y, 17, 7) +
  line("#fff", 5, `M${x - 27} ${y + 6}l4 3M${x + 27} ${y + 6}l-4 3M${x} ${y + 12}v6`);

const diceScene =
  chip(40, 176, "teal") +
  chip(40, 162, "red") +
  chip(164, 180, "gold") +
  chip(164, 166, "purple") +
  chip(164, 152, "red") +
  tilted(
    -12,
    76,
    92,
    shape("red", "M76 30l60 28v68l-60 34-60-34V58Z") +
      shape("#ff8d86", "M76 30l60 28-60 30-60-30Z") +
      shape("#a3092f", "M136 58L76 88v72l60-34Z") +
      oval("#fff", 76, 58, 13, 7) +
      oval("#fff", 32, 82, 6, 9) +
      oval("#fff", 60, 132, 6, 9) +
      oval("#fff", 92, 106, 6, 9) +
      oval("#fff", 106, 113, 6, 9) +
      oval("#fff", 121, 82, 6, 9) +
      oval("#fff", 92, 138, 6, 9) +
      oval("#fff", 121, 116, 6, 9) +
      line("#ffc9c4", 3, "M20 61l56 28 56-28M76 90v64"),
  ) +
  tilted(
    14,
    138,
    84,
    shape("ivory", "M140 14l52 30v64l-52 30-52-30V44Z") +
      shape("#fff", "M140 14l52 30-52 28-52-28Z") +
      shape("#d6b684", "M192 44l-52 28v66l52-30Z") +
      oval("#c9184a", 122, 38, 8, 5) +
      oval("#c9184a", 158, 50, 8, 5) +
      oval("#c9184a", 140, 44, 8, 5) +
      oval("#c9184a", 102, 68, 5, 8) +
      oval("#c9184a", 126, 110, 5, 8) +
      oval("#c9184a", 102, 96, 5, 8) +
      oval("#c9184a", 126, 82, 5, 8) +
      oval("#c9184a", 166, 90, 6, 9),
  ) +
  shape("#fff", starPath(22, 36, 4, 22, 5)) +
  shape("#fff", starPath(186, 132, 4, 15, 4));

const mangoRush =
  line("#fff3a0", 7, "M2 74h34M-10 100h38M0 126h30M14 152h26") +
  tilted(
    16,
    120,
    100,
    shape("gold", "M128 22c50 6 72 66 54 112-18 46-80 66-126 40C14 148 14 100 48 78c28-18 36-62 80-56Z") +
      shape("orange", "M186 110c-12 56-82 92-132 64-12-6-20-16-26-26 54 26 132-12 148-82 8 14 12 28 10 44Z", 'opacity=".8"') +
      shape("#ff4d3a", "M50 82c-20 16-26 38-20 58 16-14 20-38 20-58Z", 'opacity=".55"') +
      shine("M68 90c24-10 36-38 56-46 4 22-24 54-48 62-12 2-18-12-8-16Z", ".7") +
      line("wood", 10, "M128 24c-3-8-2-16 2-22") +
      shape("green", "M132 20c12-24 46-28 70-12-14 24-48 30-70 12Z") +
      shape("green", "M128 20c-14-20-44-20-60 0 16 18 44 18 60 0Z") +
      line("#055c30", 4, "M137 18c20-2 40-6 58-9M122 20c-16-2-32-2-46 0"),
  ) +
  tilted(
    -10,
    38,
    168,
    oval("wood", 38, 174, 30, 26) +
      oval("gold", 38, 170, 30, 26) +
      oval("#c46200", 38, 170, 20, 17, 'opacity=".4"') +
      shape("#fff3a0", starPath(38, 170, 5, 15, 7)),
  ) +
  disc("wood", 172, 172, 25) +
  disc("gold", 170, 168, 25) +
  disc("#c46200", 170, 168, 17, 'opacity=".4"') +
  shape("#fff3a0", starPath(170, 168, 5, 14, 6));

/** The covers of our own games, by their code: drawn one by one over the layers all covers have. */
export const houseScenes: Readonly<Record<string, HouseScene>> = {
  DICE: { palette: "midnight", drawing: diceScene },
  MANGO_RUSH: { palette: "hibiscus", drawing: mangoRush },
  ...stepScenes,
  ...tableScenes,
  ...liveScenes,
  ...miniScenes,
  ...slotScenes,
  ...jackpotScenes,
  ...cascadeScenes,
};
