import { useEffect, useRef } from "react";
import { cx } from "../../../ui/cx.ts";
import { times } from "./hundredths.ts";

export interface LadderProps {
  label: string;
  /** What each step pays, in hundredths, from the first. */
  rungs: readonly number[];
  /** How many are reached. */
  reached: number;
  isLost: boolean;
}

/** What each further step pays, the next one in sight. */
export function Ladder({ label, rungs, reached, isLost }: LadderProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const [row, next] = [list.current, list.current?.children[Math.max(0, reached - 1)] as HTMLElement | undefined];
    row?.scrollTo({ left: next === undefined ? 0 : next.offsetLeft - row.offsetLeft - 60, behavior: "smooth" });
  }, [reached]);
  return (
    <ol ref={list} aria-label={label} tabIndex={0} className="no-bar relative mx-auto flex max-w-full gap-1.5 overflow-x-auto rounded-pill py-1">
      {rungs.map((rung, index) => (
        <li
          key={index}
          aria-current={index + 1 === reached ? "step" : undefined}
          className={cx(
            "figures shrink-0 rounded-pill px-3 py-1 text-xs font-semibold",
            index < reached && !isLost ? "bg-win-fill text-on-win" : index === reached && !isLost ? "bg-white text-[#1a1203]" : "bg-black/30 text-muted",
          )}
        >
          {times(rung)}
        </li>
      ))}
    </ol>
  );
}
