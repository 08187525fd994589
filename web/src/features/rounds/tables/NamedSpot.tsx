import type { CSSProperties } from "react";
import { cx } from "../../../ui/cx.ts";
import { Spot, useTable } from "./Felt.tsx";

export interface NamedSpotProps {
  spot: string;
  /** What it pays beside the stake, such as "8:1". */
  pays: string;
  tone?: string;
  isLarge?: boolean;
  className?: string;
  style?: CSSProperties;
  /** A shorter name, where the spot's own is too long for its place. */
  name?: string;
}

/** A spot with its name and what it pays; chips lie at its end. */
export function NamedSpot({ spot, pays, tone = "text-[#fff3d6]", isLarge = false, className, style, name }: NamedSpotProps) {
  const { nameSpot } = useTable();
  return (
    <Spot spot={spot} chipClass="felt-chip-end" className={cx("border border-[#ffe7ae]/40", className)} {...(style === undefined ? {} : { style })}>
      <span className="grid min-w-0 max-w-full justify-items-center px-1 text-center leading-tight">
        <span className={cx("max-w-full font-display font-extrabold text-balance", tone, isLarge ? "text-xl sm:text-2xl" : "text-xs sm:text-sm")}>
          {name ?? nameSpot(spot)}
        </span>
        <span className="figures text-[0.6875rem] text-white/75 sm:text-xs">{pays}</span>
      </span>
    </Spot>
  );
}
