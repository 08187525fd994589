import type { Room } from "@laro/contract/games";
import type { ReactNode } from "react";
import { hitBps } from "@laro/engines/slots/book";
import { useT } from "../../../api/language.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { groupThousands, Money, multiple } from "../../../ui/Money.tsx";
import { PayTable } from "../minis/PayTable.tsx";
import type { CascadeGame } from "./cascadeGame.ts";
import { SymbolSheet } from "./CascadeWindow.tsx";

const SECOND_MS = 1_000;

export interface CascadeRulesProps {
  room: Room;
  game: CascadeGame;
  /** The rules, a paragraph each. */
  rules: readonly string[];
  /** What the columns of the paytable are, after the symbol's. */
  heads: readonly string[];
  /** What each symbol pays in each column, in hundredths of the stake, in the engine's index order. */
  pays: readonly (readonly number[])[];
  caption: string;
  onClose: () => void;
}

const inPercent = (bps: number): string => `${Math.floor(bps / 100)}.${String(bps % 100).padStart(2, "0")}`;

/** Everything to know about a slot of a book: its rules, what each symbol pays, its exact figures, and how a round is checked. */
export function CascadeRules({ room, game, rules, heads, pays, caption, onClose }: CascadeRulesProps) {
  const t = useT();
  const names = game.names(t);
  return (
    <Dialog open title={t("rounds.rulesOf", { game: room.displayName })} onClose={onClose} closeLabel={t("ui.close")} size="lg">
      <div tabIndex={0} className="grid gap-5 rounded-sm text-sm leading-6 outline-offset-4">
        <SymbolSheet game={game} />
        <div className="grid gap-2">
          {[...rules, t("rounds.books.ruleCap", { multiple: room.maxWinMultiple }), t("rounds.books.ruleKeys")].map((rule) => (
            <p key={rule}>{rule}</p>
          ))}
        </div>
        <section className="grid gap-2">
          <h3 className="text-base font-bold">{caption}</h3>
          <PayTable
            heads={[t("rounds.books.symbol"), ...heads]}
            rows={pays.map((row, symbol) => ({
              key: String(symbol),
              cells: [<NamedSymbol key="symbol" symbol={symbol} name={names[symbol] ?? ""} />, ...row.map(multiple)],
            }))}
          />
        </section>
        <Figures room={room} game={game} />
        <section className="grid gap-1.5">
          <h3 className="text-base font-bold">{t("rounds.books.how")}</h3>
          <p>{t("rounds.books.howText")}</p>
        </section>
        <section className="grid gap-1.5">
          <h3 className="text-base font-bold">{t("rounds.howToCheck")}</h3>
          <p>{t("rounds.books.draws", { code: room.gameCode })}</p>
          <p className="text-muted">{t("rounds.checkWhere")}</p>
        </section>
      </div>
    </Dialog>
  );
}

function NamedSymbol({ symbol, name }: { symbol: number; name: string }): ReactNode {
  return (
    <span className="flex items-center gap-2">
      <svg aria-hidden="true" viewBox="0 0 96 96" className="size-9 shrink-0 rounded-sm bg-[#221750] p-0.5">
        <use href={`#cascade-${symbol}`} />
      </svg>
      {name}
    </span>
  );
}

/** Return, hits, spread and largest win: sums over all outcomes. */
function Figures({ room, game: { book, engine } }: { room: Room; game: CascadeGame }) {
  const t = useT();
  const [{ numerator, denominator }, variance] = [engine.exactReturn(), engine.exactVariance()];
  const deviation = Math.sqrt(Number(variance.numerator) / Number(variance.denominator)).toFixed(2);
  const digits = (value: bigint): string => groupThousands(value.toString());
  return (
    <section className="grid gap-1.5 rounded-md border border-line bg-field p-4">
      <h3 className="text-base font-bold">{t("rounds.exactReturn", { percent: room.exactReturn })}</h3>
      <p className="figures text-xs break-all whitespace-normal text-muted">
        {digits(numerator)} / {digits(denominator)}
      </p>
      <ul className="grid gap-1 text-muted">
        <li>{t("rounds.books.hits", { percent: inPercent(hitBps(book.sums)) })}</li>
        <li>{t("rounds.books.deviation", { deviation })}</li>
        <li>{t("rounds.books.largest", { multiple: room.maxWinMultiple, count: book.sums.largest })}</li>
        <li>
          {t("rounds.stakesFrom")} <Money minor={room.stakeMin} /> – <Money minor={room.stakeMax} />
        </li>
        <li>{t("rounds.cycle", { seconds: room.cycleMs / SECOND_MS })}</li>
      </ul>
    </section>
  );
}
