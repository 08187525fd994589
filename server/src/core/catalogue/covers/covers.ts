import type { CoverGame } from "./address.ts";
import { chanceOf, type Chance } from "./chance.ts";
import { houseScenes } from "./house.ts";
import { bendNames, drawLetters } from "./lettering.ts";
import { beastMotifs } from "./motifs.beasts.ts";
import { natureMotifs } from "./motifs.nature.ts";
import { playMotifs } from "./motifs.play.ts";
import { seaMotifs } from "./motifs.sea.ts";
import { treasureMotifs } from "./motifs.treasure.ts";
import { gradient, paintsOf } from "./pen.ts";
import {
  drawFoot,
  drawGlow,
  drawSilhouette,
  drawSky,
  drawSmallThings,
  type Palette,
  type PaletteName,
  paletteNames,
  palettes,
  silhouetteNames,
  drawStage,
  styles,
} from "./scenery.ts";
import { type MotifName, motifOf } from "./words.ts";

const motifs = { ...seaMotifs, ...beastMotifs, ...natureMotifs, ...treasureMotifs, ...playMotifs } as const satisfies Record<MotifName, string>;

/** A motif that would drown in a sky of its own colour takes the next sky. */
const drowning: Partial<Record<MotifName, readonly PaletteName[]>> = {
  bell: ["marigold"],
  bull: ["midnight"],
  cherries: ["ember", "hibiscus"],
  chili: ["ember", "hibiscus"],
  clover: ["palm"],
  crab: ["ember"],
  dragon: ["ember"],
  fire: ["ember", "marigold"],
  fish: ["ember", "marigold"],
  frog: ["palm"],
  gem: ["sea"],
  hibiscus: ["hibiscus"],
  hoop: ["marigold"],
  lion: ["marigold"],
  mango: ["marigold"],
  octopus: ["ube"],
  palm: ["palm"],
  phoenix: ["ember", "marigold"],
  pineapple: ["marigold"],
  planet: ["midnight", "ube"],
  pot: ["midnight"],
  ruby: ["ember", "hibiscus"],
  seven: ["ember"],
  sun: ["marigold"],
  tiger: ["marigold"],
  turtle: ["palm"],
  volcano: ["ember"],
  wave: ["sea"],
};

function paletteOf({ nodeId }: CoverGame, motif: MotifName): PaletteName {
  const avoided = drowning[motif] ?? [];
  // Three on for the next number, one more for each eight: neighbours are unlike, and columns of a list too.
  const first = nodeId * 3 + Math.floor(nodeId / 8);
  const order = paletteNames.map((_, at) => paletteNames[(first + at) % paletteNames.length] ?? "sea");
  return order.find((palette) => !avoided.includes(palette)) ?? "sea";
}

/** Where a name stands, in the 600 by 800 units of a cover. */
const NAME = { x: 300, foot: 748, width: 536, height: 206, sizeMax: 140 } as const;
const MOTIF_TOP = 48;
/** Between the motif's foot and the name's head. */
const GAP = 26;

/** Three colours of the letters, from head to foot. */
const inks = [
  ["#ffffff", "#fff3a8", "#ffb62e"],
  ["#ffffff", "#d9f6ff", "#6fc8ff"],
  ["#fffbe0", "#ffd24a", "#ff8a3d"],
  ["#ffffff", "#ffe3f0", "#ff9ac8"],
  ["#ffffff", "#eaffc8", "#9be05a"],
] as const;

/** What a cover may weigh, and what its letters may, tried in this order. */
const COVER_BYTES_MAX = 9_000;
const LETTER_BYTES = [4_400, 3_800, 3_200, 2_600, 2_000, 1_500] as const;

function drawName({ name, lettering }: CoverGame, bytesMax: number, chance: Chance, { deep }: Palette): { readonly drawn: string; readonly top: number } {
  const bend = bendNames[chance(bendNames.length)] ?? "straight";
  const { path, size, top } = drawLetters({ ...NAME, text: name, lettering, bend, bytesMax });
  const ink = gradient("letters", inks[chance(inks.length)] ?? inks[0], 'x2="0" y2="1"');
  const rim = Math.round(Math.max(15, Math.min(26, size / 4)));
  const letters = (more: string): string => `<use href="#name" ${more}/>`;
  const drawn =
    `<defs>${ink}<path id="name" stroke-linejoin="round" d="${path}"/></defs>` +
    letters(`y="9" stroke="#000" stroke-width="${rim}" opacity=".4"`) +
    letters(`fill="${deep}" stroke="${deep}" stroke-width="${rim}"`) +
    letters('fill="url(#letters)"');
  return { drawn, top };
}

/** Tilted, with a dark rim: the same drawing once more, behind, with a stroke that its shapes inherit. */
function drawMotif(id: string, drawing: string, chance: Chance, { top, deep }: { top: number; deep: string }): string {
  const room = top - GAP - MOTIF_TOP;
  const size = Math.min(2.35, room / 204) * (1 - chance(15) / 100);
  const x = Math.round(300 - 100 * size) + chance(61) - 30;
  const y = Math.round(MOTIF_TOP + ((room - 200 * size) * chance(5)) / 4);
  const place = `translate(${x} ${y})scale(${size.toFixed(2)})rotate(${chance(21) - 10} 100 100)`;
  return `<defs>${paintsOf(drawing)}<g id="m-${id}">${drawing}</g></defs><g transform="${place}"><use href="#m-${id}" stroke="${deep}" stroke-width="9" stroke-linejoin="round"/><use href="#m-${id}"/></g>`;
}

function compose(game: CoverGame, letterBytes: number): string {
  const chance = chanceOf(game.nodeId);
  const house = game.houseCode === undefined ? undefined : houseScenes[game.houseCode];
  const motif = motifOf(game);
  const palette: Palette = palettes[house?.palette ?? paletteOf(game, motif)];
  const style = styles[game.nodeId % styles.length] ?? styles[0];
  const behind = [
    drawSky(chance, palette),
    style(chance, palette),
    drawSilhouette(chance(silhouetteNames.length), chance, palette),
    drawGlow(chance, palette),
    drawStage(game.gameType, palette),
    drawSmallThings(chance),
  ].join("");
  const name = drawName(game, letterBytes, chance, palette);
  const front = drawMotif(house === undefined ? motif : "house", house?.drawing ?? motifs[motif], chance, { top: name.top, deep: palette.deep });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400" viewBox="0 0 600 800">${behind}${front}${drawFoot(palette, name.top)}${name.drawn}</svg>`;
}

/**
 * A game's cover as SVG, 300 by 400, on a double grid: the same bytes for the same game on any machine. Letters are drawn with fewer corners where
 * the whole would weigh more than 9 KB.
 */
export function drawCover(game: CoverGame): string {
  let cover = "";
  for (const letterBytes of LETTER_BYTES) {
    cover = compose(game, letterBytes);
    if (cover.length <= COVER_BYTES_MAX) break;
  }
  return cover;
}
