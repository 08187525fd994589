import { colorOf, rouletteSpots } from "@laro/engines/tables/wheel";
import { type CSSProperties, type ReactNode, useState } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { Felt, Spot } from "./Felt.tsx";
import { isBetween, type Place, roulettePlaces } from "./rouletteLayout.ts";

export const placeStyle = ({ u, v, du, dv }: Place): CSSProperties => ({ "--u": u, "--v": v, "--du": du, "--dv": dv }) as CSSProperties;

const pocketPaints = { green: "bg-[#12a552]", red: "bg-[#c9184a]", black: "bg-[#161a2c]" } as const;
const OUTLINE = "border border-[#ffe7ae]/45";

/** The felt of one zero: numbers, what lies between them, dozens, columns and even chances. A number that a bet covers lights up under the pointer. */
export function RouletteFelt({ pocket }: { pocket: number | undefined }) {
  const t = useT();
  const [pointed, setPointed] = useState<string>();
  const covered = rouletteSpots.get(pointed ?? "") ?? [];
  const point = (target: EventTarget): void => setPointed(target instanceof Element ? target.closest<HTMLElement>("[data-spot]")?.dataset["spot"] : undefined);
  return (
    <div
      className="long-felt mx-auto w-full sm:max-w-176"
      onPointerOver={(event) => event.pointerType === "mouse" && point(event.target)}
      onPointerLeave={() => setPointed(undefined)}
    >
      <Felt
        label={t("rounds.tables.felt")}
        first="17"
        className="long-board rounded-md border-2 border-[#ffe7ae]/55 bg-linear-160 from-[#0d6b4c] to-[#084a37] shadow-float"
        style={{ "--long": 14, "--wide": 5 } as CSSProperties}
      >
        {roulettePlaces.map(({ spot, covered: numbers, place }) => {
          if (isBetween(numbers)) return <Spot key={spot} spot={spot} className="felt-cell z-10 !absolute" style={placeStyle(place)} />;
          const [number = 0] = numbers;
          const isNumber = numbers.length === 1;
          const isLit = covered.includes(number) && isNumber && covered.length < 37;
          return (
            <Spot key={spot} spot={spot} className={cx("felt-cell !absolute p-0.5 sm:p-1", OUTLINE, isLit && "bg-white/30")} style={placeStyle(place)}>
              {isNumber ? <Pocket number={number} isWon={number === pocket} /> : <OutsideWord spot={spot} />}
            </Spot>
          );
        })}
      </Felt>
    </div>
  );
}

function Pocket({ number, isWon }: { number: number; isWon: boolean }) {
  return (
    <span
      className={cx(
        "figures grid size-full place-items-center rounded-sm font-display text-sm font-bold text-white sm:text-base lg:text-lg",
        pocketPaints[colorOf(number)],
        isWon && "ring-3 ring-[#ffd667]",
      )}
    >
      {number}
    </span>
  );
}

const diamond = (fill: string): ReactNode => (
  <svg viewBox="0 0 40 20" aria-hidden="true" className="h-3/5 max-h-6 w-4/5">
    <path d="M20 1 39 10 20 19 1 10Z" fill={fill} stroke="#ffe7ae" strokeWidth="1.2" />
  </svg>
);

function OutsideWord({ spot }: { spot: string }) {
  const t = useT();
  if (spot === "red") return diamond("#e3173e");
  if (spot === "black") return diamond("#12131f");
  const words: Readonly<Record<string, string>> = { low: "1–18", high: "19–36", even: t("rounds.tables.even"), odd: t("rounds.tables.odd") };
  const word = spot.startsWith("column") ? "2:1" : spot.startsWith("dozen") ? t("rounds.tables.dozen", { dozen: Number(spot.at(-1)) }) : (words[spot] ?? "");
  return <span className={cx(!spot.startsWith("column") && "turned", "truncate font-display text-xs font-bold text-[#fff3d6] sm:text-sm")}>{word}</span>;
}
