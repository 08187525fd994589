/** Pictures of our own for what is shipped: a fiesta at night, as SVG. They bear no words, because words have a language. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The two frames of a banner: a desk's and a telephone's. */
export const wide: Size = { width: 1_560, height: 878 };
export const tall: Size = { width: 1_160, height: 870 };

interface Palette {
  readonly top: string;
  readonly low: string;
  readonly glow: string;
  readonly near: string;
}

const palettes = {
  night: { top: "#070b18", low: "#2a2152", glow: "#ffb627", near: "#0c1228" },
  hibiscus: { top: "#14081a", low: "#5a1638", glow: "#ff7d9c", near: "#1c0b1c" },
  sea: { top: "#04121f", low: "#0d4a63", glow: "#5fd0ff", near: "#062033" },
  palm: { top: "#06140f", low: "#0f5140", glow: "#7be3b4", near: "#07231b" },
  dusk: { top: "#150d26", low: "#7a3b2a", glow: "#ffcf6b", near: "#21122b" },
} as const satisfies Record<string, Palette>;

const marigold = "#ffb627";
const hibiscus = "#f0436a";
const palm = "#22c493";
const sea = "#38a3f5";
const paper = "#f3f1ea";
const bright = [marigold, hibiscus, palm, sea, "#ff8a3c"] as const;

