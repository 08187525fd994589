import type { Chance } from "./chance.ts";
import { gradient, shape, starPath } from "./pen.ts";

/** One night of colour: the sky from the top down, what is darkest at the foot, the light behind the motif, and two colours of small things. */
export interface Palette {
  readonly sky: readonly [string, string, string];
  readonly deep: string;
  readonly glow: string;
  readonly tints: readonly [string, string];
}

export const palettes = {
  hibiscus: { sky: ["#5b0a4c", "#d3245f", "#ff9b66"], deep: "#2c0527", glow: "#ffb03f", tints: ["#ffd23f", "#ff7eb0"] },
  lagoon: { sky: ["#052b4d", "#0795a1", "#8ff0cf"], deep: "#032033", glow: "#8dffd8", tints: ["#ffe27a", "#35d6d0"] },
  ube: { sky: ["#1d0a52", "#6b34dd", "#e48af4"], deep: "#150636", glow: "#f59bff", tints: ["#ffc94a", "#b07bff"] },
  sea: { sky: ["#06134f", "#1a66e6", "#74d6ff"], deep: "#040d33", glow: "#7fe4ff", tints: ["#ffcf4a", "#5fb4ff"] },
  marigold: { sky: ["#8a1f02", "#f98a12", "#ffe066"], deep: "#330a03", glow: "#ffe45c", tints: ["#ffe98a", "#ff6a4d"] },
  palm: { sky: ["#023a30", "#12a552", "#c8f25c"], deep: "#03201c", glow: "#dcff5e", tints: ["#ffd84a", "#6fe08a"] },
  ember: { sky: ["#4a0312", "#d8162a", "#ff8a35"], deep: "#200208", glow: "#ff9a3d", tints: ["#ffd44a", "#ff5a4d"] },
  midnight: { sky: ["#0a0c3d", "#3036b8", "#8f6bff"], deep: "#05071d", glow: "#8f86ff", tints: ["#ffd667", "#7fb0ff"] },
} as const satisfies Record<string, Palette>;

export type PaletteName = keyof typeof palettes;

/** What a house game's cover shows, and in which night. */
export interface HouseScene {
  readonly palette: PaletteName;
  /** On a field of 200 by 200, as every motif. */
  readonly drawing: string;
}

/** Neighbours in this order differ as much as colours can. */
export const paletteNames = ["hibiscus", "lagoon", "marigold", "ube", "palm", "midnight", "ember", "sea"] as const satisfies readonly PaletteName[];

const point = (turn: number, reach: number, x: number, y: number): string =>
  `${Math.round(x + reach * Math.cos(turn))} ${Math.round(y + reach * Math.sin(turn))}`;

function sunburst(chance: Chance, { glow }: Palette): string {
  const rays = 10 + 2 * chance(5);
  const y = 250 + chance(80);
  const start = chance(30) / 30;
  const d = Array.from({ length: rays }, (_, at) => {
    const turn = ((at + start) / rays) * 2 * Math.PI;
    return `M300 ${y}L${point(turn, 720, 300, y)}L${point(turn + Math.PI / rays, 720, 300, y)}Z`;
  });
  return shape(glow, d.join(""), 'opacity=".28"');
}

function capiz(chance: Chance, { glow }: Palette): string {
  const pane = 56 + chance(4) * 10;
  const half = pane / 2;
  const lattice = Array.from({ length: 4 + Math.ceil(1400 / pane) }, (_, at) => {
    const x = at * pane - 800;
    return `M${x} 0l800 800M${x + 800} 0l-800 800`;
  }).join("");
  const panes = Array.from(
    { length: 7 },
    () => `M${chance(Math.ceil(600 / pane)) * pane} ${chance(9) * pane + half}l${half}-${half} ${half} ${half}-${half} ${half}Z`,
  ).join("");
  return `<path fill="none" stroke="${glow}" stroke-width="4" opacity=".36" d="${lattice}"/>${shape(glow, panes, 'opacity=".3"')}`;
}

