import type { DiceChoice } from "@laro/contract/core/plays/dice";
import { type LimboChoice, miniRisks, type PlinkoChoice, plinkoRows, type WheelChoice, wheelSizes } from "@laro/contract/core/plays/minis";
import { parseAmount } from "@laro/contract/core/money";
import type { PartnerGame } from "@laro/contract/partners";
import { type ComponentType, useState } from "react";
import { useT } from "../../api/language.ts";
import type { PartnerChoice } from "../../features/partners/partners.player.api.ts";
import { boundTarget as boundDice } from "../../features/rounds/dice/diceChoice.ts";
import { hundredths } from "../../features/rounds/dice/sayDice.ts";
import { boundTarget as boundLimbo } from "../../features/rounds/minis/limboChoice.ts";
import { OptionGroup } from "../../features/rounds/minis/OptionGroup.tsx";
import { TextField } from "../../ui/Field.tsx";

interface ChoiceProps<Choice> {
  choice: Choice;
  locked: boolean;
  onChoose: (choice: Choice) => void;
}

/** A figure in hundredths, held to the game's bounds once it is left. */
function Target({ value, locked, bound, onAim }: { value: number; locked: boolean; bound: (target: number) => number; onAim: (target: number) => void }) {
  const t = useT();
  const [typed, setTyped] = useState<string>();
  const leave = (): void => {
    const minor = parseAmount((typed ?? "").replaceAll(",", ""));
    if (minor !== undefined) onAim(bound(Number(minor)));
    setTyped(undefined);
  };
  return (
    <TextField
      label={t("rounds.target")}
      inputMode="decimal"
      autoComplete="off"
      disabled={locked}
      value={typed ?? hundredths(value)}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === "Enter" && leave()}
    />
  );
}

function DicePick({ choice, locked, onChoose }: ChoiceProps<DiceChoice>) {
  const t = useT();
  return (
    <>
      <OptionGroup
        label={t("rounds.choice")}
        options={(["under", "over"] as const).map((side) => ({ value: side, text: t(side === "under" ? "rounds.rollUnder" : "rounds.rollOver") }))}
        value={choice.side}
        locked={locked}
        onChoose={(side) => onChoose({ ...choice, side })}
      />
      <Target value={choice.target} locked={locked} bound={boundDice} onAim={(target) => onChoose({ ...choice, target })} />
    </>
  );
}

const LimboPick = ({ choice, locked, onChoose }: ChoiceProps<LimboChoice>) => (
  <Target value={choice.target} locked={locked} bound={boundLimbo} onAim={(target) => onChoose({ target })} />
);

function Risk<Choice extends PlinkoChoice | WheelChoice>({ choice, locked, onChoose }: ChoiceProps<Choice>) {
  const t = useT();
  return (
    <OptionGroup
      label={t("rounds.riskLevel")}
      options={miniRisks.map((risk) => ({ value: risk, text: t(`rounds.risk.${risk}`) }))}
      value={choice.risk}
      locked={locked}
      onChoose={(risk) => onChoose({ ...choice, risk })}
    />
  );
}

function PlinkoPick(props: ChoiceProps<PlinkoChoice>) {
  const t = useT();
  const { choice, locked, onChoose } = props;
  const options = plinkoRows.map((rows) => ({ value: rows, text: String(rows) }));
  return (
    <>
      <Risk {...props} />
      <OptionGroup label={t("rounds.pinRowsLabel")} options={options} value={choice.rows} locked={locked} onChoose={(rows) => onChoose({ ...choice, rows })} />
    </>
  );
}

function WheelPick(props: ChoiceProps<WheelChoice>) {
  const t = useT();
  const { choice, locked, onChoose } = props;
  const options = wheelSizes.map((segments) => ({ value: segments, text: String(segments) }));
  return (
    <>
      <Risk {...props} />
      <OptionGroup
        label={t("rounds.segments")}
        options={options}
        value={choice.segments}
        locked={locked}
        onChoose={(segments) => onChoose({ ...choice, segments })}
      />
    </>
  );
}

interface Pick {
  readonly first: PartnerChoice;
  readonly Pick: ComponentType<ChoiceProps<PartnerChoice>>;
  readonly act: "rounds.roll" | "rounds.launch" | "rounds.drop" | "rounds.spin";
}

const pick = <Choice extends PartnerChoice>(first: Choice, Own: ComponentType<ChoiceProps<Choice>>, act: Pick["act"]): Pick => ({
  first,
  Pick: Own as unknown as Pick["Pick"],
  act,
});

/** What is chosen in each game a partner may take, and what its button says. */
export const picks: Readonly<Record<PartnerGame, Pick>> = {
  DICE: pick<DiceChoice>({ target: 5_000, side: "under" }, DicePick, "rounds.roll"),
  LIMBO: pick<LimboChoice>({ target: 200 }, LimboPick, "rounds.launch"),
  PLINKO: pick<PlinkoChoice>({ rows: 12, risk: "mid" }, PlinkoPick, "rounds.drop"),
  WHEEL: pick<WheelChoice>({ segments: 30, risk: "mid" }, WheelPick, "rounds.spin"),
};
