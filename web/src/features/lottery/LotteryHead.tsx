import type { LotteryEngine } from "@laro/engines/lottery/lottery";
import { ArrowLeft } from "lucide-react";
import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Balls } from "./Balls.tsx";
import type { Opened } from "./lottery.api.ts";
import { headOf, rangeOf, readResult } from "./results.ts";

interface HeadProps {
  readonly game: LotteryEngine<unknown> | undefined;
  readonly title: string;
  readonly backTo: string;
  readonly opened: Opened | undefined;
  /** Why nothing is known of its draws. */
  readonly fault: string | undefined;
  readonly onClosed: () => void;
}

/** Back, the game's name, and in one row the draw that takes tickets, how long still, and what fell last. */
export function LotteryHead({ game, title, backTo, opened, fault, onClosed }: HeadProps) {
  const t = useT();
  const last = opened?.list[0];
  const fallen = last && readResult(last.result);
  return (
    <header className="grid gap-3 rounded-md border border-line bg-card p-4 sm:p-5">
      <div className="flex items-center gap-2">
        <Anchor
          to={backTo}
          aria-label={t("lottery.back")}
          className="grid size-10 shrink-0 place-items-center rounded-pill text-muted transition hover:bg-text/8 hover:text-text"
        >
          <ArrowLeft aria-hidden="true" className="size-5 rtl:rotate-180" />
        </Anchor>
        <h1 className="min-w-0 text-xl font-extrabold sm:text-2xl">{title}</h1>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3" data-next={opened?.next?.number} data-last={last?.number}>
        {opened === undefined && (fault === undefined ? <Skeleton className="h-12 w-full max-w-100" /> : <p className="text-sm text-muted">{fault}</p>)}
        {opened !== undefined && (
          <>
            <div className="grid gap-0.5">
              <span className="text-xs text-muted">{opened.next === null ? t("lottery.noDraw") : t("lottery.closesIn", { number: opened.next.number })}</span>
              {opened.next !== null && (
                <Countdown until={Date.parse(opened.next.closesAt)} onEnd={onClosed} className="font-display text-2xl font-extrabold text-primary-text" />
              )}
            </div>
            {last !== undefined && fallen !== undefined && (
              <div className="grid gap-1">
                <span className="text-xs text-muted">{t("lottery.lastResult", { number: last.number })}</span>
                {fallen.numbers === undefined ? (
                  <Balls digits={headOf(fallen)} to={rangeOf(game?.gameCode ?? "").to} />
                ) : (
                  <span className="figures font-display text-2xl font-extrabold">{fallen.numbers[0]}</span>
                )}
              </div>
            )}
          </>
        )}
      </div>
    </header>
  );
}
