import type { MinesAction, MinesView } from "@laro/contract/core/plays/steps";
import type { Room } from "@laro/contract/games";
import { endsOf, minesMultiplier, nextMultiplier, safeChance, TILES } from "@laro/engines/steps/mines";
import { Minus, Plus, Shuffle } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useT } from "../../../api/language.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { Money } from "../../../ui/Money.tsx";
import { useRoomKeys } from "../roomKeys.ts";
import { ActButton } from "../RoundControls.tsx";
import { paysAt, percentOf, times } from "./hundredths.ts";
import { Ladder } from "./Ladder.tsx";
import { MinesBoard } from "./MinesBoard.tsx";
import { StepsFrame } from "./StepsFrame.tsx";
import { useSteps } from "./steps.api.ts";
import { useTakeLabel } from "./useTakeLabel.ts";

const MINES_FIRST = 3;
const MINES_MAX = TILES - 1;
const STAKE_FIRST = 2_000n;
/** All shells open before the balance tells the end. */
const SHOW_MS = 500;

export function MinesRoom({ room }: { room: Room }) {
  const t = useT();
  const takeLabel = useTakeLabel();
  const [mines, setMines] = useState(MINES_FIRST);
  const [stake, setStake] = useState(STAKE_FIRST);
  const steps = useSteps<MinesView, MinesAction>(room, { showMs: () => SHOW_MS });
  const { round, isOpen, phase, asked } = steps;
  const view = round?.view;
  const isFree = phase === "ready" && isOpen;
  const count = isOpen && view !== undefined ? view.mines : mines;
  const picked = isOpen ? (view?.picks.length ?? 0) : 0;
  const onTable = isOpen && round !== undefined ? round.stake : stake;
  const pick = (tile: number): void => steps.act({ act: "pick", tile });
  const pickAny = (): void => {
    const closed = round?.legal.flatMap((action) => (action.act === "pick" ? [action.tile] : [])) ?? [];
    const tile = closed[crypto.getRandomValues(new Uint32Array(1))[0]! % closed.length];
    if (isFree && tile !== undefined) pick(tile);
  };
  const act = (): void => {
    if (!isOpen) steps.open(stake, { mines });
    else if (picked > 0) steps.act({ act: "cashOut" });
  };
  const choose = (next: number): void => {
    if (!isOpen && next >= 1 && next <= MINES_MAX) setMines(next);
  };
  useRoomKeys({ onAct: act, onStep: (step) => choose(mines + step), onKey: { r: pickAny, c: () => isFree && picked > 0 && act() } });
  const won = paysAt(onTable, minesMultiplier(count, picked));
  const action = isOpen ? (
    <ActButton label={picked > 0 ? takeLabel(won) : t("rounds.steps.pickFirst")} waiting={!isFree || picked === 0} onAct={act} />
  ) : (
    <ActButton label={t("rounds.steps.bet")} waiting={phase !== "ready"} onAct={act} />
  );
  return (
    <StepsFrame
      room={room}
      glyph="fish"
      scene="sea"
      steps={steps}
      stake={stake}
      onStake={setStake}
      hint={t(isOpen ? "rounds.steps.minesOpen" : "rounds.steps.minesHint")}
      action={action}
    >
      <MinesBoard view={view} asked={asked?.act === "pick" ? asked.tile : undefined} isOpen={isFree} onPick={pick} />
      <Ladder
        label={t("rounds.steps.ladder")}
        rungs={endsOf(count).map((safe) => minesMultiplier(count, safe))}
        reached={view === undefined || view.mines !== count ? 0 : view.picks.length}
        isLost={view !== undefined && view.hit !== null && view.mines === count}
      />
      <div className="mx-auto grid w-full max-w-160 grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)_minmax(0,1fr)] gap-2 sm:grid-cols-[minmax(0,1.6fr)_repeat(3,minmax(0,1fr))]">
        {isOpen ? <RandomTile onPick={pickAny} isFree={isFree} /> : <MineCount mines={mines} locked={phase !== "ready"} onMines={choose} />}
        <Figure label={t("rounds.chance")}>{nextMultiplier(count, picked) === null ? "–" : percentOf(safeChance(count, picked))}</Figure>
        <Figure label={t("rounds.steps.next")}>{timesOr(nextMultiplier(count, picked))}</Figure>
        <div className="grid max-sm:hidden">
          <Figure label={t("rounds.payout")}>
            <Money minor={paysAt(onTable, nextMultiplier(count, picked) ?? minesMultiplier(count, picked))} />
          </Figure>
        </div>
      </div>
    </StepsFrame>
  );
}

const timesOr = (multiplier: number | null): string => (multiplier === null ? "–" : times(multiplier));

function RandomTile({ onPick, isFree }: { onPick: () => void; isFree: boolean }) {
  const t = useT();
  return (
    <button
      type="button"
      aria-disabled={!isFree}
      aria-keyshortcuts="R"
      onClick={isFree ? onPick : undefined}
      className="flex h-12 items-center justify-center gap-2 rounded-md bg-card px-2 text-sm font-semibold transition hover:bg-white/20 sm:h-14 sm:text-base"
    >
      <Shuffle aria-hidden="true" className="size-4.5 text-primary-text" />
      {t("rounds.steps.random")}
      <kbd className="rounded-sm bg-black/30 px-1.5 text-xs text-muted max-sm:hidden">R</kbd>
    </button>
  );
}

/** How many mines hide: one by one, or by a usual number. */
function MineCount({ mines, locked, onMines }: { mines: number; locked: boolean; onMines: (mines: number) => void }) {
  const t = useT();
  return (
    <div role="group" aria-label={t("rounds.steps.mines")} className="flex h-12 items-center rounded-md bg-card px-1 sm:h-14">
      <IconButton label={t("rounds.steps.minesLess")} aria-disabled={locked || mines === 1} onClick={() => onMines(mines - 1)}>
        <Minus />
      </IconButton>
      <output className="figures min-w-0 flex-1 text-center leading-tight">
        <span className="block font-display text-lg font-semibold">{mines}</span>
        <span className="block truncate text-xs text-muted">{t("rounds.steps.mines")}</span>
      </output>
      <IconButton label={t("rounds.steps.minesMore")} aria-disabled={locked || mines === MINES_MAX} onClick={() => onMines(mines + 1)}>
        <Plus />
      </IconButton>
    </div>
  );
}

/** A named figure of what comes next. */
export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className="grid h-12 min-w-0 content-center rounded-md bg-black/25 px-3 sm:h-14">
      <dt className="truncate text-xs text-muted">{label}</dt>
      <dd className="figures truncate font-display text-base font-semibold">{children}</dd>
    </dl>
  );
}
