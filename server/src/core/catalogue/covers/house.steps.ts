import { around, disc, line, oval, shade, shape, shine, starPath, tilted } from "./pen.ts";
import type { HouseScene } from "./scenery.ts";

/** An open shell with a pearl on it. */
const pearl =
  shape("orange", "M12 104c12 46 48 62 86 62s76-16 88-62c-26 16-56 24-88 24s-62-8-86-24Z") +
  shape("ivory", "M12 104c26-18 54-26 86-26s60 8 88 26c-26 18-56 26-88 26s-62-8-86-26Z") +
  line("#d6a06a", 4, "M98 126v38M72 124l-14 34M124 124l16 34M46 118l-24 24M150 118l26 22") +
  oval("#c79c68", 98, 110, 46, 10, 'opacity=".5"') +
  disc("steel", 98, 72, 44) +
  shine("M66 66c0-18 14-30 30-30-4 14-14 26-30 30Z", ".95") +
  shade("M98 116c24 0 44-20 44-44-12 24-40 34-66 26 6 10 14 18 22 18Z", ".16");

const urchin =
  shape("purple", starPath(156, 52, 14, 52, 24)) +
  disc("purple", 156, 52, 27) +
  disc("#f3d4ff", 147, 43, 6) +
  disc("#e48af4", 164, 48, 4) +
  disc("#e48af4", 156, 62, 4);

const minesScene =
  tilted(10, 150, 52, urchin) +
  tilted(-6, 98, 118, pearl) +
  disc("steel", 30, 170, 13) +
  disc("#fff", 26, 165, 4) +
  disc("steel", 178, 176, 9) +
  disc("#fff", 175, 173, 3);

const card = (x: number, y: number, paint: string): string => shape(paint, `M${x + 8} ${y}h74c5 0 8 3 8 8v112c0 5-3 8-8 8h-74c-5 0-8-3-8-8v-112c0-5 3-8 8-8Z`);
const up = (x: number, y: number, paint: string): string => shape(paint, `M${x} ${y}l26 30h-15v28h-22v-28h-15Z`);
const down = (x: number, y: number, paint: string): string => shape(paint, `M${x} ${y}l26-30h-15v-28h-22v28h-15Z`);

const hiLoScene =
  tilted(-13, 66, 100, card(18, 30, "ivory") + up(63, 64, "green")) +
  tilted(12, 136, 106, card(92, 42, "red") + shape("#a3092f", "M104 54h66v104h-66Z") + down(137, 142, "gold") + line("#ff9a86", 3, "M104 54h66v104h-66Z")) +
  shape("gold", starPath(176, 30, 5, 22, 9)) +
  shape("gold", starPath(22, 176, 5, 16, 7));

const coinFace = (x: number, y: number): string =>
  disc("gold", x, y, 62) +
  disc("#c46200", x, y, 50) +
  disc("gold", x, y, 46) +
  around(8, x, y, shape("#a84f00", `M${x} ${y - 42}l7 20h-14Z`)) +
  disc("#a84f00", x, y, 20) +
  disc("#ffe28a", x, y, 16) +
  line("#a84f00", 4, `M${x - 7} ${y - 3}h3M${x + 4} ${y - 3}h3M${x - 7} ${y + 5}c4 5 10 5 14 0`);

const coinScene =
  oval("ink", 100, 184, 64, 13, 'opacity=".4"') +
  tilted(-14, 96, 84, oval("#a84f00", 104, 92, 62, 62) + coinFace(96, 84)) +
  shine("M44 72c4-28 26-44 52-46-22 10-40 24-52 46Z", ".75") +
  tilted(24, 172, 150, oval("#a84f00", 172, 155, 25, 20) + oval("gold", 172, 150, 25, 20) + oval("#c46200", 172, 150, 16, 12)) +
  shape("#fff", starPath(170, 34, 4, 22, 5)) +
  shape("#fff", starPath(26, 30, 4, 14, 4));

const spade = (x: number, y: number, s: number): string =>
  shape(
    "ink",
    `M${x} ${y - 2 * s}c${s} ${s} ${2 * s} ${2 * s} ${2 * s} ${3 * s}s${-s} ${s} ${-2 * s} 0c0 ${s} 0 ${s} ${s} ${2 * s}h${-2 * s}c${s} ${-s} ${s} ${-s} ${s} ${-2 * s}c${-s} ${s} ${-2 * s} ${s} ${-2 * s} 0s${s} ${-2 * s} ${2 * s} ${-3 * s}Z`,
  );

const blackjackScene =
  oval("green", 100, 158, 96, 36) +
  oval("#055c30", 100, 154, 82, 28) +
  tilted(-16, 66, 90, card(22, 24, "ivory") + spade(67, 82, 16) + shape("ink", "M34 36l7 20h-5l-1-4h-6l-1 4h-5l7-20Z")) +
  tilted(
    13,
    132,
    92,
    card(88, 32, "ivory") +
      shape("red", "M133 122c-26-20-22-44-9-44 6 0 9 5 9 9 1-4 4-9 10-9 13 0 17 24-10 44Z") +
      shape("gold", "M112 72l4-22 11 11 6-15 6 15 11-11 4 22Z") +
      line("red", 6, "M105 44v16c0 8-10 8-11 1"),
  ) +
  oval("ink", 152, 174, 30, 13) +
  oval("red", 152, 166, 30, 13) +
  oval("ivory", 152, 166, 17, 7) +
  oval("gold", 152, 156, 30, 13) +
  oval("ivory", 152, 156, 17, 7);

const fan = ["red", "ink", "red", "ink", "red"].map((suit, at) =>
  tilted(
    (at - 2) * 17,
    100,
    210,
    shape("ivory", "M75 32h50c4 0 7 3 7 7v78c0 4-3 7-7 7h-50c-4 0-7-3-7-7v-78c0-4 3-7 7-7Z") +
      shape(suit, suit === "red" ? "M100 96l-16-20 16-20 16 20Z" : "M100 56c16 14 20 22 16 30-4 6-12 4-14 0l4 12h-12l4-12c-2 4-10 6-14 0-4-8 0-16 16-30Z") +
      disc(suit, 78, 44, 5),
  ),
);

const pokerScene =
  shape("purple", "M12 132h176l8 26v30c0 5-3 8-8 8h-176c-5 0-8-3-8-8v-30Z") +
  fan.join("") +
  shape("ink", "M12 150h176v38h-176Z") +
  [34, 67, 100, 133, 166].map((x, at) => oval(at === 1 || at === 3 ? "gold" : "teal", x, 169, 13, 12)).join("") +
  shape("gold", "M66 26l6-20 14 12 14-18 14 18 14-12 6 20Z");

/** The covers of the games in steps. */
export const stepScenes = {
  MINES: { palette: "lagoon", drawing: minesScene },
  HI_LO: { palette: "midnight", drawing: hiLoScene },
  COIN_FLIP: { palette: "ember", drawing: coinScene },
  BLACKJACK: { palette: "palm", drawing: blackjackScene },
  VIDEO_POKER: { palette: "ube", drawing: pokerScene },
} as const satisfies Record<string, HouseScene>;
