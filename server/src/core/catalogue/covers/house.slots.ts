import { disc, line, oval, shade, shape, shine, starPath, tilted } from "./pen.ts";
import type { HouseScene } from "./scenery.ts";

const feather = (degrees: number, paint: string): string =>
  tilted(degrees, 100, 120, shape(paint, "M100 108C74 74 78 26 100 2c22 24 26 72 0 106Z") + line("#fff", 3, "M100 96V26") + disc("gold", 100, 34, 8));

/** A smiling festival mask under feathers. */
const fiesta =
  feather(-72, "teal") +
  feather(72, "teal") +
  feather(-46, "pink") +
  feather(46, "pink") +
  feather(-22, "orange") +
  feather(22, "orange") +
  feather(0, "red") +
  shape("gold", "M34 92c20-20 44-28 66-28s46 8 66 28c6 60-22 104-66 108-44-4-72-48-66-108Z") +
  shine("M48 96c14-12 30-18 48-18-24 14-38 40-40 72-6-18-10-36-8-54Z", ".5") +
  shape("ink", "M52 108c14-14 34-12 40 4-12 8-30 8-40-4ZM148 108c-14-14-34-12-40 4 12 8 30 8 40-4Z") +
  shape("#fff", "M60 146c24 14 56 14 80 0-6 28-22 38-40 38s-34-10-40-38Z") +
  line("red", 8, "M58 144c24 16 60 16 84 0") +
  shape("red", starPath(100, 84, 5, 14, 6)) +
  disc("pink", 54, 132, 10) +
  disc("pink", 146, 132, 10);

/** A jeepney from the front, its horses and its lamps. */
const jeepney =
  oval("#000", 100, 190, 92, 10, 'opacity=".35"') +
  shape("ink", "M22 160h36v32H22Zm120 0h36v32h-36Z") +
  shape("red", "M28 40h144l14 62v68H14v-68Z") +
  shape("gold", "M36 16h128l8 26H28Z") +
  line("#7c0428", 4, "M48 30h104") +
  shape("#bfeaff", "M40 50h54v44H30Zm66 0h54l10 44h-54Z") +
  shine("M48 54h20L52 92H36Z", ".6") +
  shape("steel", "M62 112h76v48H62Z") +
  line("#4f5d7c", 5, "M72 116v40M86 116v40M100 116v40M114 116v40M128 116v40") +
  disc("gold", 36, 132, 20) +
  disc("#fffbe0", 34, 129, 12) +
  disc("gold", 164, 132, 20) +
  disc("#fffbe0", 162, 129, 12) +
  shape("steel", "M8 164h184v14H8Z") +
  shape("gold", starPath(100, 104, 5, 20, 8)) +
  line("teal", 7, "M14 102h30M156 102h30") +
  shade("M14 150h172v14H14Z", ".2");

/** Pearls in an open shell, light on the largest. */
const perlas =
  shape("pink", "M100 96C60 96 14 70 12 26c16-10 32 0 38 10C54 14 74 4 88 18c6-14 18-14 24 0 14-14 34-4 38 18 6-10 22-20 38-10-2 44-48 70-88 70Z") +
  line("#8c0f5e", 4, "M100 92L52 40M100 92L88 22M100 92l12-70M100 92l48-52") +
  disc("steel", 60, 118, 26) +
  disc("#fff", 51, 108, 8) +
  disc("steel", 144, 116, 24) +
  disc("#fff", 136, 107, 7) +
  disc("ivory", 102, 104, 42) +
  shine("M72 98c2-18 16-30 32-30-6 14-16 24-32 30Z", ".95") +
  shade("M102 146c24 0 42-20 42-42-12 22-38 32-62 24 4 10 12 18 20 18Z", ".16") +
  shape("purple", "M6 132c24 16 54 22 94 22s70-6 94-22c-4 42-46 66-94 66S10 174 6 132Z") +
  line("#e9caff", 4, "M100 158v34M70 156l-14 30M130 156l14 30M40 148l-14 20M160 148l14 20") +
  shape("gold", starPath(176, 30, 4, 20, 5)) +
  shape("gold", starPath(28, 92, 4, 14, 4));

export const slotScenes: Readonly<Record<string, HouseScene>> = {
  FIESTA_LINES: { palette: "marigold", drawing: fiesta },
  JEEPNEY_243: { palette: "midnight", drawing: jeepney },
  PERLAS_HOLD: { palette: "lagoon", drawing: perlas },
};