function banderitas(chance: Chance, { tints }: Palette): string {
  const strings = [60 + chance(30), 150 + chance(50)];
  const flags = ["", "", ""];
  const ropes = strings.map((sag, at) => {
    const top = at === 0 ? 10 : 40 + chance(30);
    const count = 8 + at;
    for (let flag = 0; flag < count; flag++) {
      const t = (flag + 0.5) / count;
      const x = Math.round(600 * t);
      const y = Math.round(top + 4 * sag * t * (1 - t));
      const lean = Math.round((1 - 2 * t) * 14);
      flags[(flag + at) % 3] += `M${x - 24} ${y - lean}L${x + 24} ${y + lean}l${-24 - lean} 46Z`;
    }
    return `M0 ${top}Q300 ${top + 2 * sag} 600 ${top}`;
  });
  const colors = [tints[0], tints[1], "#fff3d6"];
  return `<path fill="none" stroke="#fff" stroke-width="4" opacity=".6" d="${ropes.join("")}"/>${flags.map((d, at) => shape(colors[at] ?? "#fff", d, 'opacity=".85"')).join("")}`;
}

function waves(chance: Chance, { glow }: Palette): string {
  const step = 100 + chance(4) * 20;
  const rows = Array.from({ length: 5 }, (_, row) => {
    const y = 70 + row * 110 + chance(30);
    const crests = `q${step / 2}-70 ${step} 0`.repeat(Math.ceil(760 / step));
    return `M${-chance(step)} ${y}${crests}v26${`q-${step / 2}-70-${step} 0`.repeat(Math.ceil(760 / step))}Z`;
  });
  return shape(glow, rows.join(""), 'opacity=".26"');
}

function stripes(chance: Chance, { glow }: Palette): string {
  const lean = chance(2) === 0 ? 260 : -260;
  const width = 44 + chance(4) * 10;
  const d = Array.from({ length: 8 }, (_, at) => {
    const x = at * width * 2 - 260 + chance(10);
    return `M${x} 0h${width}l${lean} 800h-${width}Z`;
  });
  return shape(glow, d.join(""), 'opacity=".22"');
}

/** GAME-19's five styles in its order. */
export const styles = [sunburst, capiz, banderitas, waves, stripes] as const satisfies readonly ((chance: Chance, palette: Palette) => string)[];

/** What stands on the horizon, twice: far and pale, near and dark. */
export const silhouettes = {
  mayon: "M0 800V560Q150 530 262 366q16-20 38-20t38 20Q450 530 600 560V800Z",
  palms:
    "M0 800V590q60-30 120-30c-6-70-20-110-44-150-30-4-50 8-70 30 10-34 34-52 64-48-20-24-46-30-70-22 30-24 64-16 82 10 14-34 42-46 76-34-28 4-46 18-56 40 34 0 54 18 62 50-20-24-38-34-60-34 26 44 40 92 44 158 100-20 250-10 300 6 4-60-4-100-18-136-22 2-38 12-54 32 4-30 20-48 46-52-12-18-30-24-54-22 24-20 56-18 72 8 12-28 36-38 66-26-24 4-38 16-46 34 24 2 40 16 46 42v410Z",
  skyline: "M0 800V500h40v-60h50v90h24V400l30-30 30 30v120h26v-80h56v100h30V450h20v-40h34v40h20v90h30V380h60v150h24v-70l34-20 34 20v70h28v-50h30v320Z",
  hills: "M0 800V560q40-70 90-70t80 60q40-120 110-120t100 120q40-70 90-70t70 60q20-30 60-30V800Z",
  reef: "M0 800V600c20-10 20-60 10-100 16-8 26 10 26 40 10-30 8-60 0-90 20-8 30 20 26 60 12-10 24-30 40-20 0 30-26 50-26 90 100 20 300 20 400 0-10-50-40-60-40-100 20-6 34 10 40 36 4-40-6-70 0-100 22-4 26 30 24 70 10-26 22-44 40-40 6 40-24 80-24 130l84 20v204Z",
  huts: "M0 800V580h40v-70H14l70-80 70 80h-26v70h60v-40h-30l96-100 96 100h-30v40h60v-90h-26l80-90 80 90h-26v90h82V800Z",
  walls: "M0 800V500h36v-34h40v34h36v-34h40v34h30v60h70v-90h-20v-50h36v24h26v-24h36v24h26v-24h36v50h-20v90h70v-60h30v-34h40v34h36v-34h28v364Z",
  clouds: "M0 800V560c20-50 90-50 104-6 10-60 110-66 124 0 20-30 66-30 80 4 16-56 104-52 116 4 16-50 110-40 116 10 16-24 44-20 60-2V800Z",
} as const satisfies Record<string, string>;

export const silhouetteNames = Object.keys(silhouettes) as (keyof typeof silhouettes)[];