/** The same numbers from the same word, so that a picture is the same wherever it is drawn. */
function numbersOf(seed: string): () => number {
  let state = [...seed].reduce((sum, sign) => (Math.imul(sum, 31) + sign.codePointAt(0)!) >>> 0, 7);
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const at = (radius: number, turn: number): readonly [number, number] => [Math.round(radius * Math.sin(turn)), Math.round(-radius * Math.cos(turn))];
const pointsOf = (points: readonly (readonly [number, number])[]): string => points.map((point) => point.join(",")).join(" ");
const placed = (x: number, y: number, inner: string, more = ""): string => `<g transform="translate(${Math.round(x)} ${Math.round(y)})${more}">${inner}</g>`;

function stars({ width, height }: Size, seed: string): string {
  const next = numbersOf(seed);
  return Array.from({ length: 70 }, () => {
    const [x, y, radius] = [next() * width, next() * height * 0.6, 0.8 + next() * 2.2];
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${radius.toFixed(1)}" fill="${paper}" opacity="${(0.25 + next() * 0.6).toFixed(2)}"/>`;
  }).join("");
}

const rays = (x: number, y: number, length: number, color: string): string =>
  placed(
    x,
    y,
    Array.from({ length: 24 }, (_, one) => {
      const [turn, half] = [(one * Math.PI) / 12, Math.PI / 44];
      return `<polygon points="0,0 ${pointsOf([at(length, turn - half), at(length, turn + half)])}" fill="${color}" opacity="${one % 2 === 0 ? 0.14 : 0.06}"/>`;
    }).join(""),
  );

/** Bunting on a string that hangs from one edge to the other. */
function bunting({ width }: Size, { y, sag, size, seed }: { y: number; sag: number; size: number; seed: string }): string {
  const next = numbersOf(seed);
  const count = Math.ceil(width / (size * 1.15));
  const drop = (x: number): number => y + sag * Math.sin((Math.PI * x) / width);
  const flags = Array.from({ length: count }, (_, one) => {
    const x = (one + 0.5) * (width / count);
    const [top, color] = [drop(x), bright[Math.floor(next() * bright.length)]!];
    return `<path d="M${(x - size / 2.4).toFixed(0)} ${top.toFixed(0)}h${(size / 1.2).toFixed(0)}v${(size * 0.9).toFixed(0)}l${(-size / 2.4).toFixed(0)} ${(-size * 0.3).toFixed(0)}l${(-size / 2.4).toFixed(0)} ${(size * 0.3).toFixed(0)}z" fill="${color}"/><path d="M${(x - size / 2.4).toFixed(0)} ${top.toFixed(0)}h${(size / 1.2).toFixed(0)}v${(size * 0.22).toFixed(0)}h${(-size / 1.2).toFixed(0)}z" fill="#000" opacity=".18"/>`;
  }).join("");
  return `<path d="M0 ${y}Q${width / 2} ${y + sag * 2.0} ${width} ${y}" fill="none" stroke="${paper}" stroke-opacity=".5" stroke-width="3"/>${flags}`;
}

/** The star lantern: eight triangles around a lit heart, in a ring, with two tails. */
export function parol(x: number, y: number, radius: number): string {
  const arms = Array.from({ length: 10 }, (_, one) => {
    const [turn, next] = [(one * Math.PI) / 5, ((one + 1) * Math.PI) / 5];
    const [outer, inner] = one % 2 === 0 ? [at(radius, turn), at(radius * 0.46, next)] : [at(radius * 0.46, turn), at(radius, next)];
    return `<polygon points="0,0 ${pointsOf([outer, inner])}" fill="${one % 2 === 0 ? marigold : "#e8930f"}"/>`;
  }).join("");
  const tail = (side: number): string => {
    const reach = side * radius * 0.62;
    const lines = [0, 1, 2, 3, 4].map((one) => {
      const from = reach + side * (one - 2) * radius * 0.07;
      return `<path d="M${reach.toFixed(0)} ${(radius * 0.8).toFixed(0)}q${(side * 12).toFixed(0)} ${(radius * 0.3).toFixed(0)} ${(from - reach).toFixed(0)} ${(radius * 0.75).toFixed(0)}" fill="none" stroke="${bright[one]}" stroke-width="${(radius * 0.035).toFixed(1)}" stroke-linecap="round"/>`;
    });
    return `<circle cx="${reach.toFixed(0)}" cy="${(radius * 0.8).toFixed(0)}" r="${(radius * 0.08).toFixed(0)}" fill="${hibiscus}"/>${lines.join("")}`;
  };
  const ring = `<circle r="${(radius * 1.08).toFixed(0)}" fill="none" stroke="${hibiscus}" stroke-width="${(radius * 0.05).toFixed(0)}" opacity=".9"/>`;
  const heart = `<polygon points="${pointsOf(Array.from({ length: 10 }, (_, one) => at(one % 2 === 0 ? radius * 0.42 : radius * 0.2, (one * Math.PI) / 5)))}" fill="#fff3cf"/>`;
  const beads = Array.from({ length: 20 }, (_, one) => {
    const [bx, by] = at(radius * 1.08, (one * Math.PI) / 10);
    return `<circle cx="${bx}" cy="${by}" r="${(radius * 0.045).toFixed(1)}" fill="${one % 2 === 0 ? paper : palm}"/>`;
  }).join("");
  return placed(x, y, `${glow(radius * 2.1, "#ffcf6b")}${tail(-1)}${tail(1)}${arms}${heart}${ring}${beads}`);
}

/** Light as rings of one colour: a gradient of our own that needs no filter. */
const glow = (radius: number, color: string): string =>
  Array.from({ length: 14 }, (_, one) => `<circle r="${(radius * (1 - one / 15)).toFixed(0)}" fill="${color}" opacity=".028"/>`).join("");

/** Sea in the foot of the picture, in four rows, with the boat that has two floats. */
function waters({ width, height }: Size, low: string): string {
  const rows = [0, 1, 2, 3].map((row) => {
    const [top, step] = [height * (0.76 + row * 0.065), 90 - row * 6];
    const crests = Array.from({ length: Math.ceil(width / step) + 1 }, () => `q${step / 2} ${-26 + row * 3} ${step} 0`).join("");
    return `<path d="M${-row * 30} ${top.toFixed(0)}${crests}V${height}H${-row * 30}z" fill="${[low, "#0b3b57", "#082b43", "#051d30"][row]}" opacity=".95"/>`;
  });
  return rows.join("");
}

const banca = (x: number, y: number, size: number): string =>
  placed(
    x,
    y,
    `<path d="M${-size} 0q${size} ${size * 0.34} ${size * 2} 0l${-size * 0.25} ${size * 0.24}h${-size * 1.5}z" fill="#3a1d12"/><path d="M${-size} 0q${size} ${size * 0.34} ${size * 2} 0" fill="none" stroke="${marigold}" stroke-width="5"/><path d="M0 ${size * 0.1}V${-size * 1.1}" stroke="#caa46a" stroke-width="7"/><path d="M10 ${-size * 1.05}q${size * 0.7} ${size * 0.45} ${size * 0.62} ${size * 0.98}H10z" fill="${hibiscus}"/><path d="M-10 ${-size * 0.85}q${-size * 0.5} ${size * 0.4} ${-size * 0.46} ${size * 0.78}h${size * 0.46}z" fill="${marigold}"/><path d="M${-size * 1.2} ${size * 0.3}h${size * 2.4}" stroke="#caa46a" stroke-width="6" stroke-linecap="round"/>`,
  );

/** Roofs of a town below hills, with lit windows. */
function town({ width, height }: Size, { near, seed }: { near: string; seed: string }): string {
  const next = numbersOf(seed);
  const hills = `<path d="M0 ${height * 0.72}q${width * 0.2} ${-height * 0.17} ${width * 0.42} ${-height * 0.02}t${width * 0.58} ${-height * 0.08}V${height}H0z" fill="${near}" opacity=".75"/>`;
  const houses = Array.from({ length: Math.ceil(width / 104) }, (_, one) => {
    const [x, size, tallness] = [one * 104 - 20, 96 + next() * 26, height * (0.12 + next() * 0.1)];
    const top = height - tallness;
    const windows = [0.22, 0.58].map(
      (part) =>
        `<rect x="${(x + size * part).toFixed(0)}" y="${(top + tallness * 0.34).toFixed(0)}" width="${(size * 0.2).toFixed(0)}" height="${(tallness * 0.26).toFixed(0)}" rx="3" fill="${next() > 0.3 ? "#ffcf6b" : "#3a2c4a"}"/>`,
    );
    return `<path d="M${(x - 8).toFixed(0)} ${top.toFixed(0)}l${(size / 2 + 8).toFixed(0)} ${(-size * 0.42).toFixed(0)}l${(size / 2 + 8).toFixed(0)} ${(size * 0.42).toFixed(0)}v${tallness.toFixed(0)}h${(-size - 16).toFixed(0)}z" fill="${near}"/>${windows.join("")}`;
  }).join("");
  return hills + houses;
}

const pip = (x: number, y: number, radius: number): string => `<circle cx="${x}" cy="${y}" r="${radius}" fill="#1a1203"/>`;

/** A die seen from a corner: three faces, with their pips drawn flat on them. */
function die(x: number, y: number, size: number, turn: number): string {
  const half = size / 2;
  const face = (pips: readonly (readonly [number, number])[], color: string): string =>
    `<rect x="${-half}" y="${-half}" width="${size}" height="${size}" rx="${size * 0.13}" fill="${color}"/>${pips.map(([px, py]) => pip(px * half * 0.55, py * half * 0.55, size * 0.085)).join("")}`;
  const top = `<g transform="translate(0 ${-size * 0.5}) matrix(.87 -.5 .87 .5 0 0)">${face(
    [
      [0, 0],
      [-1, -1],
      [1, 1],
    ],
    "#fff6df",
  )}</g>`;
  const left = `<g transform="translate(${-size * 0.433} ${size * 0.25}) matrix(.87 .5 0 1 0 0)">${face(
    [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ],
    marigold,
  )}</g>`;
  const right = `<g transform="translate(${size * 0.433} ${size * 0.25}) matrix(.87 -.5 0 1 0 0)">${face(
    [
      [-1, -1],
      [0, 0],
      [1, 1],
      [-1, 1],
      [1, -1],
    ],
    "#e08a10",
  )}</g>`;
  return placed(x, y, `${left}${right}${top}`, ` rotate(${turn})`);
}

const mango = (x: number, y: number, size: number, turn: number): string =>
  placed(
    x,
    y,
    `<path d="M0 ${-size}c${size * 0.9} ${-size * 0.1} ${size * 1.1} ${size * 1.2} ${size * 0.3} ${size * 1.7}c${-size * 0.9} ${size * 0.5} ${-size * 1.5} ${-size * 0.4} ${-size * 1.1} ${-size}c${size * 0.2} ${-size * 0.4} ${size * 0.4} ${-size * 0.7} ${size * 0.8} ${-size * 0.7}z" fill="${marigold}"/><path d="M${size * 0.2} ${-size * 0.7}c${size * 0.6} ${size * 0.2} ${size * 0.6} ${size * 1} ${size * 0.1} ${size * 1.3}" fill="none" stroke="#ff7d3c" stroke-width="${size * 0.16}" stroke-linecap="round" opacity=".7"/><path d="M0 ${-size}q${size * 0.2} ${-size * 0.5} ${size * 0.8} ${-size * 0.5}q${-size * 0.1} ${size * 0.5} ${-size * 0.8} ${size * 0.5}z" fill="${palm}"/>`,
    ` rotate(${turn})`,
  );

const coin = (x: number, y: number, size: number): string =>
  placed(
    x,
    y,
    `<ellipse rx="${size}" ry="${size * 0.34}" cy="${size * 0.22}" fill="#b87400"/><ellipse rx="${size}" ry="${size * 0.34}" fill="${marigold}"/><ellipse rx="${size * 0.74}" ry="${size * 0.23}" fill="none" stroke="#fff3cf" stroke-width="${size * 0.06}"/>`,
  );

const coins = (x: number, y: number, size: number, count: number): string =>
  Array.from({ length: count }, (_, one) => coin(x + (one % 2) * 6, y - one * size * 0.3, size)).join("");

const shield = (x: number, y: number, size: number): string =>
  placed(
    x,
    y,
    `${glow(size * 1.9, "#7be3b4")}<path d="M0 ${-size}l${size * 0.85} ${size * 0.3}v${size * 0.6}c0 ${size * 0.6} ${-size * 0.4} ${size * 0.95} ${-size * 0.85} ${size * 1.2}c${-size * 0.45} ${-size * 0.25} ${-size * 0.85} ${-size * 0.6} ${-size * 0.85} ${-size * 1.2}v${-size * 0.6}z" fill="#0e8f68"/><path d="M0 ${-size}v${size * 2.1}c${size * 0.45} ${-size * 0.25} ${size * 0.85} ${-size * 0.6} ${size * 0.85} ${-size * 1.2}v${-size * 0.6}z" fill="${palm}"/><path d="M${-size * 0.38} ${size * 0.05}l${size * 0.28} ${size * 0.3}l${size * 0.5} ${-size * 0.62}" fill="none" stroke="#fff" stroke-width="${size * 0.15}" stroke-linecap="round" stroke-linejoin="round"/>`,
  );

/** A window of shells: what grandmother's house looks out of. */
function capiz(x: number, y: number, size: number): string {
  const panes = Array.from({ length: 16 }, (_, one) => {
    const [column, row] = [one % 4, Math.floor(one / 4)];
    return `<rect x="${column * size}" y="${row * size}" width="${size - 6}" height="${size - 6}" rx="4" fill="${["#fff0c9", "#ffdf98", "#f7c465", "#ffe7b3"][(column * 3 + row * 2) % 4]}"/>`;
  }).join("");
  return placed(x - size * 2, y - size * 2, `<rect x="-16" y="-16" width="${size * 4 + 26}" height="${size * 4 + 26}" rx="10" fill="#3a1d12"/>${panes}`);
}

const phone = (x: number, y: number, size: number): string =>
  placed(
    x,
    y,
    `<rect x="${-size * 0.55}" y="${-size}" width="${size * 1.1}" height="${size * 2}" rx="${size * 0.14}" fill="#0a0e1a" stroke="#465488" stroke-width="7"/><rect x="${-size * 0.47}" y="${-size * 0.86}" width="${size * 0.94}" height="${size * 1.72}" rx="${size * 0.06}" fill="#1a2347"/>${parol(0, -size * 0.2, size * 0.27)}<rect x="${-size * 0.34}" y="${size * 0.46}" width="${size * 0.68}" height="${size * 0.16}" rx="${size * 0.08}" fill="${marigold}"/>`,
    " rotate(8)",
  );

const padlock = (x: number, y: number, size: number): string =>
  placed(
    x,
    y,
    `${glow(size * 1.9, "#5fd0ff")}<path d="M${-size * 0.45} 0v${-size * 0.4}a${size * 0.45} ${size * 0.45} 0 0 1 ${size * 0.9} 0V0" fill="none" stroke="${paper}" stroke-width="${size * 0.16}"/><rect x="${-size * 0.75}" y="${-size * 0.06}" width="${size * 1.5}" height="${size * 1.1}" rx="${size * 0.16}" fill="${sea}"/><circle cy="${size * 0.4}" r="${size * 0.16}" fill="#04121f"/><path d="M0 ${size * 0.42}v${size * 0.3}" stroke="#04121f" stroke-width="${size * 0.12}" stroke-linecap="round"/>`,
  );

type Motif = (x: number, y: number, size: number) => string;

/** What each picture is about. */
const motifs = {
  parol: (x, y, size) => parol(x, y, size * 0.82),
  dice: (x, y, size) =>
    `${placed(x, y, glow(size * 1.8, "#ffcf6b"))}${die(x - size * 0.42, y + size * 0.2, size * 0.86, -8)}${die(x + size * 0.56, y - size * 0.3, size * 0.62, 14)}`,
  mango: (x, y, size) =>
    `${placed(x, y, glow(size * 1.7, "#ffcf6b"))}${mango(x - size * 0.4, y + size * 0.14, size * 0.62, -18)}${mango(x + size * 0.5, y - size * 0.1, size * 0.5, 16)}${coins(x + size * 0.1, y + size * 1.06, size * 0.3, 3)}`,
  coins: (x, y, size) =>
    `${placed(x, y, glow(size * 1.7, "#ffcf6b"))}${coins(x - size * 0.62, y + size * 0.7, size * 0.4, 5)}${coins(x + size * 0.1, y + size * 0.8, size * 0.44, 9)}${coins(x + size * 0.82, y + size * 0.7, size * 0.38, 3)}`,
  shield: (x, y, size) => shield(x, y - size * 0.1, size * 0.86),
  banca: (x, y, size) => banca(x, y + size * 0.95, size * 0.9),
  window: (x, y, size) => `${placed(x, y, glow(size * 1.9, "#ffcf6b"))}${capiz(x, y, size * 0.4)}`,
  phone: (x, y, size) => phone(x, y, size * 0.9),
  padlock: (x, y, size) => padlock(x, y - size * 0.1, size * 0.8),
} as const satisfies Record<string, Motif>;

export interface Scene {
  readonly palette: keyof typeof palettes;
  readonly motif: keyof typeof motifs;
  readonly foot: "town" | "sea";
  readonly seed: string;
}

/** One picture. On a desk its motif stands on the right and leaves the left to words; on a telephone it stands above them. */
export function drawScene({ palette, motif, foot, seed }: Scene, size: Size): string {
  const { width, height } = size;
  const { top, low, glow: light, near } = palettes[palette];
  const isWide = width / height > 1.5;
  const [x, y, reach] = isWide ? [width * 0.72, height * 0.5, height * 0.3] : [width * 0.6, height * 0.42, height * 0.25];
  const sky = `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${low}"/></linearGradient><linearGradient id="d" x1="0" y1="${isWide ? 0 : 1}" x2="${isWide ? 1 : 0}" y2="0"><stop offset="0" stop-color="${top}" stop-opacity=".86"/><stop offset=".55" stop-color="${top}" stop-opacity="0"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#s)"/>`;
  const ground = foot === "sea" ? waters(size, low) : town(size, { near, seed });
  const lights = `${bunting(size, { y: height * 0.05, sag: height * 0.07, size: height * 0.06, seed })}${bunting(size, { y: -height * 0.02, sag: height * 0.16, size: height * 0.05, seed: `${seed}2` })}`;
  const shade = `<rect width="${width}" height="${height}" fill="url(#d)"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${sky}${stars(size, seed)}${rays(x, y, width, light)}${ground}${shade}${motifs[motif](x, y, reach)}${lights}</svg>`;
}
