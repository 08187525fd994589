import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { type Phase, useLeft } from "./live.api.ts";
import { LAST_MS, type Stage } from "./stages.ts";

const SECOND_MS = 1_000;
const RADIUS = 19;
const ROUND = 2 * Math.PI * RADIUS;

const readMoment = (moment: string | null | undefined): number | undefined => (typeof moment === "string" ? Date.parse(moment) : undefined);

/** How long bets are open or a turn may be decided, or how long until bets are open again; by the server's clock. */
export function Countdown({ stage, phase }: { stage: Stage; phase: Phase | null }) {
  const t = useT();
  const isTurn = stage.name === "turn" && stage.untilMs !== undefined;
  const isOpen = stage.name === "bets" || isTurn;
  const nextMs = readMoment(phase?.nextAt);
  const leftMs = useLeft(isOpen ? stage.untilMs : nextMs);
  if (phase === null) return null;
  const seconds = Math.ceil(leftMs / SECOND_MS);
  const isLast = isOpen && leftMs <= LAST_MS;
  const [from, until] = isTurn && phase.turn !== null ? [phase.turn.from, phase.turn.until] : [phase.opensAt, phase.closesAt];
  const wholeMs = isOpen ? Date.parse(until) - Date.parse(from) : 0;
  const share = wholeMs === 0 ? 0 : Math.min(1, leftMs / wholeMs);
  const asks = isTurn ? String(phase.turn?.shown["asks"]) : undefined;
  const label = asks !== undefined ? t("rounds.live.asks", { asks }) : isOpen ? t("rounds.live.open") : t("rounds.live.closed");
  return (
    <div className="flex shrink-0 items-center gap-2" data-stage={stage.name}>
      <span className={cx("text-end text-xs leading-tight font-semibold max-sm:hidden", isOpen ? "text-win-text" : "text-accent-text")}>
        {isLast && !isTurn ? t("rounds.live.lastSeconds") : label}
        {!isOpen && nextMs !== undefined && <span className="block font-normal text-muted">{t("rounds.live.next", { seconds })}</span>}
      </span>
      <span
        role="timer"
        aria-label={`${label}${seconds > 0 ? `: ${isOpen ? t("rounds.live.left", { seconds }) : t("rounds.live.next", { seconds })}` : ""}`}
        className="relative grid size-11 place-items-center"
      >
        <svg viewBox="0 0 44 44" aria-hidden="true" className="absolute inset-0 size-full -rotate-90">
          <circle cx="22" cy="22" r={RADIUS} fill="rgb(0 0 0 / 0.45)" stroke="rgb(255 255 255 / 0.16)" strokeWidth="4" />
          {isOpen && (
            <circle
              cx="22"
              cy="22"
              r={RADIUS}
              fill="none"
              stroke={isLast ? "#f0436a" : "#22c493"}
              strokeWidth="4"
              strokeLinecap="round"
              strokeDasharray={`${(share * ROUND).toFixed(1)} ${ROUND.toFixed(1)}`}
            />
          )}
        </svg>
        <span className={cx("figures relative font-display text-base font-extrabold", isLast ? "text-[#ff8fa8]" : "text-white")}>
          {isOpen || nextMs !== undefined ? seconds : "–"}
        </span>
      </span>
    </div>
  );
}
