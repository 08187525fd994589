import { beastMotifs } from "./motifs.beasts.ts";
import { around, disc, line, oval, shade, shape, shine, starPath, tilted } from "./pen.ts";
import type { HouseScene } from "./scenery.ts";

const stack = (x: number, y: number, paints: readonly string[]): string =>
  paints
    .map((paint, at) => {
      const top = y - at * 13;
      return (
        oval("ink", x, top + 7, 28, 12) +
        oval(paint, x, top, 28, 12) +
        oval("ivory", x, top, 16, 6) +
        line("#fff", 5, `M${x - 25} ${top + 6}l4 3M${x + 25} ${top + 6}l-4 3M${x} ${top + 11}v5`)
      );
    })
    .join("");

/** A ring of equal parts, every other one painted. */
const ring = (color: string, radius: number, width: number, parts: number, turn: number): string =>
  `<circle cx="100" cy="92" r="${radius}" fill="none" stroke="${color}" stroke-width="${width}" pathLength="${parts}" stroke-dasharray="1" transform="rotate(${turn} 100 92)"/>`;

const rouletteScene =
  disc("#000", 104, 104, 90, 'opacity=".45"') +
  disc("wood", 100, 92, 92) +
  disc("#3b1a08", 100, 92, 82) +
  disc("gold", 100, 92, 79) +
  disc("#12131f", 100, 92, 76) +
  ring("#e3173e", 65, 22, 36, 0) +
  shape("#12a552", "M94 16h12l-2 22h-8Z") +
  `<circle cx="100" cy="92" r="65" fill="none" stroke="#ffd667" stroke-width="22" pathLength="720" stroke-dasharray="1 19" opacity=".7"/>` +
  disc("gold", 100, 92, 55) +
  disc("wood", 100, 92, 51) +
  around(8, 100, 92, shade("M100 92L92 42c6-1 10-1 16 0Z", ".18")) +
  around(4, 100, 92, line("gold", 9, "M100 92V58") + disc("ivory", 100, 55, 7)) +
  disc("gold", 100, 92, 18) +
  shape("red", starPath(100, 92, 8, 14, 7)) +
  disc("#fff3a0", 100, 92, 4) +
  disc("ivory", 140, 44, 9) +
  disc("#fff", 137, 41, 3) +
  shine("M22 74C30 38 62 12 98 10 66 22 42 42 30 76Z", ".4") +
  stack(36, 184, ["red", "gold"]) +
  stack(166, 186, ["purple", "red"]);

const sheet = (paint = "#fff"): string => `<rect x="46" y="22" width="112" height="156" rx="10" fill="${paint}" stroke="#8a6a4a" stroke-width="3"/>`;
const heart = (x: number, y: number): string => shape("red", `M${x} ${y + 13}c-24-18-15-30-7-30 4 0 6 3 7 6 1-3 3-6 7-6 8 0 17 12-7 30Z`);
/** Two rows of four: with an ace, the natural nine. */
const eight = `<g id="hearts">${heart(80, 42) + heart(124, 42) + heart(80, 80) + heart(124, 80)}</g><use href="#hearts" y="78"/>`;
const spade = (x: number, y: number, far = 1): string =>
  shape(
    "#20263f",
    `M${x} ${y - 14 * far}c${4 * far} ${10 * far} ${20 * far} ${16 * far} ${17 * far} ${26 * far}-${3 * far} ${8 * far}-${13 * far} ${6 * far}-${15 * far} 0 0 ${6 * far} ${2 * far} ${8 * far} ${5 * far} ${10 * far}h-${14 * far}c${3 * far}-${2 * far} ${5 * far}-${4 * far} ${5 * far}-${10 * far}-${2 * far} ${6 * far}-${12 * far} ${8 * far}-${15 * far} 0-${3 * far}-${10 * far} ${13 * far}-${16 * far} ${17 * far}-${26 * far}Z`,
  );
const crown = (x: number, y: number): string =>
  shape("gold", `M${x - 40} ${y + 26}l-8-44 24 18 24-34 24 34 24-18-8 44Z`) +
  shape("red", `M${x - 40} ${y + 26}h80v10h-80Z`) +
  disc("#8dffd8", x, y - 38, 7) +
  disc("pink", x - 49, y - 20, 6) +
  disc("pink", x + 49, y - 20, 6) +
  disc("#fff3a0", x, y + 31, 4) +
  disc("#fff3a0", x - 24, y + 31, 3) +
  disc("#fff3a0", x + 24, y + 31, 3);

const baccaratScene =
  tilted(-24, 100, 200, sheet("#8f1242") + shape("gold", starPath(102, 100, 8, 36, 18)) + disc("red", 102, 100, 11)) +
  tilted(-4, 90, 190, sheet() + eight) +
  tilted(20, 90, 200, sheet() + spade(102, 96, 2) + spade(64, 46) + tilted(180, 140, 152, spade(140, 152))) +
  shine("M52 22h60L52 92Z", ".3") +
  tilted(-6, 56, 40, crown(54, 36)) +
  stack(36, 192, ["gold"]) +
  stack(170, 192, ["teal", "gold"]);

