interface MotifProps {
  className?: string | undefined;
}

const FLAG_COLORS = ["#ffb627", "#f0436a", "#22c493", "#38a3f5", "#fff3d6"] as const;

interface BuntingProps extends MotifProps {
  width?: number | undefined;
  height?: number | undefined;
  sag?: number | undefined;
  flags?: number | undefined;
  faint?: boolean | undefined;
}

/** Banderitas: one string of bunting sagging between two corners. */
export function Banderitas({ className, width = 600, height = 96, sag = 44, flags = 17, faint }: BuntingProps) {
  const size = (width / flags) * 0.62;
  const paths = FLAG_COLORS.map(() => "");
  for (let flag = 0; flag < flags; flag++) {
    const t = (flag + 0.5) / flags;
    const x = t * width;
    const y = 4 * sag * t * (1 - t) + 2;
    const slope = Math.atan((4 * sag * (1 - 2 * t)) / width);
    const point = (dx: number, dy: number) =>
      `${(x + dx * Math.cos(slope) - dy * Math.sin(slope)).toFixed(1)} ${(y + dx * Math.sin(slope) + dy * Math.cos(slope)).toFixed(1)}`;
    const color = flag % FLAG_COLORS.length;
    paths[color] += `M${point(-size / 2, 0)}L${point(size / 2, 0)}L${point(0, size * 1.15)}Z`;
  }
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMin slice" aria-hidden="true" className={className} opacity={faint ? 0.4 : 1}>
      <path d={`M0 2Q${width / 2} ${2 * sag + 2} ${width} 2`} fill="none" stroke="currentColor" strokeOpacity="0.5" strokeWidth="1.4" />
      {FLAG_COLORS.map((color, at) => (
        <path key={color} d={paths[at]} fill={color} />
      ))}
    </svg>
  );
}

const tilePath = (columns: number, rows: number, draw: (x: number, y: number) => string) =>
  Array.from({ length: columns * rows }, (_, at) => draw(at % columns, Math.floor(at / columns))).join("");

const capizPanes = tilePath(8, 10, (x, y) => {
  const left = x * 30 - 12 + (y % 2) * 15;
  const top = y * 30 - 14;
  return `M${left} ${top}l13 -13 13 13 -13 13z`;
});

/** The lattice of a capiz-shell window. */
export function Capiz({ className }: MotifProps) {
  return (
    <svg viewBox="0 0 200 266" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className={className}>
      <path d={capizPanes} fill="#fff" fillOpacity="0.1" stroke="#fff" strokeOpacity="0.12" strokeWidth="1.2" />
    </svg>
  );
}

const RAYS = 16;
const rays = Array.from({ length: RAYS }, (_, ray) => {
  const edge = (turn: number) => `${(100 + 320 * Math.cos(turn)).toFixed(1)} ${(112 + 320 * Math.sin(turn)).toFixed(1)}`;
  const start = (ray / RAYS) * 2 * Math.PI;
  return `M100 112L${edge(start)}L${edge(start + Math.PI / RAYS)}Z`;
}).join("");

export function Sunburst({ className }: MotifProps) {
  return (
    <svg viewBox="0 0 200 266" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className={className}>
      <path d={rays} fill="#fff" fillOpacity="0.1" />
    </svg>
  );
}

const wave = (y: number, shift: number) => `M${-60 + shift} ${y}${"q20 -16 40 0t40 0".repeat(4)}V280H-60Z`;

/** The waves a banca leaves behind. */
export function Waves({ className }: MotifProps) {
  return (
    <svg viewBox="0 0 200 266" preserveAspectRatio="xMidYMax slice" aria-hidden="true" className={className}>
      <circle cx="150" cy="52" r="26" fill="#fff" fillOpacity="0.12" />
      <path d={wave(160, 0)} fill="#fff" fillOpacity="0.09" />
      <path d={wave(186, 26)} fill="#fff" fillOpacity="0.11" />
      <path d={wave(212, 8)} fill="#fff" fillOpacity="0.13" />
    </svg>
  );
}

/** The slanted stripes along a jeepney's side. */
export function Stripes({ className }: MotifProps) {
  return (
    <svg viewBox="0 0 200 266" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className={className}>
      <path d="M-20 96L220 6v34L-20 130zM-20 214L220 124v34L-20 248z" fill="#fff" fillOpacity="0.12" />
      <path d="M-20 142L220 52v10L-20 152zM-20 260L220 170v10L-20 270z" fill="#ffd76b" fillOpacity="0.35" />
      <path d="M-20 62L220 -28v6L-20 68z" fill="#fff" fillOpacity="0.1" />
    </svg>
  );
}

/** Bunting at the head of a tile. */
export function Fiesta({ className }: MotifProps) {
  return (
    <div aria-hidden="true" className={className}>
      <Banderitas width={240} height={60} sag={30} flags={9} faint className="absolute inset-x-0 -top-2 w-full" />
      <Banderitas width={240} height={60} sag={22} flags={9} className="absolute inset-x-0 top-[9%] w-full" />
    </div>
  );
}
