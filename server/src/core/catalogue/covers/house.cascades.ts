import { disc, line, oval, shade, shape, shine, starPath, tilted } from "./pen.ts";
import type { HouseScene } from "./scenery.ts";

const cube = (x: number, y: number, paint: string, light: string): string =>
  shape(paint, `M${x - 13} ${y - 10}h26q4 0 4 4v22q0 4-4 4h-26q-4 0-4-4V${y - 6}q0-4 4-4Z`) + shine(`M${x - 11} ${y - 6}h10v7h-10Z`, light);

/** A tall glass of halo-halo: beans, jelly and saba under shaved ice, with ube, flan and a cherry on top. */
const haloHalo =
  oval("#000", 100, 192, 58, 10, 'opacity=".35"') +
  shape("#dff4ff", "M38 74h124l-22 104q-2 12-14 12H74q-12 0-14-12Z", 'opacity=".55"') +
  shape("#7c2f12", "M56 152h88l-5 24q-2 8-12 8H73q-10 0-12-8Z") +
  [66, 82, 98, 114, 130].map((x, at) => oval(at % 2 === 0 ? "red" : "#b3441c", x, 170 - (at % 3) * 6, 9, 6)).join("") +
  shape("#ffd65c", "M50 128h100l-5 24H56Z", 'opacity=".75"') +
  cube(74, 138, "green", ".7") +
  cube(106, 136, "red", ".6") +
  cube(132, 140, "teal", ".7") +
  shape("#eaf9ff", "M44 98h112l-6 30H50Z") +
  shape("#ffffff", "M28 82c-8-18 8-30 22-28 4-18 26-24 42-16 14-14 44-12 52 6 20-4 36 12 28 30-4 14-18 22-30 22H52c-12 0-22-6-24-14Z") +
  shade("M44 94c20 6 90 8 118-8-6 10-16 14-24 14H60c-6 0-12-2-16-6Z", ".12") +
  disc("purple", 76, 44, 31) +
  shine("M54 36c4-12 14-18 26-17-4 8-14 16-26 17Z", ".5") +
  tilted(9, 130, 56, shape("gold", "M98 44h58l8 34H92Z") + shape("#a84a00", "M98 36h58q6 0 6 6v8H92v-8q0-6 6-6Z") + shine("M102 56h14l-2 16h-14Z", ".5")) +
  disc("red", 106, 22, 16) +
  shine("M96 18c1-6 5-9 10-9-1 5-5 8-10 9Z", ".8") +
  line("green", 4, "M108 8c4-10 12-14 20-14") +
  shine("M48 104l8 0 10 68-8 2Z", ".6") +
  shape("#fff", starPath(26, 34, 4, 16, 4)) +
  shape("#fff", starPath(178, 38, 4, 20, 5)) +
  shape("#fff", starPath(180, 132, 4, 12, 3));

/** The mountain with its mouth open: lava, sparks and six reels of stone at its foot. */
const bulkanWays =
  shape("#ffe9a0", starPath(100, 66, 14, 78, 40), 'opacity=".5"') +
  line("fire", 12, "M100 62c-6-26-30-30-44-56M100 62c2-30 4-44-4-76M102 62c8-24 28-30 46-52") +
  line("#fff6b0", 4, "M100 62c-6-26-30-30-44-56M100 62c2-30 4-44-4-76M102 62c8-24 28-30 46-52") +
  disc("fire", 52, 2, 10) +
  disc("fire", 152, 6, 12) +
  disc("fire", 96, -16, 8) +
  disc("gold", 26, 40, 6) +
  disc("gold", 178, 44, 7) +
  shape("purple", "M72 62c8 8 16 2 28 6 10-4 20 4 30-6l64 128H6Z") +
  shade("M130 62l64 128h-70c14-40 6-84 6-128Z", ".3") +
  shape(
    "fire",
    "M72 62c8 8 16 2 28 6 10-4 20 4 30-6 8 18 4 26 12 40 6 12-2 26-10 20-8-8-4-22-12-24-10 0-2 36-12 44-10 4-10-30-16-46-6-6-8 20-18 20-10-4 4-28 10-44Z",
  ) +
  shine("M82 70c10 6 24 2 34 2-8 8-26 8-34-2Z", ".7") +
  [30, 58, 86, 114, 142, 170]
    .map((x, at) => {
      const top = 158 - (at % 3) * 10;
      return (
        shape("ink", `M${x - 12} ${top}h24v${196 - top}h-24Z`) +
        shape(at % 2 === 0 ? "gold" : "teal", `M${x - 8} ${top + 5}h16v14h-16Z`) +
        disc(at % 2 === 0 ? "red" : "ivory", x, top + 30, 7)
      );
    })
    .join("") +
  shape("#fff", starPath(22, 108, 4, 13, 3)) +
  shape("#fff", starPath(182, 96, 4, 15, 4));

/** The covers of the slots that are books. */
export const cascadeScenes: Readonly<Record<string, HouseScene>> = {
  HALO_HALO: { palette: "hibiscus", drawing: haloHalo },
  BULKAN_WAYS: { palette: "ember", drawing: bulkanWays },
};