export function drawSilhouette(at: number, chance: Chance, { sky, deep }: Palette): string {
  const name = silhouetteNames[at % silhouetteNames.length] ?? "mayon";
  const mirror = chance(2) === 0 ? "1.3 0 0 1.1 -90" : "-1.3 0 0 1.1 690";
  const far = `<path fill="${sky[1]}" opacity=".75" transform="matrix(${mirror} ${-130 - chance(40)})" d="${silhouettes[name]}"/>`;
  return `${far}<path fill="${deep}" opacity=".72" transform="translate(0 ${chance(50)})" d="${silhouettes[name]}"/>`;
}

const smallThings = {
  coin: '<circle r="20" fill="#c46200"/><circle r="20" cy="-3" fill="#ffc02b"/><circle r="12" cy="-3" fill="#ffe98a"/>',
  gem: '<path fill="#fff" d="M-14-16h28l12 14L0 24-26-2Z"/><path fill="#59c4ff" d="M-26-2H26L0 24Z"/><path fill="#1f7de6" d="M8-2h18L0 24Z"/>',
  star: `<path fill="#fff3b0" d="${starPath(0, 0, 4, 30, 8)}"/>`,
  leaf: '<path fill="#49c764" d="M-26 10C-20-20 8-28 28-22 26 8 4 26-26 10Z"/><path fill="#0b6b38" d="M-26 10C-4 4 12-6 28-22 26 8 4 26-26 10Z"/>',
  shell:
    '<path fill="#ffd0e4" d="M0 24C-30 10-32-22-14-22c2-10 26-10 28 0C32-22 30 10 0 24Z"/><path fill="none" stroke="#d0468a" stroke-width="4" d="M0 20v-40M-4 18l-12-30M4 18l12-30"/>',
  petal: '<path fill="#ff7eb0" d="M-24 6C-20-22 14-30 26-8 20 20-8 28-24 6Z"/><path fill="#ffd0e4" d="M-18 4C-10-14 10-18 20-8 6-8-6-4-18 4Z"/>',
} as const satisfies Record<string, string>;

const thingNames = Object.keys(smallThings) as (keyof typeof smallThings)[];

/** Places beside the motif where something small may fly. */
const places = [
  [70, 120],
  [530, 110],
  [56, 300],
  [548, 290],
  [90, 440],
  [516, 450],
  [180, 66],
  [424, 60],
] as const;

/** Three to five small things of one kind, in places that lie beside the motif. */
export function drawSmallThings(chance: Chance): string {
  const thing = smallThings[thingNames[chance(thingNames.length)] ?? "star"];
  const first = chance(places.length);
  const count = 3 + chance(3);
  const drawn = Array.from({ length: count }, (_, at) => {
    const [x, y] = places[(first + at * 3) % places.length] ?? places[0];
    const spot = `translate(${x + chance(30) - 15} ${y + chance(30) - 15})rotate(${chance(90) - 45})scale(.${8 + chance(2)})`;
    return at === 0 ? `<g transform="${spot}"><g id="t">${thing}</g></g>` : `<use href="#t" transform="${spot}"/>`;
  });
  return drawn.join("");
}

const pitch =
  shape("#159a52", "M0 800V450q300-60 600 0V800Z") +
  '<path fill="none" stroke="#fff" stroke-width="7" opacity=".7" d="M0 470q300-60 600 0M300 440v130M170 520q130-50 260 0t-260 0"/>';
const felt =
  shape("#5a2a0c", "M0 800V470q300-110 600 0V800Z") +
  shape("#ffc02b", "M0 800V488q300-110 600 0V800Z") +
  shape("#0b6b4a", "M0 800V498q300-110 600 0V800Z") +
  '<path fill="none" stroke="#fff" stroke-width="4" opacity=".45" d="M0 540q300-110 600 0"/>';
