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

const wedge = (paint: string): string => shape(paint, "M100 96L74 12a88 88 0 0 1 52 0Z");
const wheelPaints = ["red", "gold", "teal", "purple", "orange", "gold", "blue", "pink", "gold", "green"] as const;

/** The wheel of a perya on its stand, its pointer above. */
const wheel =
  shape("wood", "M66 128h68l22 72h-26l-10-34H80l-10 34H44Z") +
  disc("#4d0730", 100, 96, 94) +
  disc("gold", 100, 96, 90) +
  wheelPaints.map((paint, at) => `<g transform="rotate(${at * 36 + 12} 100 96)">${wedge(paint)}</g>`).join("") +
  around(16, 100, 96, disc("#fffbe0", 100, 7, 4)) +
  disc("ink", 100, 96, 27) +
  disc("gold", 100, 96, 22) +
  shape("#c9184a", starPath(100, 96, 6, 18, 8)) +
  disc("#fff3a0", 100, 96, 6) +
  shine("M34 62c10-24 28-38 52-42-6 18-26 36-52 42Z", ".35") +
  shape("ivory", "M80-12h40l-20 46Z") +
  shade("M100-12h20l-20 46Z", ".18");

/** The three numbers of a ball are drawn, because covers hold no text. */
const kenoBall = (x: number, y: number, r: number, paint: string, number: string): string =>
  oval("#000", x + 3, y + r - 2, r - 4, 7, 'opacity=".3"') +
  disc(paint, x, y, r) +
  disc("#fff", x, y, Math.round(r * 0.6)) +
  line("#20263f", Math.round(r / 5), number) +
  shine(`M${x - r + 7} ${y - 6}c2-${r - 16} 14-${r - 10} 24-${r - 10}-4 10-12 ${r - 16}-24 ${r - 10}Z`, ".6");

/** Balls with 7, 4 and 1 over the card they were picked on. */
const keno =
  tilted(
    -8,
    100,
    120,
    shape("ivory", "M20 70h160q10 0 10 10v104q0 10-10 10H20q-10 0-10-10V80q0-10 10-10Z") +
      shape("#c9184a", "M10 92V80q0-10 10-10h160q10 0 10 10v12Z") +
      [28, 66, 104, 142]
        .flatMap((x, column) => [102, 132, 162].map((y, row) => shape((column + row * 2) % 5 === 1 ? "gold" : "#d6c6a0", `M${x} ${y}h30v22h-30Z`)))
        .join(""),
  ) +
  kenoBall(54, 62, 40, "red", "M42 50h24l-12 26") +
  kenoBall(142, 52, 46, "gold", "M148 72V34l-20 26h30") +
  kenoBall(106, 122, 38, "teal", "M98 112l10-8v36") +
  shape("#fff", starPath(20, 20, 4, 16, 4)) +
  shape("#fff", starPath(188, 118, 4, 14, 4));

/** A ticket half rubbed: a star under the silver, and the coin that rubs. */
const scratch =
  tilted(
    -9,
    100,
    100,
    shape("pink", "M4 34h192v40a22 22 0 0 0 0 44v56H4v-56a22 22 0 0 0 0-44Z") +
      shape("gold", "M30 46h140v14H30Z") +
      shape("ivory", "M30 68h140v94H30Z") +
      shape("#fff3a0", starPath(78, 114, 8, 40, 17)) +
      shape("orange", starPath(78, 114, 8, 28, 12)) +
      disc("#c9184a", 78, 114, 8) +
      shape("steel", "M112 68h58v94H84c18-6 22-16 16-24 14-2 20-12 14-20 12-4 14-14 8-22 4-8 0-20-10-28Z") +
      line("#7f8ba8", 4, "M134 84l10-9 10 9-10 9ZM134 116l10-9 10 9-10 9ZM134 148l10-9 10 9-10 9Z") +
      shine("M30 68h40l-40 52Z", ".4"),
  ) +
  disc("wood", 152, 166, 34) +
  disc("gold", 150, 162, 34) +
  disc("#c46200", 150, 162, 24, 'opacity=".4"') +
  shape("#fff3a0", starPath(150, 162, 5, 20, 9)) +
  shape("#fff", starPath(30, 18, 4, 16, 4)) +
  shape("#fff", starPath(180, 30, 4, 20, 5));

const bingoCells = [24, 54, 84, 114, 144];
/** A card whose diagonal is lit, a parol above its corner, and two balls. */
const bingo =
  tilted(
    7,
    90,
    110,
    shape("ivory", "M14 44h152q10 0 10 10v132q0 10-10 10H14q-10 0-10-10V54q0-10 10-10Z") +
      shape("purple", "M4 78V54q0-10 10-10h152q10 0 10 10v24Z") +
      bingoCells
        .flatMap((x, column) =>
          [84, 106, 128, 150, 172].map((y, row) =>
            shape(column === row ? "gold" : (column + 2 * row) % 5 === 0 ? "#8fd8bd" : "#e2d2a8", `M${x - 12} ${y}h24v18h-24Z`),
          ),
        )
        .join("") +
      bingoCells.map((x, at) => disc(["#2c97f4", "#ea2540", "#fff", "#39ba4c", "#ffc02b"][at] ?? "#fff", x, 61, 10)).join(""),
  ) +
  line("wood", 5, "M152 2V-14") +
  shape("fire", starPath(152, 46, 8, 50, 21)) +
  shape("#fff3a0", starPath(152, 46, 8, 30, 13)) +
  disc("#c9184a", 152, 46, 11) +
  line("#ff7eb0", 7, "M128 92c-6 10-2 18-8 28M176 92c6 10 2 18 8 28") +
  kenoBall(30, 40, 32, "teal", "M22 33l8-7v28") +
  kenoBall(168, 158, 34, "red", "M158 146h20l-10 24");

/** The covers of the mini games. */
export const miniScenes: Readonly<Record<string, HouseScene>> = {
  LIMBO: { palette: "ube", drawing: limbo },
  PLINKO: { palette: "lagoon", drawing: plinko },
  WHEEL: { palette: "midnight", drawing: wheel },
  KENO: { palette: "palm", drawing: keno },
  SCRATCH: { palette: "sea", drawing: scratch },
  PAROL_BINGO: { palette: "ember", drawing: bingo },
};
