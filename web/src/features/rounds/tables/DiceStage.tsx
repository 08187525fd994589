import type { CSSProperties } from "react";
import { cx } from "../../../ui/cx.ts";
import { Die } from "./Die.tsx";

const DROP_WAIT_MS = 220;
const SHAKE_WAIT_MS = 70;
const FIRST = [6, 5, 3] as const;
export const DROP_MS = 3 * DROP_WAIT_MS + 500;

/** Three dice under glass: shaken while they are asked for, falling one after another. */
export function DiceStage({ dice, motion, className }: { dice: readonly number[] | undefined; motion: "still" | "shake" | "drop"; className?: string }) {
  return (
    <div className={cx("relative aspect-5/4", className)}>
      <svg viewBox="0 0 250 200" aria-hidden="true" className="absolute inset-0 size-full">
        <ellipse cx="125" cy="172" rx="118" ry="26" fill="#000" opacity="0.35" />
        <ellipse cx="125" cy="164" rx="116" ry="26" fill="#6b3510" />
        <ellipse cx="125" cy="157" rx="116" ry="26" fill="#ffb627" />
        <ellipse cx="125" cy="154" rx="107" ry="22" fill="#8f1242" />
        <ellipse cx="125" cy="154" rx="88" ry="16" fill="#6b0f2c" />
      </svg>
      <div className="absolute inset-x-[14%] bottom-[20%] flex items-end justify-center gap-[4%]">
        {(dice ?? FIRST).map((face, at) => (
          <span
            key={`${motion} ${at}`}
            style={{ "--wait": `${at * DROP_WAIT_MS}ms`, animationDelay: motion === "shake" ? `${at * -SHAKE_WAIT_MS}ms` : undefined } as CSSProperties}
            className={cx(
              "w-[28%]",
              at === 1 && "mb-[9%]",
              motion === "shake" && "die-shaken",
              motion === "drop" && "die-dropped",
              dice === undefined && motion === "still" && "opacity-45",
            )}
          >
            <Die face={face} />
          </span>
        ))}
      </div>
      <svg viewBox="0 0 250 200" aria-hidden="true" className="absolute inset-0 size-full">
        <path d="M11 154C9 62 60 8 125 8s116 54 114 146" fill="#bff2ff" fillOpacity="0.07" stroke="#e8fbff" strokeOpacity="0.75" strokeWidth="3" />
        <path d="M34 132c-2-50 20-88 56-106-20 28-32 58-32 106-8 4-18 4-24 0Z" fill="#fff" opacity="0.16" />
        <circle cx="125" cy="8" r="7" fill="#ffd667" />
      </svg>
    </div>
  );
}
