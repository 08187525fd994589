import type { HiLoAction, HiLoGuess, HiLoView } from "@laro/contract/core/plays/steps";
import type { Room } from "@laro/contract/games";
import { climbBy, climbOf, guessesOn, hiLoMultiplier } from "@laro/engines/steps/hiLo";
import { rational } from "@laro/engines/engine";
import { ArrowDown, ArrowUp, Equal, SkipForward } from "lucide-react";
import { useState } from "react";
import { useT } from "../../../api/language.ts";
import { Money } from "../../../ui/Money.tsx";
import { PlayingCard } from "../cards/PlayingCard.tsx";
import { useRoomKeys } from "../roomKeys.ts";
import { ActButton } from "../RoundControls.tsx";
import { HiLoCards } from "./HiLoCards.tsx";
import { paysAt, percentOf, times } from "./hundredths.ts";
import { StepsFrame } from "./StepsFrame.tsx";
import { useSteps } from "./steps.api.ts";
import { useTakeLabel } from "./useTakeLabel.ts";

const STAKE_FIRST = 2_000n;
const SHOW_MS = 450;
const RANKS = 13n;
/** What lies under the first card before a round. */
const BACK = 0;

export function HiLoRoom({ room }: { room: Room }) {
  const t = useT();
  const takeLabel = useTakeLabel();
  const [stake, setStake] = useState(STAKE_FIRST);
  const steps = useSteps<HiLoView, HiLoAction>(room, { showMs: (view) => (view.multiplier > 0 ? 0 : SHOW_MS) });
  const { round, isOpen, phase } = steps;
  const view = round?.view;
  const isFree = phase === "ready" && isOpen;
  const canTake = isFree && (view?.multiplier ?? 0) > 0;
  const may = (guess: HiLoGuess): boolean => isFree && (round?.legal.some((action) => action.act === "guess" && action.guess === guess) ?? false);
  const guess = (made: HiLoGuess): void => (may(made) ? steps.act({ act: "guess", guess: made }) : undefined);
  const canSkip = isFree && (round?.legal.some((action) => action.act === "skip") ?? false);
  const skip = (): void => (canSkip ? steps.act({ act: "skip" }) : undefined);
  const act = (): void => {
    if (!isOpen) steps.open(stake, {});
    else if (canTake) steps.act({ act: "cashOut" });
  };
  const onKey = { h: () => guess("higher"), l: () => guess("lower"), e: () => guess("same"), s: skip, c: () => canTake && act() };
  useRoomKeys({ onAct: act, onKey });
  const onTable = isOpen && round !== undefined ? round.stake : stake;
  const action = isOpen ? (
    <ActButton
      label={(view?.multiplier ?? 0) > 0 ? takeLabel(paysAt(onTable, view?.multiplier ?? 0)) : t("rounds.steps.guessFirst")}
      waiting={!canTake}
      onAct={act}
    />
  ) : (
    <ActButton label={t("rounds.steps.deal")} waiting={phase !== "ready"} onAct={act} />
  );
  return (
    <StepsFrame
      room={room}
      glyph="cards"
      scene="plaza"
      steps={steps}
      stake={stake}
      onStake={setStake}
      hint={t(isOpen ? "rounds.steps.hiLoOpen" : "rounds.steps.hiLoHint")}
      action={action}
    >
      <Current view={view} stake={onTable} />
      {view !== undefined && <HiLoCards cards={view.cards} moves={view.moves} isLost={!isOpen && view.multiplier === 0} />}
      <div className="mx-auto grid w-full max-w-140 grid-cols-[1fr_1fr_auto] gap-2">
        <Guesses view={view} isOpen={isOpen} may={may} onGuess={guess} />
        <SkipButton left={view?.skipsLeft} onSkip={canSkip ? skip : undefined} />
      </div>
    </StepsFrame>
  );
}

/** The card that lies, and what the round would pay now. */
function Current({ view, stake }: { view: HiLoView | undefined; stake: bigint }) {
  const t = useT();
  const card = view?.cards.at(-1);
  const multiplier = view?.multiplier ?? 0;
  return (
    <div className="flex items-center justify-center gap-4">
      <PlayingCard key={view?.cards.length ?? 0} card={card ?? BACK} faceDown={card === undefined} className="card-come w-24 sm:w-32" />
      <dl className="grid gap-1 text-center">
        <dt className="text-xs text-muted">{t("rounds.multiplier")}</dt>
        <dd className="figures font-display text-3xl font-extrabold">{multiplier === 0 ? "–" : times(multiplier)}</dd>
        <dd className="figures text-sm text-muted">
          <Money minor={paysAt(stake, multiplier)} />
        </dd>
      </dl>
    </div>
  );
}

function SkipButton({ left, onSkip }: { left: number | undefined; onSkip: (() => void) | undefined }) {
  const t = useT();
  return (
    <button
      type="button"
      aria-disabled={onSkip === undefined}
      aria-keyshortcuts="S"
      onClick={onSkip}
      className="grid min-h-16 min-w-15 content-center justify-items-center gap-0.5 rounded-md bg-card px-3 transition hover:bg-white/20 aria-disabled:opacity-60"
    >
      <SkipForward aria-hidden="true" className="size-5" />
      <span className="text-xs font-semibold">{t("rounds.steps.skip")}</span>
      <span className="figures text-xs text-muted">{left ?? ""}</span>
    </button>
  );
}

const icons = { higher: ArrowUp, lower: ArrowDown, same: Equal } as const;
const HALFWAY = 6;

interface GuessesProps {
  view: HiLoView | undefined;
  isOpen: boolean;
  may: (guess: HiLoGuess) => boolean;
  onGuess: (guess: HiLoGuess) => void;
}

/** Both guesses the card allows, each with its chance and what it would make of the multiplier. */
function Guesses({ view, isOpen, may, onGuess }: GuessesProps) {
  const t = useT();
  const card = isOpen ? view?.cards.at(-1) : undefined;
  const climb = climbOf(isOpen && view !== undefined ? view : { cards: [], moves: [] });
  return guessesOn(card ?? HALFWAY).map(({ guess, ranks }) => {
    const Icon = icons[guess];
    const isFree = may(guess);
    const isStrict = ranks === 12 || guess === "same";
    return (
      <button
        key={guess}
        type="button"
        aria-disabled={!isFree}
        onClick={isFree ? () => onGuess(guess) : undefined}
        className="grid min-h-16 min-w-0 content-center gap-0.5 rounded-md bg-card px-2.5 py-1.5 text-start transition hover:bg-white/20 aria-disabled:opacity-60 sm:px-4"
      >
        <span className="font-display text-sm leading-tight font-bold sm:text-base">
          {t("rounds.steps.guess", { guess: isStrict ? guess : `${guess}Same` })}
        </span>
        <span className="figures flex flex-wrap items-center gap-x-1.5 text-xs">
          <Icon aria-hidden="true" className={guess === "lower" ? "size-4 shrink-0 text-accent-text" : "size-4 shrink-0 text-win-text"} />
          {card !== undefined && (
            <>
              <strong className="text-sm">{times(hiLoMultiplier(climbBy(climb, ranks)))}</strong>
              <span className="text-muted">{percentOf(rational(BigInt(ranks), RANKS))}</span>
            </>
          )}
        </span>
      </button>
    );
  });
}
