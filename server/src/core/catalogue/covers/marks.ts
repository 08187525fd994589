import { createHash } from "node:crypto";
import { chanceOf } from "./chance.ts";
import { drawLetters, LETTERINGS } from "./lettering.ts";
import { gradient, shape, starPath } from "./pen.ts";
import { paletteNames, palettes } from "./scenery.ts";

/** The plates a vendor's letters stand on, on a field of 240 by 160. */
const plates = [
  "M120 6c44 12 74 14 104 12 4 76-22 116-104 136C38 134 12 94 16 18c30 2 60 0 104-12Z",
  "M60 8h120l52 72-52 72H60L8 80Z",
  "M120 4c62 0 112 34 112 76s-50 76-112 76S8 122 8 80 58 4 120 4Z",
  "M36 10h168c16 0 28 12 28 28v84c0 16-12 28-28 28H36c-16 0-28-12-28-28V38c0-16 12-28 28-28Z",
  "M8 26h224v30c-16 2-16 46 0 48v30H8v-30c16-2 16-46 0-48Z",
  "M120 2l40 18 48 4 4 44 24 12-24 12-4 44-48 4-40 18-40-18-48-4-4-44L4 80l24-12 4-44 48-4Z",
  "M30 14h180l22 66-22 66H30L8 80Z",
  "M120 4c24 22 64 16 92 22 16 34 16 74 0 108-28 6-68 0-92 22-24-22-64-16-92-22-16-34-16-74 0-108 28-6 68 0 92-22Z",
] as const;

const seedOf = (code: string): number => createHash("sha256").update(code).digest().readUInt32BE(0);

/** A vendor's mark as SVG, 240 by 160: its code in letters of its own on a plate of its own, the same bytes for the same code. */
export function drawMark({ code }: { readonly code: string }): string {
  const chance = chanceOf(seedOf(code));
  const { sky, deep, glow, tints } = palettes[paletteNames[chance(paletteNames.length)] ?? "sea"];
  const plate = plates[chance(plates.length)] ?? plates[0];
  const block = { x: 120, width: 172, height: 72, sizeMax: 76, bend: "straight", lettering: chance(LETTERINGS), bytesMax: 3_000 } as const;
  const { path, size, top } = drawLetters({ ...block, text: code.replaceAll("_", " "), foot: 108 });
  // In the middle of the plate, however many lines the code took.
  const down = Math.round(80 - (top + 108) / 2);
  const rim = Math.round(Math.max(6, size / 6));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="160" viewBox="0 0 240 160"><defs>${gradient("plate", [sky[1], sky[0]], 'x2=".3" y2="1"')}${gradient("rim", ["#fff6c8", tints[0], "#b86a00"], 'x2=".3" y2="1"')}${gradient("letters", ["#ffffff", "#fff3c4", glow], 'x2="0" y2="1"')}` +
    `<path id="p" d="${plate}"/><path id="n" stroke-linejoin="round" d="${path}"/></defs><use href="#p" fill="url(#rim)"/><g transform="matrix(.93 0 0 .9 8 8)"><use href="#p" fill="url(#plate)"/><use href="#p" fill="none" stroke="${glow}" stroke-width="3" opacity=".5" transform="matrix(.92 0 0 .9 10 8)"/></g>` +
    shape(tints[0], starPath(120, 34, 4, 11, 3)) +
    shape(tints[0], starPath(120, 128, 4, 11, 3)) +
    `<g transform="translate(0 ${down})"><use href="#n" fill="${deep}" stroke="${deep}" stroke-width="${rim}"/><use href="#n" fill="url(#letters)"/></g></svg>`
  );
}
