import { combinations, faces, fours, totals } from "@laro/engines/tables/sic-bo";
import type { ReactNode } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { Die } from "./Die.tsx";
import { Felt, Spot } from "./Felt.tsx";
import { NamedSpot } from "./NamedSpot.tsx";
import { partsOf, sicBoPays } from "./sicBoPays.ts";

const rowClass = "grid gap-0.5 sm:gap-1";
const low = "bg-[#0f3d7a]/60";
const high = "bg-[#8f1242]/60";

/** All bets on three dice. */
export function SicBoFelt() {
  const t = useT();
  return (
    <Felt
      label={t("rounds.tables.felt")}
      first="small"
      className="mx-auto grid w-full max-w-232 shrink-0 gap-0.5 rounded-md border-2 border-[#ffe7ae]/55 bg-linear-160 from-[#4a1550] to-[#2a0d3a] p-1 shadow-float sm:gap-1 sm:p-1.5"
    >
      <div className={cx(rowClass, "grid-cols-4 sm:grid-cols-[1fr_1fr_1.2fr_1fr_1fr]")}>
        <NamedSpot spot="small" pays="4–10" className={cx("h-10 sm:h-13", low)} tone="text-[#9fd3ff]" />
        <NamedSpot spot="odd" pays="1:1" className={cx("h-10 sm:h-13", low)} tone="text-[#9fd3ff]" />
        <NamedSpot spot="anyTriple" pays={sicBoPays("anyTriple")} className="h-8 max-sm:order-last max-sm:col-span-4 sm:h-13" tone="text-[#7ff0c8]" />
        <NamedSpot spot="even" pays="1:1" className={cx("h-10 sm:h-13", high)} tone="text-[#ffb3c3]" />
        <NamedSpot spot="big" pays="11–17" className={cx("h-10 sm:h-13", high)} tone="text-[#ffb3c3]" />
      </div>
      <div className={cx(rowClass, "grid-cols-6 sm:grid-cols-12")}>
        {faces.map((face) => (
          <DiceSpot key={face} spot={`double${face}`} />
        ))}
        {faces.map((face) => (
          <DiceSpot key={face} spot={`triple${face}`} />
        ))}
      </div>
      <div className={cx(rowClass, "grid-cols-7 sm:grid-cols-14")}>
        {totals.map((total) => (
          <Spot key={total} spot={`total${total}`} chipClass="felt-chip-end" className={cx("h-9 border border-[#ffe7ae]/40 sm:h-11", total <= 10 ? low : high)}>
            <span className="grid justify-items-center leading-none">
              <span className="figures font-display text-base font-extrabold text-[#fff3d6] sm:text-lg">{total}</span>
              <Pays spot={`total${total}`} />
            </span>
          </Spot>
        ))}
      </div>
      <div className={cx(rowClass, "grid-cols-8 sm:grid-cols-15")}>
        {combinations.map((pair) => (
          <DiceSpot key={pair} spot={`combo${pair}`} hasNoPay />
        ))}
        <span className="grid place-items-center text-xs text-white/75 sm:hidden">{sicBoPays("combo")}</span>
      </div>
      <div className={cx(rowClass, "grid-cols-6 sm:grid-cols-[repeat(6,1fr)_repeat(4,1.3fr)]")}>
        {faces.map((face) => (
          <DiceSpot key={face} spot={`single${face}`} hasNoPay />
        ))}
        <div className="col-span-6 grid grid-cols-4 gap-0.5 sm:contents">
          {fours.map((four) => (
            <DiceSpot key={four} spot={`three${four}`} hasNoPay />
          ))}
        </div>
      </div>
      <p className="text-center text-[0.6875rem] text-white/75">
        {t("rounds.tables.sicBoPays", { combo: sicBoPays("combo"), single: sicBoPays("single"), three: sicBoPays("three") })}
      </p>
    </Felt>
  );
}

const Pays = ({ spot }: { spot: string }): ReactNode => (
  <span className="figures text-[0.625rem] leading-none text-white/75 sm:text-[0.6875rem]">{sicBoPays(spot)}</span>
);

/** The faces a spot is about. */
function facesOf(spot: string): readonly number[] {
  const { kind, rest } = partsOf(spot);
  const digits = [...rest.replaceAll("-", "")].map(Number);
  const times = kind === "double" ? 2 : kind === "triple" ? 3 : 1;
  return Array.from({ length: times }, () => digits).flat();
}

function DiceSpot({ spot, hasNoPay = false }: { spot: string; hasNoPay?: boolean }) {
  const shown = facesOf(spot);
  return (
    <Spot spot={spot} chipClass="felt-chip-end" className="h-8 border border-[#ffe7ae]/40 bg-black/20 sm:h-11">
      <span className="grid justify-items-center gap-0.5">
        <span className="flex flex-wrap justify-center gap-0.5">
          {shown.map((face, at) => (
            <Die key={at} face={face} className={shown.length === 1 ? "size-5.5 sm:size-7" : "size-3.5 lg:size-4.5"} />
          ))}
        </span>
        {!hasNoPay && <Pays spot={spot} />}
      </span>
    </Spot>
  );
}
