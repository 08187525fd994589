import type { LotteryBet, LotteryEntry } from "@laro/engines/lottery/lottery";
import { useState } from "react";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { multiple } from "../../ui/Money.tsx";
import { productOf, type Slip, spotOf } from "./slip.ts";
import { shown, useLotteryWords } from "./words.ts";

type Bet = LotteryBet<unknown>;

interface BoardProps {
  readonly gameCode: string;
  readonly bet: Bet;
  readonly slip: Slip;
  readonly onAdd: (picks: readonly string[]) => void;
  readonly onRemove: (pick: string) => void;
}

/** The board of a bet, as its entry says it. */
export function PickBoard(props: BoardProps) {
  const { entry } = props.bet;
  if (entry.kind === "options") return <Options {...props} options={entry.options} />;
  return entry.kind === "digits" ? <DigitRows key={props.bet.code} {...props} entry={entry} /> : <Grid key={props.bet.code} {...props} entry={entry} />;
}

/** So many options stand in columns. */
const MANY = 10;

const cell = (isOn: boolean): string =>
  cx(
    "figures grid min-h-10 min-w-10 place-content-center justify-items-center gap-0.5 rounded-md border px-1.5 text-sm font-semibold transition",
    isOn ? "border-transparent bg-action text-on-action" : "border-line bg-field text-text hover:border-muted",
  );

/** Rows of options: each press puts one on the slip, or takes it off. */
function Options({ gameCode, bet, slip, onAdd, onRemove, options }: BoardProps & { options: readonly string[] }) {
  const words = useLotteryWords();
  // What all of them pay alike is said above the board.
  const isPaySaid = new Set(options.map((option) => bet.mostOf(option))).size > 1;
  const groups = Map.groupBy(options, (option) => (option.includes("-") ? option.slice(0, option.indexOf("-")) : ""));
  return (
    <div className="grid gap-3">
      {[...groups].map(([row, all]) => (
        <div key={row} role="group" aria-label={row === "" ? words.bet(bet.code) : words.row(gameCode, row)} className="grid gap-1.5">
          {row !== "" && <span className="text-xs font-semibold text-muted">{words.row(gameCode, row)}</span>}
          <div className={all.length >= MANY ? "grid grid-cols-5 gap-1.5 sm:grid-cols-10" : "flex flex-wrap gap-1.5"}>
            {all.map((option) => {
              const isOn = slip.has(spotOf(bet, option));
              return (
                <button
                  key={option}
                  type="button"
                  aria-pressed={isOn}
                  className={cx(cell(isOn), "py-1")}
                  onClick={() => (isOn ? onRemove(option) : onAdd([option]))}
                >
                  {words.value(option.slice(option.indexOf("-") + 1))}
                  {isPaySaid && (
                    <span className={cx("text-xs leading-none font-medium", isOn ? "text-on-action" : "text-muted")}>
                      {multiple(Number(bet.mostOf(option)))}
                    </span>
                  )}
                </button>
              );
            })}
          </div>
        </div>
      ))}
    </div>
  );
}

const range = ({ from, to }: { from: number; to: number }): readonly number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const toggled = (chosen: readonly number[], one: number): readonly number[] =>
  chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one].sort((a, b) => a - b);

/** A row of digits for each place; several in a row make a pick of each. */
function DigitRows({ gameCode, bet, entry, onAdd }: BoardProps & { entry: Extract<LotteryEntry, { kind: "digits" }> }) {
  const t = useT();
  const words = useLotteryWords();
  const empty = Array.from({ length: entry.places }, (): readonly number[] => []);
  const [rows, setRows] = useState(empty);
  const picks = [...new Set(productOf(rows).flatMap((text) => bet.parsePick(text) ?? []))];
  const add = (): void => {
    onAdd(picks);
    setRows(empty);
  };
  return (
    <div className="grid gap-3">
      {rows.map((chosen, place) => (
        // Places have no other name than their order.
        <div key={`place-${String(place)}`} role="group" aria-label={words.row(gameCode, String(place + 1))} className="grid gap-1.5">
          <span className="text-xs font-semibold text-muted">{words.row(gameCode, String(place + 1))}</span>
          <div className={cx("grid gap-1.5", entry.to > 11 ? "grid-cols-8 sm:grid-cols-11" : "grid-cols-5 min-[420px]:grid-cols-10")}>
            {range(entry).map((digit) => (
              <button
                key={digit}
                type="button"
                aria-pressed={chosen.includes(digit)}
                className={cx(cell(chosen.includes(digit)), "min-w-0")}
                onClick={() => setRows((now) => now.with(place, toggled(now[place]!, digit)))}
              >
                {shown(digit, entry.to)}
              </button>
            ))}
          </div>
        </div>
      ))}
      <AddButton count={picks.length} hint={rows.some((row) => row.length === 0) ? t("lottery.fillRows") : t("lottery.noPick")} onAdd={add} />
    </div>
  );
}

/** A grid of which so many numbers are chosen. */
function Grid({ bet, entry, onAdd }: BoardProps & { entry: Extract<LotteryEntry, { kind: "choose" }> }) {
  const t = useT();
  const words = useLotteryWords();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const pick = chosen.length === entry.count ? bet.parsePick(chosen.join("-")) : undefined;
  const add = (): void => {
    if (pick !== undefined) onAdd([pick]);
    setChosen([]);
  };
  return (
    <div className="grid gap-3">
      <div role="group" aria-label={words.bet(bet.code)} className="grid grid-cols-[repeat(auto-fill,minmax(2.5rem,1fr))] gap-1.5">
        {range(entry).map((number) => {
          const isOn = chosen.includes(number);
          return (
            <button
              key={number}
              type="button"
              aria-pressed={isOn}
              disabled={!isOn && chosen.length === entry.count}
              className={cx(cell(isOn), "min-w-0 disabled:opacity-45")}
              onClick={() => setChosen((now) => toggled(now, number))}
            >
              {shown(number, entry.to)}
            </button>
          );
        })}
      </div>
      <AddButton count={pick === undefined ? 0 : 1} hint={t("lottery.choose", { count: entry.count - chosen.length })} onAdd={add} />
    </div>
  );
}

function AddButton({ count, hint, onAdd }: { count: number; hint: string; onAdd: () => void }) {
  const t = useT();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button tone="secondary" size="sm" disabled={count === 0} onClick={onAdd}>
        {t("lottery.addPicks", { count })}
      </Button>
      {count === 0 && <span className="text-xs text-muted">{hint}</span>}
    </div>
  );
}