const half = (x: number, size: string, drawing: string): string => `<g transform="translate(${x} 0)scale(${size})">${drawing}</g>`;

const dragonTigerScene =
  half(-22, ".68", beastMotifs.dragon) +
  half(94, ".56", beastMotifs.tiger) +
  `<g transform="translate(10 100)scale(.48)">${tilted(-12, 100, 100, sheet() + shape("red", "M102 160c-50-38-32-72-16-72 8 0 14 6 16 14 2-8 8-14 16-14 16 0 34 34-16 72ZM70 40l14 22-14 22-14-22Z"))}</g>` +
  `<g transform="translate(92 102)scale(.48)">${tilted(12, 100, 100, sheet() + spade(68, 52) + spade(102, 116, 2))}</g>` +
  shape("gold", starPath(101, 150, 8, 23, 11)) +
  disc("red", 101, 150, 8);

const pip = (x: number, y: number, rx: number, ry: number, color = "#c9184a"): string => oval(color, x, y, rx, ry);
const bone = (x: number, y: number, top: string, left: string, right: string): string =>
  `<g transform="translate(${x} ${y})">` +
  shape("ivory", "M0 20L40 0l40 20v44L40 86 0 64Z") +
  shape("#fff", "M0 20L40 0l40 20-40 20Z") +
  shape("#d6b684", "M80 20L40 40v46l40-22Z") +
  top +
  left +
  right +
  "</g>";
const sicBoScene =
  oval("#000", 100, 176, 96, 22, 'opacity=".4"') +
  oval("wood", 100, 164, 94, 28) +
  oval("gold", 100, 156, 94, 28) +
  oval("red", 100, 154, 86, 24) +
  oval("#7c0428", 100, 154, 72, 18, 'opacity=".6"') +
  bone(
    60,
    18,
    pip(40, 20, 10, 6),
    pip(14, 40, 4, 6) + pip(26, 64, 4, 6),
    pip(60, 52, 5, 8, "#20263f") + pip(52, 66, 4, 6, "#20263f") + pip(70, 40, 4, 6, "#20263f"),
  ) +
  bone(
    14,
    78,
    [24, 40, 56].map((x, at) => pip(x, 14 + at * 6, 6, 4, "#20263f")).join(""),
    pip(10, 34, 4, 6) + pip(30, 46, 4, 6) + pip(10, 56, 4, 6) + pip(30, 68, 4, 6),
    pip(60, 54, 6, 9),
  ) +
  bone(
    106,
    80,
    pip(26, 20, 6, 4) + pip(54, 20, 6, 4) + pip(40, 12, 6, 4) + pip(40, 28, 6, 4),
    pip(20, 52, 6, 9),
    pip(52, 44, 4, 6, "#20263f") + pip(70, 36, 4, 6, "#20263f") + pip(52, 66, 4, 6, "#20263f") + pip(70, 56, 4, 6, "#20263f"),
  ) +
  shape("#bff2ff", "M8 152C4 60 44 0 100 0s96 60 92 152c-20 20-164 20-184 0Z", 'opacity=".16"') +
  line("#e8fbff", 4, "M8 152C4 60 44 0 100 0s96 60 92 152") +
  shine("M26 120c-2-50 18-90 52-108-18 28-30 62-30 112-8 4-18 2-22-4Z", ".45") +
  disc("gold", 100, 0, 9);

/** A dealer's shoe with the cards running out of it. */
const shoeScene =
  oval("#000", 100, 178, 98, 18, 'opacity=".4"') +
  `<g transform="translate(-34 62)scale(.62)">${tilted(-20, 100, 100, sheet() + eight)}</g>` +
  `<g transform="translate(4 74)scale(.6)">${tilted(8, 100, 100, sheet() + spade(102, 96, 2) + spade(64, 46))}</g>` +
  shape("wood", "M70 40L164 6c12-4 24 4 26 16l8 84-66 66-50-20Z") +
  shape("#52270e", "M198 106l-66 66-50-20 68-58Z") +
  shape("gold", "M70 40l12 112 50 20L118 60Z") +
  shape("#8f1242", "M77 52l10 92 36 14-12-92Z") +
  shape("ivory", "M84 76l30 14 6 50-30-12Z") +
  line("#c79c68", 3, "M86 86l30 14M88 98l30 14M90 110l29 13") +
  shape("gold", starPath(160, 62, 8, 24, 12)) +
  disc("red", 160, 62, 8) +
  shine("M84 38l78-28c8-2 14 0 18 4l-92 36Z", ".4") +
  stack(168, 190, ["gold", "red"]);

/** The covers of the table games. */
export const tableScenes = {
  ROULETTE: { palette: "palm", drawing: rouletteScene },
  BACCARAT: { palette: "ember", drawing: baccaratScene },
  DRAGON_TIGER: { palette: "marigold", drawing: dragonTigerScene },
  SIC_BO: { palette: "ube", drawing: sicBoScene },
  BACCARAT_NC: { palette: "sea", drawing: shoeScene },
} as const satisfies Record<string, HouseScene>;
