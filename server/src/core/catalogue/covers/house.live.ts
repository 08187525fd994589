import { stepScenes } from "./house.steps.ts";
import { tableScenes } from "./house.tables.ts";
import { around, disc, line, oval, shade, shape, starPath, tilted } from "./pen.ts";
import type { HouseScene } from "./scenery.ts";

/** A member's chip at the rim of the table. */
const seat = (paint: string): string => disc("ink", 100, 9, 11) + disc(paint, 100, 7, 11) + disc("ivory", 100, 7, 6) + disc(paint, 100, 7, 4);

const lamp = (x: number, y: number, paint: string): string =>
  line("#ffe7ae", 3, `M${x} ${y - 22}v14`) + shape(paint, starPath(x, y, 8, 15, 7)) + disc("#fff3a0", x, y, 5);

/** A game's own drawing on the round table where many sit, under a row of parols. */
const together = (drawing: string, felt: string, chips: readonly [string, string]): string =>
  oval("#000", 100, 118, 104, 84, 'opacity=".45"') +
  oval("wood", 100, 110, 102, 84) +
  oval("gold", 100, 108, 94, 76) +
  oval(felt, 100, 107, 90, 72) +
  `<g transform="translate(28 26)scale(.72)">${drawing}</g>` +
  `<g transform="translate(0 26)scale(1 .84)">${around(10, 100, 100, seat(chips[0]))}</g>` +
  `<g transform="translate(0 26)scale(1 .84)rotate(18 100 100)">${around(10, 100, 100, seat(chips[1]))}</g>` +
  lamp(40, 8, "red") +
  lamp(100, 2, "gold") +
  lamp(160, 8, "pink");

/** A kwitis at the end of the curve it climbs. */
const crash =
  line("#fff3a0", 3, "M16 184H190M16 184V20") +
  shape("#ffd23f", "M18 184C80 178 124 146 144 84L150 184Z", 'opacity=".28"') +
  line("#ffd23f", 11, "M18 182C80 176 124 146 144 84") +
  tilted(
    22,
    152,
    60,
    shape("fire", "M140 84h24c4 16-6 28-12 40-6-12-16-24-12-40Z") +
      shape("#fffab0", "M146 84h12c2 9-3 16-6 24-3-8-8-15-6-24Z") +
      shape("red", "M134 34h36v52h-36Z") +
      shape("gold", "M134 42h36v9h-36Zm0 20h36v9h-36Z") +
      shade("M158 34h12v52h-12Z", ".25") +
      shape("gold", "M152 0l24 36h-48Z") +
      shade("M152 0l24 36h-16Z", ".2"),
  ) +
  shape("#fff", starPath(52, 58, 4, 14, 4)) +
  shape("#fff", starPath(96, 30, 4, 10, 3));

const { ROULETTE, BACCARAT, BACCARAT_NC, DRAGON_TIGER, SIC_BO } = tableScenes;

/** The covers of the live tables: the games' own, played by many. */
export const liveScenes = {
  ROULETTE_1: { palette: "midnight", drawing: together(ROULETTE.drawing, "#0d6b4c", ["red", "gold"]) },
  ROULETTE_SPEED_1: { palette: "hibiscus", drawing: together(ROULETTE.drawing, "#8f1242", ["gold", "purple"]) },
  BACCARAT_1: { palette: "palm", drawing: together(BACCARAT.drawing, "#0d6b4c", ["gold", "red"]) },
  BACCARAT_NC_1: { palette: "ube", drawing: together(BACCARAT_NC.drawing, "#3b1a6b", ["red", "purple"]) },
  DRAGON_TIGER_1: { palette: "sea", drawing: together(DRAGON_TIGER.drawing, "#0f3d7a", ["gold", "red"]) },
  CRASH_1: { palette: "lagoon", drawing: together(crash, "#28145c", ["gold", "teal"]) },
  BLACKJACK_1: { palette: "palm", drawing: together(stepScenes.BLACKJACK.drawing, "#0d4f3a", ["gold", "purple"]) },
  SIC_BO_1: { palette: "marigold", drawing: together(SIC_BO.drawing, "#8f1242", ["purple", "gold"]) },
} as const satisfies Record<string, HouseScene>;
