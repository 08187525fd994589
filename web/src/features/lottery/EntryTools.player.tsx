import type { LotteryBet, LotteryEngine } from "@laro/engines/lottery/lottery";
import { Dices, History } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useT } from "../../api/language.ts";
import { Chip } from "../../ui/AmountField.tsx";
import { Button } from "../../ui/Button.tsx";
import { TextArea, TextField } from "../../ui/Field.tsx";
import { quickPicks, type ReadList, readList, readUnit, type Slip } from "./slip.ts";

type Bet = LotteryBet<unknown>;
type Picks = ReadList["picks"];

interface ToolsProps {
  readonly game: LotteryEngine<unknown>;
  readonly bet: Bet;
  readonly slip: Slip;
  readonly unitText: string;
  readonly onUnit: (text: string) => void;
  readonly onAdd: (picks: Picks) => void;
  /** What was bought last in this game, where something was. */
  readonly last: Picks | undefined;
}

const CHIPS = ["1.00", "5.00", "10.00", "50.00", "100.00"] as const;
const FEW = 5;
const FAULTS_SHOWN = 5;
const whole = (amount: string): string => amount.replace(/\.00$/, "");

/** The unit, picks by chance, the last ticket again, and a list that is typed or pasted. */
export function EntryTools({ game, bet, slip, unitText, onUnit, onAdd, last }: ToolsProps) {
  const t = useT();
  const unit = readUnit(game, unitText);
  const quick = (count: number): void => onAdd(quickPicks(bet, slip, count).map((spot) => [spot, unit ?? game.lottery.unitMin] as const));
  const limits = { from: whole(String(game.lottery.unitMin / 100n)), to: whole(String(game.lottery.unitMax / 100n)) };
  return (
    <div className="grid gap-4">
      <div className="grid gap-2">
        <TextField
          label={t("lottery.unit")}
          hint={t("lottery.unitHint", limits)}
          error={unit === undefined && t("lottery.unitFault", limits)}
          value={unitText}
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          onChange={({ target }) => onUnit(target.value)}
        />
        <div className="flex flex-wrap gap-1.5">
          {CHIPS.filter((chip) => readUnit(game, chip) !== undefined).map((chip) => (
            <Chip key={chip} selected={readUnit(game, chip) === unit} onPress={() => onUnit(whole(chip))}>
              {whole(chip)}
            </Chip>
          ))}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button tone="secondary" size="sm" icon={<Dices />} disabled={unit === undefined} onClick={() => quick(1)}>
          {t("lottery.quick")}
        </Button>
        <Button tone="ghost" size="sm" disabled={unit === undefined} onClick={() => quick(FEW)}>
          {t("lottery.quickMany", { count: FEW })}
        </Button>
        {last !== undefined && (
          <Button tone="ghost" size="sm" icon={<History />} onClick={() => onAdd(last)}>
            {t("lottery.again")}
          </Button>
        )}
      </div>
      {bet.entry.kind !== "options" && <TypedList game={game} bet={bet} unit={unit} onAdd={onAdd} />}
    </div>
  );
}

function TypedList({ game, bet, unit, onAdd }: Pick<ToolsProps, "game" | "bet" | "onAdd"> & { unit: bigint | undefined }) {
  const t = useT();
  const [text, setText] = useState("");
  const [faults, setFaults] = useState<readonly string[]>([]);
  const example =
    bet.entry.kind === "choose"
      ? bet.samples[0]!.replaceAll("-", ",")
      : bet.samples[0]!.replaceAll("-", bet.entry.kind === "digits" && bet.entry.to > 9 ? "-" : "");
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (unit === undefined) return;
    const read = readList(game, bet, text, unit);
    onAdd(read.picks);
    setFaults(read.faults);
    setText(read.faults.join(" "));
  };
  const said = faults.length > FAULTS_SHOWN ? `${faults.slice(0, FAULTS_SHOWN).join(" ")} …` : faults.join(" ");
  return (
    <form onSubmit={add} className="grid gap-2">
      <TextArea
        label={t("lottery.list")}
        hint={t("lottery.listHint", { example: `${example} ${example}=10` })}
        error={faults.length > 0 && t("lottery.listFault", { picks: said })}
        rows={2}
        value={text}
        spellCheck={false}
        autoComplete="off"
        maxLength={20_000}
        onChange={({ target }) => setText(target.value)}
        className="figures"
      />
      <Button type="submit" tone="secondary" size="sm" disabled={text.trim() === "" || unit === undefined} className="justify-self-start">
        {t("lottery.addList")}
      </Button>
    </form>
  );
}
