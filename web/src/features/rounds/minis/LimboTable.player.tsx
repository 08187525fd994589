import { parseAmount } from "@laro/contract/core/money";
import type { LimboChoice, LimboOutcome } from "@laro/contract/core/plays/minis";
import type { Room } from "@laro/contract/games";
import { countsTowardsTurnover } from "@laro/engines/minis/limbo";
import { Rocket } from "lucide-react";
import { lazy, useState } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { Money, multiple } from "../../../ui/Money.tsx";
import { hundredths } from "../dice/sayDice.ts";
import { Figure } from "../Figure.tsx";
import { useProgress } from "../motion.ts";
import { ResultStrip } from "../ResultStrip.tsx";
import { boundTarget, chanceOf, climb, parseChance, sayChance, stepTarget, targetOf } from "./limboChoice.ts";
import { LimboSky, type LimboSkyProps } from "./LimboSky.tsx";
import { MiniStage } from "./MiniStage.tsx";
import { type Mini, useMini } from "./useMini.ts";

const LimboRules = lazy(() => import("./LimboRules.tsx").then((file) => ({ default: file.LimboRules })));

const SHOW_MS = 900;
const PRESETS = [150, 200, 500, 1_000, 10_000, 100_000] as const;

export function LimboTable({ room }: { room: Room }) {
  const t = useT();
  const mini = useMini<LimboChoice>(room, { choice: { target: 200 }, stake: 2_000n, leadMs: 250, showMs: SHOW_MS });
  const { choice, choose } = mini;
  const aim = (target: number): void => choose({ target: boundTarget(target) });
  return (
    <MiniStage
      room={room}
      mini={mini}
      glyph="rocket"
      scene="plaza"
      actLabel={t("rounds.launch")}
      actIcon={<Rocket />}
      hint={t("rounds.limboHint")}
      onStep={(step) => aim(stepTarget(choice.target, step))}
      note={countsTowardsTurnover(choice) ? undefined : t("rounds.countsNothing")}
      Rules={LimboRules}
      strip={
        <ResultStrip
          gameCode={room.gameCode}
          label={t("rounds.lastResults")}
          say={({ outcome }) => `${hundredths((outcome as LimboOutcome).point)}×`}
          isWon={({ win }) => win > 0n}
        />
      }
      panel={<TargetPanel mini={mini} onAim={aim} />}
    >
      <Flight mini={mini} />
    </MiniStage>
  );
}

/** The rocket on its way: while the server is asked it burns on its stick, then it climbs to the point. */
function Flight({ mini: { play, choice, reveal } }: { mini: Mini<LimboChoice> }) {
  const outcome = play.round?.outcome as LimboOutcome | undefined;
  const permille = useProgress(reveal.isMoving ? play.round?.id : undefined, SHOW_MS);
  const played = play.round?.choice as LimboChoice | undefined;
  const isMeant = outcome !== undefined && (reveal.isMoving || played?.target === choice.target);
  const settled = outcome !== undefined && outcome.multiplier > 0 ? "won" : "lost";
  const state: LimboSkyProps["state"] = play.phase === "asking" ? "lit" : isMeant ? (reveal.isMoving ? "flying" : settled) : "idle";
  const value = outcome && (reveal.isMoving ? climb(outcome.point, permille) : outcome.point);
  return <LimboSky value={value} target={choice.target} state={state} />;
}

function TargetPanel({ mini: { choice, stake, isFree }, onAim }: { mini: Mini<LimboChoice>; onAim: (target: number) => void }) {
  const t = useT();
  const { target } = choice;
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-3 gap-2">
        <TypedFigure
          key={`target ${target}`}
          label={t("rounds.target")}
          text={hundredths(target)}
          unit="×"
          locked={!isFree}
          onCommit={(text) => {
            const typed = parseAmount(text.replaceAll(",", ""));
            if (typed !== undefined) onAim(Number(typed < 1_000_000n ? typed : 1_000_000n));
          }}
        />
        <TypedFigure
          key={`chance ${target}`}
          label={t("rounds.chance")}
          text={sayChance(chanceOf(target))}
          unit="%"
          locked={!isFree}
          onCommit={(text) => {
            const typed = parseChance(text);
            if (typed !== undefined) onAim(targetOf(typed));
          }}
        />
        <Figure label={t("rounds.payout")}>
          <Money minor={(stake * BigInt(target)) / 100n} />
        </Figure>
      </div>
      <div role="group" aria-label={t("rounds.targetsReady")} className="flex gap-1 sm:gap-1.5">
        {PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={preset === target}
            aria-disabled={!isFree}
            onClick={isFree ? () => onAim(preset) : undefined}
            className={cx(
              "figures h-11 min-w-0 flex-1 rounded-pill text-xs font-semibold transition sm:text-sm",
              preset === target ? "bg-white text-[#1a1203]" : "bg-card hover:bg-white/20",
            )}
          >
            {multiple(preset)}
          </button>
        ))}
      </div>
    </div>
  );
}

interface TypedFigureProps {
  label: string;
  text: string;
  unit: string;
  locked: boolean;
  onCommit: (text: string) => void;
}

/** A figure that may be typed over; what is no figure leaves it as it was. */
function TypedFigure({ label, text, unit, locked, onCommit }: TypedFigureProps) {
  const [typed, setTyped] = useState<string>();
  const commit = (): void => {
    if (typed !== undefined) onCommit(typed);
    setTyped(undefined);
  };
  return (
    <label className="grid h-12 min-w-0 content-center rounded-md bg-card px-3 sm:h-14">
      <span className="truncate text-xs text-muted">{label}</span>
      <span className="flex items-baseline gap-1">
        <input
          inputMode="decimal"
          autoComplete="off"
          readOnly={locked}
          value={typed ?? text}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === "Enter" && commit()}
          className="figures w-full min-w-0 bg-transparent font-display text-base font-semibold"
        />
        <span aria-hidden="true" className="text-sm text-muted">
          {unit}
        </span>
      </span>
    </label>
  );
}