const waterRays =
  shape("#fff", "M120 0h70L60 640h-120ZM280 0h60l20 640h-130ZM430 0h80l150 640h-120Z", 'opacity=".14"') +
  `<g fill="none" stroke="#fff" stroke-width="5" opacity=".55">${[
    [84, 380, 16],
    [116, 330, 9],
    [520, 400, 20],
    [492, 336, 11],
    [540, 210, 8],
    [66, 220, 12],
  ]
    .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`)
    .join("")}</g>`;
const fan = ({ deep }: Palette): string =>
  `<g>${[-50, -25, 0, 25, 50].map((turn) => `<path fill="${deep}" fill-opacity=".4" stroke="#fff3d6" stroke-width="8" stroke-linejoin="round" transform="rotate(${turn} 300 540)" d="M216 104h168v250H216Z"/>`).join("")}</g>`;
const feather =
  '<g id="f"><path fill="#ffb02b" d="M125 507C-8 437-61 263-14 164c71 84 137 249 139 343Z"/><path fill="#c3121f" d="M125 507C84 416 18 250-14 164c71 84 137 249 139 343Z"/><path fill="none" stroke="#fff3d6" stroke-width="5" d="M151 572L9 220"/></g><use href="#f" transform="matrix(-1 0 0 1 600 0)"/>';

/** What a game's type puts on the stage, behind the motif; other types leave it to the silhouette. */
const stages: Readonly<Record<string, (palette: Palette) => string>> = {
  LIVE: () => felt,
  FISH: () => waterRays,
  PVP: fan,
  SPORTS: () => pitch,
  ESPORTS: () => pitch,
  COCKFIGHT: () => feather,
};
export const drawStage = (gameType: string, palette: Palette): string => stages[gameType]?.(palette) ?? "";

/** Where the night comes from: above, a corner, or the horizon. */
const axes = [
  'x2="0" y2=".8"',
  'x2="1" y2=".9"',
  'x1="1" x2="0" y2=".9"',
  'y1=".75" x2="0" y2="0"',
  'y1=".8" x2="1" y2="0"',
  'x1="1" y1=".8" x2="0" y2="0"',
] as const;

/** The sky, and what hangs in it: a moon, beams, or stars. */
export function drawSky(chance: Chance, { sky, tints, glow }: Palette): string {
  const defs = gradient("sky", sky, axes[chance(axes.length)] ?? axes[0]);
  const side = chance(2) === 0 ? 90 + chance(60) : 450 + chance(60);
  const hanging = [
    `<circle cx="${side}" cy="${100 + chance(120)}" r="${90 + chance(70)}" fill="${tints[0]}" opacity=".6"/>`,
    `<circle cx="${side}" cy="${120 + chance(60)}" r="${190 + chance(60)}" fill="${tints[1]}" opacity=".5"/>`,
    shape(glow, `M0 800L${side} -60h${60 + chance(120)}L60 800ZM600 800L${600 - side} -60h-${60 + chance(60)}L540 800Z`, 'opacity=".28"'),
    `<g fill="#fff" opacity=".7">${Array.from({ length: 9 }, () => `<circle cx="${chance(600)}" cy="${chance(260)}" r="${2 + chance(4)}"/>`).join("")}</g>`,
  ];
  return `<defs>${defs}</defs><path fill="url(#sky)" d="M0 0h600v800H0Z"/>${hanging[chance(hanging.length)] ?? ""}`;
}

/** The light behind the motif: a soft disc, a ring of light, or a burst. */
export function drawGlow(chance: Chance, { glow }: Palette): string {
  const [x, y] = [240 + chance(121), 250 + chance(100)];
  const soft = `<radialGradient id="glow"><stop stop-color="${glow}"/><stop offset=".4" stop-color="${glow}" stop-opacity=".5"/><stop offset="1" stop-color="${glow}" stop-opacity="0"/></radialGradient>`;
  const kinds = [
    "",
    `<circle cx="300" cy="300" r="${212 + chance(20)}" fill="none" stroke="${glow}" stroke-width="${6 + chance(8)}" opacity=".55"/>`,
    `<g opacity=".4">${shape(glow, starPath(300, 300, 16 + 2 * chance(4), 330, 210))}</g>`,
  ];
  return `<defs>${soft}</defs>${kinds[chance(kinds.length)] ?? ""}<circle cx="${x}" cy="${y}" r="${300 + chance(80)}" fill="url(#glow)" opacity=".${6 + chance(4)}"/>`;
}

/** Dark enough under a name in white and gold, whatever the sky; it begins above the name's head. */
export const drawFoot = ({ sky, deep }: Palette, top: number): string =>
  `<defs><linearGradient id="foot" x2="0" y2="1"><stop stop-color="${sky[0]}" stop-opacity="0"/><stop offset=".4" stop-color="${sky[0]}" stop-opacity=".9"/><stop offset=".75" stop-color="${sky[0]}"/><stop offset="1" stop-color="${deep}"/></linearGradient></defs><path fill="url(#foot)" d="M0 ${top - 120}h600V800H0Z"/>`;
