import type { CoinAction, CoinSide, CoinView } from "@laro/contract/core/plays/steps";
import type { Room } from "@laro/contract/games";
import { coinMultiplier, coinWinsMax } from "@laro/engines/steps/coin";
import { useEffect, useState } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { isMotionReduced } from "../motion.ts";
import { useRoomKeys } from "../roomKeys.ts";
import { ActButton } from "../RoundControls.tsx";
import { CoinFace } from "./Coin.tsx";
import { paysAt, times } from "./hundredths.ts";
import { Ladder } from "./Ladder.tsx";
import { StepsFrame } from "./StepsFrame.tsx";
import { useSteps } from "./steps.api.ts";
import { useTakeLabel } from "./useTakeLabel.ts";

const STAKE_FIRST = 2_000n;
/** As long as the coin is in the air (`coin-toss` in `steps.css`). */
const TOSS_MS = 750;
const rungs = Array.from({ length: coinWinsMax }, (_, index) => coinMultiplier(index + 1));
const SIDES = ["heads", "tails"] as const;

/** How many tosses have come down: one that is in the air tells nothing yet. */
function useLanded(tossed: number): number {
  const [landed, setLanded] = useState(tossed);
  useEffect(() => {
    const timer = setTimeout(() => setLanded(tossed), tossed === 0 || isMotionReduced() ? 0 : TOSS_MS);
    return () => clearTimeout(timer);
  }, [tossed]);
  return Math.min(landed, tossed);
}

export function CoinRoom({ room }: { room: Room }) {
  const t = useT();
  const takeLabel = useTakeLabel();
  const [stake, setStake] = useState(STAKE_FIRST);
  const steps = useSteps<CoinView, CoinAction>(room, { showMs: (view) => (view.multiplier > 0 ? 0 : TOSS_MS) });
  const { round, isOpen, phase, asked } = steps;
  const view = round?.view;
  const isFree = phase === "ready" && isOpen;
  const wins = view === undefined ? 0 : view.multiplier > 0 ? view.fell.length : 0;
  const canTake = isFree && wins > 0;
  const landed = useLanded(view?.fell.length ?? 0);
  const seen = Math.min(wins, landed);
  const toss = (side: CoinSide): void => steps.act({ act: "toss", side });
  const act = (): void => {
    if (!isOpen) steps.open(stake, {});
    else if (canTake) steps.act({ act: "cashOut" });
  };
  const call = (side: CoinSide) => () => isFree && toss(side);
  useRoomKeys({ onAct: act, onKey: { h: call("heads"), t: call("tails"), c: () => canTake && act() } });
  const onTable = isOpen && round !== undefined ? round.stake : stake;
  const action = isOpen ? (
    <ActButton label={seen > 0 ? takeLabel(paysAt(onTable, coinMultiplier(seen))) : t("rounds.steps.callFirst")} waiting={!canTake} onAct={act} />
  ) : (
    <ActButton label={t("rounds.steps.bet")} waiting={phase !== "ready"} onAct={act} />
  );
  const next = coinMultiplier(isOpen ? seen + 1 : 1);
  return (
    <StepsFrame
      room={room}
      glyph="chip"
      scene="plaza"
      steps={steps}
      stake={stake}
      onStake={setStake}
      hint={t(isOpen ? "rounds.steps.coinOpen" : "rounds.steps.coinHint")}
      action={action}
    >
      <Toss view={view} isWaiting={asked?.act === "toss"} />
      <FallRow fell={view?.fell.slice(0, landed) ?? []} guesses={view?.guesses ?? []} />
      <Ladder
        label={t("rounds.steps.ladder")}
        rungs={rungs}
        reached={seen}
        isLost={view !== undefined && landed === view.fell.length && landed > 0 && wins === 0}
      />
      <div className="mx-auto grid w-full max-w-140 grid-cols-2 gap-2">
        {SIDES.map((side) => (
          <button
            key={side}
            type="button"
            aria-disabled={!isFree}
            aria-keyshortcuts={side === "heads" ? "H" : "T"}
            onClick={isFree ? () => toss(side) : undefined}
            className="flex h-16 items-center justify-center gap-3 rounded-md bg-card px-3 text-start transition hover:bg-white/20 aria-disabled:opacity-60"
          >
            <CoinFace side={side} className="size-10" />
            <span>
              <span className="block font-display text-lg leading-tight font-bold">{t(side === "heads" ? "rounds.steps.heads" : "rounds.steps.tails")}</span>
              <span className="figures block text-xs text-muted">50% · {times(next)}</span>
            </span>
          </button>
        ))}
      </div>
    </StepsFrame>
  );
}

/** The coin in the air and as it fell. */
function Toss({ view, isWaiting }: { view: CoinView | undefined; isWaiting: boolean }) {
  const t = useT();
  const side = view?.fell.at(-1);
  return (
    <div className="coin-stage" data-waiting={isWaiting || undefined}>
      <div
        key={view?.fell.length ?? 0}
        data-side={side ?? "heads"}
        className={cx("coin", side !== undefined && !isWaiting && "coin-toss", isWaiting && "coin-wait")}
      >
        <CoinFace side="heads" className="coin-heads size-full" />
        <CoinFace side="tails" className="coin-tails size-full" />
      </div>
      {side !== undefined && !isWaiting && <span className="sr-only">{t(side === "heads" ? "rounds.steps.heads" : "rounds.steps.tails")}</span>}
    </div>
  );
}

/** What fell so far; the last is marked where it was not what was called. */
export function FallRow({ fell, guesses }: Pick<CoinView, "fell" | "guesses">) {
  const t = useT();
  return (
    <ol aria-label={t("rounds.steps.tosses")} className="flex min-h-8 flex-wrap justify-center gap-1">
      {fell.map((side, index) => (
        <li key={index} className={cx("rounded-pill p-0.5 ring-2", guesses[index] === side ? "ring-[#2bd4a1]" : "opacity-70 ring-[#ffa3b5]")}>
          <CoinFace side={side} className="size-6" />
          <span className="sr-only">{t(side === "heads" ? "rounds.steps.heads" : "rounds.steps.tails")}</span>
        </li>
      ))}
    </ol>
  );
}
