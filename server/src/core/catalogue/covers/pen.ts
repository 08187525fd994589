/** Light falls from the upper left on everything that is drawn: a paint is the lit, the plain and the shaded side of a colour. */
const paints = {
  gold: ["#fff6b0", "#ffc02b", "#c46200"],
  red: ["#ff9a86", "#ea2540", "#7c0428"],
  pink: ["#ffc9e4", "#f4489a", "#8c0f5e"],
  blue: ["#b9edff", "#2c97f4", "#0b389a"],
  teal: ["#bcfff0", "#16bfa8", "#035468"],
  green: ["#d9ffa0", "#39ba4c", "#055c30"],
  purple: ["#e9caff", "#8f48ee", "#380d8c"],
  orange: ["#ffe49c", "#ff8d22", "#b83804"],
  ivory: ["#ffffff", "#fdeecb", "#c79c68"],
  steel: ["#ffffff", "#b9c6dc", "#4f5d7c"],
  wood: ["#ecb775", "#a9642a", "#52270e"],
  ink: ["#56608a", "#20263f", "#090c1a"],
  fire: ["#fffab0", "#ff9c1f", "#dd1a2e"],
} as const satisfies Record<string, readonly [string, string, string]>;

export type Paint = keyof typeof paints;

/** The gradients that a drawing asks for by `url(#name)`, and no others. */
export function paintsOf(drawing: string): string {
  return (Object.keys(paints) as Paint[])
    .filter((paint) => drawing.includes(`url(#${paint})`))
    .map((paint) => gradient(paint, paints[paint], 'x2=".35" y2="1"'))
    .join("");
}

/** A gradient of two or three colours; `axis` says which way it runs. */
export function gradient(id: string, colors: readonly string[], axis: string): string {
  const stops = colors.map((color, at) => `<stop${at === 0 ? "" : ` offset="${at === colors.length - 1 ? "1" : ".5"}"`} stop-color="${color}"/>`);
  return `<linearGradient id="${id}" ${axis}>${stops.join("")}</linearGradient>`;
}

/** A colour as it is written, a paint by its name. */
const fillOf = (fill: string): string => (fill in paints ? `url(#${fill})` : fill);

export const shape = (fill: string, d: string, more = ""): string => `<path fill="${fillOf(fill)}" d="${d}"${more && ` ${more}`}/>`;
export const disc = (fill: string, x: number, y: number, r: number, more = ""): string =>
  `<circle fill="${fillOf(fill)}" cx="${x}" cy="${y}" r="${r}"${more && ` ${more}`}/>`;
export const oval = (fill: string, x: number, y: number, rx: number, ry: number, more = ""): string =>
  `<ellipse fill="${fillOf(fill)}" cx="${x}" cy="${y}" rx="${rx}" ry="${ry}"${more && ` ${more}`}/>`;
/** A stroke with round ends. */
export const line = (color: string, width: number, d: string): string =>
  `<path fill="none" stroke="${fillOf(color)}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;
/** Light (white) or shade (black) laid over what is below. */
export const shine = (d: string, alpha = ".5"): string => `<path fill="#fff" opacity="${alpha}" d="${d}"/>`;
export const shade = (d: string, alpha = ".3"): string => `<path fill="#000" opacity="${alpha}" d="${d}"/>`;
/** The same drawing several times around a centre. */
export const around = (count: number, x: number, y: number, drawing: string): string =>
  Array.from({ length: count }, (_, at) => (at === 0 ? drawing : `<g transform="rotate(${Math.round((at * 360) / count)} ${x} ${y})">${drawing}</g>`)).join("");
/** The same drawing and its mirror image about x = 100. */
export const both = (drawing: string): string => `${drawing}<g transform="matrix(-1 0 0 1 200 0)">${drawing}</g>`;
export const tilted = (degrees: number, x: number, y: number, drawing: string): string => `<g transform="rotate(${degrees} ${x} ${y})">${drawing}</g>`;

/** A star's outline: its points reach `far`, its dents `near`. */
export function starPath(x: number, y: number, points: number, far: number, near: number): string {
  const corners = Array.from({ length: points * 2 }, (_, at) => {
    const turn = (at * Math.PI) / points;
    const reach = at % 2 === 0 ? far : near;
    return `${Math.round(x + reach * Math.sin(turn))} ${Math.round(y - reach * Math.cos(turn))}`;
  });
  return `M${corners.join("L")}Z`;
}
