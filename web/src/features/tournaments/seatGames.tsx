import type { SeatGame } from "@laro/contract/core/campaignRules";
import type { DiceChoice, DiceOutcome } from "@laro/contract/core/plays/dice";
import type { LimboChoice, LimboOutcome } from "@laro/contract/core/plays/minis";
import type { SeatRound } from "@laro/contract/tournaments";
import { winMultiplier, winningRolls } from "@laro/engines/dice/dice";
import { TARGET_MAX, TARGET_MIN, winningDraws } from "@laro/engines/minis/point";
import { type ComponentType, useState } from "react";
import { useT } from "../../api/language.ts";
import type { GlyphName } from "../../ui/art/glyphs.tsx";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/Field.tsx";
import { groupThousands, multiple } from "../../ui/Money.tsx";

/** What is chosen, in the shape of its game. */
export type SeatChoice = SeatRound["choice"];

export interface PickerProps {
  choice: SeatChoice;
  onChoice: (choice: SeatChoice) => void;
}

interface SeatGameFace {
  readonly glyph: GlyphName;
  readonly first: SeatChoice;
  readonly Picker: ComponentType<PickerProps>;
  /** What a win pays, in hundredths of the stake, and how likely it is, in percent. */
  readonly promise: (choice: SeatChoice) => { readonly multiplier: number; readonly chance: string };
  readonly say: (outcome: SeatRound["outcome"]) => string;
}

/** Hundredths as two decimals: 4731 is "47.31". */
const hundredths = (value: number): string => groupThousands((value / 100).toFixed(2));

const DICE_MIN = 200;
const DICE_MAX = 9_799;
const DICE_STEP = 50;
const DRAWS = 2 ** 32;
const bound = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, Math.round(value)));

function DicePicker({ choice, onChoice }: PickerProps) {
  const t = useT();
  const { target, side } = choice as DiceChoice;
  return (
    <div className="grid gap-3">
      <div role="group" aria-label={t("rounds.choice")} className="grid grid-cols-2 gap-2">
        {(["under", "over"] as const).map((one) => (
          <Button key={one} tone={side === one ? "primary" : "secondary"} aria-pressed={side === one} onClick={() => onChoice({ target, side: one })}>
            {t(one === "under" ? "rounds.rollUnder" : "rounds.rollOver")}
          </Button>
        ))}
      </div>
      <label className="grid gap-1.5 text-sm font-medium">
        <span className="flex justify-between">
          {t("rounds.target")} <output className="figures font-display font-bold">{hundredths(target)}</output>
        </span>
        <input
          type="range"
          min={DICE_MIN}
          max={DICE_MAX}
          step={1}
          value={target}
          aria-valuetext={hundredths(target)}
          onChange={(event) => onChoice({ target: bound(Math.round(Number(event.target.value) / DICE_STEP) * DICE_STEP, DICE_MIN, DICE_MAX), side })}
          onKeyDown={(event) => {
            const by = steps[event.key];
            if (by === undefined) return;
            event.preventDefault();
            onChoice({ target: bound(target + by * 2 * DICE_STEP, DICE_MIN, DICE_MAX), side });
          }}
          className="h-11 w-full accent-primary"
        />
      </label>
    </div>
  );
}

const steps: Partial<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

const PRESETS = [150, 200, 500, 1_000, 10_000] as const;

function LimboPicker({ choice, onChoice }: PickerProps) {
  const t = useT();
  const { target } = choice as LimboChoice;
  const [typed, setTyped] = useState<string>();
  const commit = (): void => {
    const value = Number((typed ?? "").replaceAll(",", ""));
    if (typed !== undefined && value > 0) onChoice({ target: bound(value * 100, TARGET_MIN, TARGET_MAX) });
    setTyped(undefined);
  };
  return (
    <div className="grid gap-3">
      <div role="group" aria-label={t("rounds.targetsReady")} className="flex flex-wrap gap-2">
        {PRESETS.map((preset) => (
          <Button
            key={preset}
            size="sm"
            tone={preset === target ? "primary" : "secondary"}
            aria-pressed={preset === target}
            onClick={() => onChoice({ target: preset })}
          >
            {multiple(preset)}
          </Button>
        ))}
      </div>
      <TextField
        label={t("rounds.target")}
        inputMode="decimal"
        autoComplete="off"
        suffix={<span className="pe-2 text-muted">×</span>}
        value={typed ?? hundredths(target)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === "Enter" && commit()}
      />
    </div>
  );
}

const percent = (part: number): string => String(Math.floor(part * 10_000) / 100);

/** How each game of a tournament is chosen in, promised and told. */
export const seatFaces: Readonly<Record<SeatGame, SeatGameFace>> = {
  DICE: {
    glyph: "die",
    first: { target: 5_000, side: "under" },
    Picker: DicePicker,
    promise: (choice) => ({ multiplier: winMultiplier(choice as DiceChoice), chance: hundredths(winningRolls(choice as DiceChoice)) }),
    say: (outcome) => hundredths((outcome as DiceOutcome).roll),
  },
  LIMBO: {
    glyph: "rocket",
    first: { target: 200 },
    Picker: LimboPicker,
    promise: (choice) => ({ multiplier: (choice as LimboChoice).target, chance: percent(winningDraws((choice as LimboChoice).target) / DRAWS) }),
    say: (outcome) => `${hundredths((outcome as LimboOutcome).point)}×`,
  },
};
