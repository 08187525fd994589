import { around, disc, line, oval, shade, shape, shine, starPath, tilted } from "./pen.ts";
import type { HouseScene } from "./scenery.ts";

const burst = (x: number, y: number, far: number, paint: string, spark: string): string =>
  around(7, x, y, line(paint, 5, `M${x} ${y - Math.round(far * 0.4)}V${y - Math.round(far * 0.82)}`) + disc(spark, x, y - far, 5)) + disc("#fffbe0", x, y, 9);

/** A kwitis on its stick, and what becomes of it. */
const limbo =
  burst(34, 74, 30, "#ffd23f", "#fff6b0") +
  burst(66, 24, 24, "#8dffd8", "#ffffff") +
  line("#fff3a0", 6, "M30 196c20-10 34-30 46-58M58 200c16-8 26-22 36-46M14 176c18-6 34-22 46-44") +
  tilted(
    28,
    100,
    110,
    line("wood", 8, "M100 128V214") +
      shape("fire", "M84 142h32c4 26-8 44-16 62-8-18-20-36-16-62Z") +
      shape("#fffab0", "M92 142h16c2 14-4 26-8 36-4-10-10-22-8-36Z") +
      shape("red", "M76 60h48v84H76Z") +
      shape("gold", "M76 70h48v14H76Zm0 28h48v14H76Zm0 28h48v10H76Z") +
      shade("M108 60h16v84h-16Z", ".25") +
      shape("gold", "M100 6l34 58H66Z") +
      shade("M100 6l34 58h-22Z", ".2") +
      shape("#fff", starPath(94, 48, 5, 10, 4)) +
      shine("M80 62h8v80h-8Z", ".45") +
      shape("purple", "M84 144h32l-6 10H90Z"),
  ) +
  shape("#fff", starPath(176, 128, 4, 16, 4)) +
  shape("#fff", starPath(24, 150, 4, 12, 3));

const pin = (x: number, y: number): string => oval("#000", x + 2, y + 6, 8, 4, 'opacity=".25"') + disc("ivory", x, y, 9) + disc("#fff", x - 3, y - 3, 3);
const pins = [
  [100, 44],
  [72, 78],
  [128, 78],
  [44, 112],
  [100, 112],
  [156, 112],
  [16, 146],
  [72, 146],
  [128, 146],
  [184, 146],
] as const;
const cup = (x: number, paint: string): string =>
  shape(paint, `M${x - 17} 166h34v26q0 8-8 8h-18q-8 0-8-8Z`) + shade(`M${x - 17} 166h34v8h-34Z`, ".35") + shine(`M${x - 13} 178h5v16h-5Z`, ".5");

/** A golden ball among pins of capiz, over cups in five colours. */
const plinko =
  [
    [20, "red"],
    [60, "orange"],
    [100, "teal"],
    [140, "orange"],
    [180, "red"],
  ]
    .map(([x, paint]) => cup(Number(x), String(paint)))
    .join("") +
  pins.map(([x, y]) => pin(x, y)).join("") +
  line("#fff3a0", 6, "M92 2c-4 10-4 16 4 26M112 50c14 4 20 12 20 20M122 86c-10 4-16 12-18 18") +
  disc("gold", 62, 44, 34) +
  disc("#c46200", 62, 44, 25, 'opacity=".35"') +
  shape("#fff3a0", starPath(62, 44, 5, 21, 9)) +
  shine("M40 34c4-12 14-18 26-18-2 8-12 16-26 18Z", ".7") +
  shape("#fff", starPath(150, 30, 4, 18, 4)) +
  shape("#fff", starPath(184, 76, 4, 12, 3));

/** The covers of the mini games. */
export const miniScenes: Readonly<Record<string, HouseScene>> = {
  LIMBO: { palette: "ube", drawing: limbo },
  PLINKO: { palette: "lagoon", drawing: plinko },
};
