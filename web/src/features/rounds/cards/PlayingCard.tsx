import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { courtOf } from "./courts.tsx";
import { letterOf, rankOf, sayCard, suitOf } from "./sayCard.ts";

const INK = "#1b2036";
const RED = "#c9184a";
const TEN = 9;
const JACK = 10;

/** Spade, heart, diamond and club around 0, about 20 wide. */
const suitPaths = [
  "M0-10.5C2-5.5 10-1 9.3 4.2 8.7 7.8 4.2 8 1.3 4.8 1.5 8 2.6 9.3 4.2 10.2h-8.4C-2.6 9.3-1.5 8-1.3 4.8-4.2 8-8.7 7.8-9.3 4.2-10-1-2-5.5 0-10.5Z",
  "M0 10C-13 0-10.5-9.5-4.9-9.5-2-9.5-.5-7.4 0-5.8.5-7.4 2-9.5 4.9-9.5 10.5-9.5 13 0 0 10Z",
  "M0-11C2-6.5 5-3 8.2 0 5 3 2 6.5 0 11-2 6.5-5 3-8.2 0-5-3-2-6.5 0-11Z",
  "M0-10.3a4.7 4.7 0 0 1 3.4 8A4.7 4.7 0 1 1 1.3 4.3C1.5 8 2.6 9.3 4.2 10.2h-8.4C-2.6 9.3-1.5 8-1.3 4.3a4.7 4.7 0 1 1-2.1-6.6A4.7 4.7 0 0 1 0-10.3Z",
] as const;

type Pip = readonly [x: number, y: number];
const [LEFT, MID, RIGHT] = [35, 50, 65] as const;
const pair = (y: number): Pip[] => [
  [LEFT, y],
  [RIGHT, y],
];
const six = [...pair(28), ...pair(70), ...pair(112)];
const eight = [...pair(28), ...pair(56), ...pair(84), ...pair(112)];
const pips: readonly (readonly Pip[])[] = [
  [],
  [
    [MID, 28],
    [MID, 112],
  ],
  [
    [MID, 28],
    [MID, 70],
    [MID, 112],
  ],
  [...pair(28), ...pair(112)],
  [...pair(28), [MID, 70], ...pair(112)],
  six,
  [...six, [MID, 49]],
  [...six, [MID, 49], [MID, 91]],
  [...eight, [MID, 70]],
  [...eight, [MID, 42], [MID, 98]],
];

const widths = { sm: "w-9", md: "w-14", lg: "w-20" } as const;

export interface PlayingCardProps {
  /** 0 to 51: suit × 13 + rank; suits spades, hearts, diamonds, clubs; rank 0 is the ace, 12 the king. */
  card: number;
  faceDown?: boolean;
  /** Without its corners, which tell a card before its pips do; its name is not said either. */
  isBare?: boolean;
  /** 36, 56 or 80 px wide; a `className` with a width goes before it. The smallest shows rank and suit alone, so that they can be read. */
  size?: keyof typeof widths;
  className?: string;
}

/** A card of our own drawing; it says its name to whoever cannot see it. */
export function PlayingCard({ card, faceDown = false, isBare = false, size = "md", className }: PlayingCardProps) {
  const t = useT();
  return (
    <svg
      viewBox="0 0 100 140"
      role="img"
      aria-label={faceDown || isBare ? t("rounds.cardDown") : sayCard(card, t)}
      className={cx("block shrink-0 drop-shadow-[0_2px_4px_rgb(0_0_0/0.4)]", className ?? widths[size])}
    >
      {faceDown ? <CardBack /> : size === "sm" ? <SmallFace card={card} /> : <CardFace card={card} isBare={isBare} />}
    </svg>
  );
}

const colorOf = (card: number): string => (suitOf(card) === 1 || suitOf(card) === 2 ? RED : INK);
const Sheet = () => <rect x="1" y="1" width="98" height="138" rx="9" fill="#fffdf8" stroke="#1b2036" strokeOpacity="0.25" strokeWidth="1.5" />;

function Suit({ card, x, y, scale }: { card: number; x: number; y: number; scale: number }) {
  return <path d={suitPaths[suitOf(card)]} transform={`translate(${x} ${y}) scale(${scale})`} />;
}

function SmallFace({ card }: { card: number }) {
  return (
    <g fill={colorOf(card)}>
      <Sheet />
      <text
        x="50"
        y="66"
        textAnchor="middle"
        fontSize={rankOf(card) === TEN ? 56 : 66}
        fontWeight="800"
        letterSpacing={rankOf(card) === TEN ? -5 : 0}
        className="font-display"
      >
        {letterOf(card)}
      </text>
      <Suit card={card} x={50} y={104} scale={2.6} />
    </g>
  );
}

function CardFace({ card, isBare }: { card: number; isBare: boolean }) {
  const rank = rankOf(card);
  const corner = (
    <>
      <text
        x="12.5"
        y="25"
        textAnchor="middle"
        fontSize={rank === TEN ? 18 : 22}
        fontWeight="800"
        letterSpacing={rank === TEN ? -1.5 : 0}
        className="font-display"
      >
        {letterOf(card)}
      </text>
      <Suit card={card} x={12.5} y={36} scale={0.72} />
    </>
  );
  return (
    <g fill={colorOf(card)}>
      <Sheet />
      {rank >= JACK && courtOf(rank - JACK, colorOf(card) === RED)}
      {rank === 0 && <Suit card={card} x={50} y={70} scale={3} />}
      {rank > 0 &&
        rank < JACK &&
        pips[rank]?.map(([x, y]) => (
          <g key={`${x} ${y}`} transform={y > 70 ? `rotate(180 ${x} ${y})` : undefined}>
            <Suit card={card} x={x} y={y} scale={1} />
          </g>
        ))}
      {!isBare && (
        <>
          {corner}
          <g transform="rotate(180 50 70)">{corner}</g>
        </>
      )}
    </g>
  );
}

/** The lattice of a capiz window around a parol. */
function CardBack() {
  const panes = Array.from({ length: 17 }, (_, at) => `M${8 + at * 14 - 84} 8l84 124M${8 + at * 14} 8l-84 124`).join("");
  return (
    <>
      <rect x="1" y="1" width="98" height="138" rx="9" fill="#fffdf8" stroke="#1b2036" strokeOpacity="0.25" strokeWidth="1.5" />
      <svg x="7" y="7" width="86" height="126" viewBox="7 7 86 126">
        <rect x="7" y="7" width="86" height="126" rx="5" fill="#8f1242" />
        <path d={panes} stroke="#ffb627" strokeOpacity="0.45" strokeWidth="1.5" />
      </svg>
      <rect x="7" y="7" width="86" height="126" rx="5" fill="none" stroke="#ffb627" strokeWidth="2" />
      <circle cx="50" cy="70" r="25" fill="#8f1242" stroke="#ffb627" strokeWidth="2" />
      <path d="M50 48l5.2 9.4 10.4-3-3 10.4L72 70l-9.4 5.2 3 10.4-10.4-3L50 92l-5.2-9.4-10.4 3 3-10.4L28 70l9.4-5.2-3-10.4 10.4 3Z" fill="#ffd76b" />
      <circle cx="50" cy="70" r="6.5" fill="#c9184a" />
      <circle cx="50" cy="70" r="3" fill="#ffe7ae" />
    </>
  );
}
