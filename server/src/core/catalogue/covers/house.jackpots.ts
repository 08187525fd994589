import { disc, line, shape, starPath } from "./pen.ts";
import type { HouseScene } from "./scenery.ts";

const coin = (x: number, y: number, radius: number): string =>
  disc("wood", x, y + 4, radius) +
  disc("gold", x, y, radius) +
  disc("#c46200", x, y, radius * 0.68, 'opacity=".4"') +
  shape("#fff3a0", starPath(x, y, 5, radius * 0.56, radius * 0.26));

/** A golden parol with its two tails over a heap of coins. */
const gintongParol =
  line("wood", 5, "M100 6V-14") +
  line("#ff7eb0", 8, "M62 128c-14 14-4 28-14 46M138 128c14 14 4 28 14 46") +
  line("#fff3a0", 4, "M52 124c-12 16-2 26-12 40M148 124c12 16 2 26 12 40") +
  disc("#c46200", 100, 78, 74, 'opacity=".35"') +
  shape("fire", starPath(100, 78, 5, 88, 38)) +
  shape("gold", starPath(100, 78, 5, 72, 31)) +
  shape("#fff3a0", starPath(100, 78, 5, 46, 19)) +
  disc("#c9184a", 100, 78, 17) +
  disc("#ff7eb0", 100, 78, 9) +
  coin(40, 178, 26) +
  coin(160, 178, 26) +
  coin(100, 186, 32) +
  coin(70, 200, 24) +
  coin(132, 202, 24) +
  shape("#fff", starPath(24, 34, 4, 18, 4)) +
  shape("#fff", starPath(178, 24, 4, 14, 3)) +
  shape("#fff", starPath(182, 128, 4, 12, 3));

/** The covers of the games with a jackpot. */
export const jackpotScenes: Readonly<Record<string, HouseScene>> = { GINTONG_PAROL: { palette: "midnight", drawing: gintongParol } };
