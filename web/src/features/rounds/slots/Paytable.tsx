import type { Room } from "@laro/contract/games";
import type { Rational } from "@laro/engines/engine";
import { useT } from "../../../api/language.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { groupThousands, Money } from "../../../ui/Money.tsx";
import { percentOf } from "../minis/percentOf.ts";
import { payOf, type SlotGame, type SlotSymbol } from "./slotGame.ts";

const COUNTS = [5, 4, 3] as const;
/** From which deviation, in stakes, a game is of the second to the fifth volatility. */
const VOLATILITY_FROM = [1, 3, 7, 15];

const deviation = ({ numerator, denominator }: Rational): number => Math.sqrt(Number((numerator * 1_000_000n) / denominator) / 1_000_000);
const deviationOf = (variance: Rational): string => deviation(variance).toFixed(2);
const stepOf = (variance: Rational): number => 1 + VOLATILITY_FROM.filter((from) => deviation(variance) >= from).length;

/** Everything the machine pays and why, straight from the engine's own tables, at the stake in force. */
export function Paytable({ room, game, stake, onClose }: { room: Room; game: SlotGame; stake: bigint; onClose: () => void }) {
  const t = useT();
  const { symbols, lines, exactReturn } = game;
  const { numerator, denominator } = exactReturn;
  const paying = symbols.map((one, symbol) => ({ ...one, symbol })).filter(({ symbol }) => game.pays[symbol]?.some((pays) => pays > 0));
  const digits = (value: bigint): string => groupThousands(value.toString());
  return (
    <Dialog open title={t("rounds.rulesOf", { game: room.displayName })} onClose={onClose} closeLabel={t("ui.close")} size="lg">
      <div tabIndex={0} className="grid gap-6 rounded-sm outline-offset-4">
        <p className="text-sm text-muted">
          {t("rounds.paysAt")} <Money minor={stake} className="font-semibold text-text" />
        </p>
        <ul className="grid grid-cols-1 gap-2.5 min-[420px]:grid-cols-2 sm:grid-cols-3">
          {paying.map(({ name, art, symbol }) => (
            <li key={name} className="flex items-center gap-3 rounded-md border border-line bg-field p-3">
              <SymbolArt art={art} className="size-14 shrink-0" />
              <SymbolPays game={game} symbol={symbol} stake={stake} />
            </li>
          ))}
        </ul>
        <ul className="grid gap-2 text-sm leading-6">
          {game.rules(t).map(({ symbol, text }) => (
            <li key={text} className="flex items-center gap-3">
              {symbol !== undefined && <SymbolArt art={symbols[symbol]?.art} className="size-8 shrink-0" />}
              {text}
            </li>
          ))}
        </ul>
        {lines.length > 0 && (
          <section className="grid gap-3">
            <h3 className="text-base font-bold">{t("rounds.lines", { lines: lines.length })}</h3>
            <ul className="grid grid-cols-4 gap-2.5 sm:grid-cols-10">
              {lines.map((rows, line) => (
                <li key={line} className="grid justify-items-center gap-1 text-xs text-muted">
                  <LinePicture rows={rows} />
                  <span className="figures">{line + 1}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section className="grid gap-1.5 rounded-md border border-line bg-field p-4 text-sm">
          <h3 className="text-base font-bold">{t("rounds.exactReturn", { percent: room.exactReturn })}</h3>
          {game.winChance && game.variance && (
            <p className="text-muted">
              {t("rounds.slots.odds", { percent: percentOf(game.winChance), deviation: deviationOf(game.variance), step: String(stepOf(game.variance)) })}
            </p>
          )}
          <p className="text-muted">
            {t("rounds.returnWhy", { multiple: Number((game.maxWinMultiple.numerator * 100n) / game.maxWinMultiple.denominator) / 100 })}
          </p>
          <p className="figures text-xs break-all whitespace-normal text-muted">
            {digits(numerator)} / {digits(denominator)}
          </p>
        </section>
      </div>
    </Dialog>
  );
}

const SymbolArt = ({ art, className }: { art: SlotSymbol["art"]; className: string }) => (
  <svg viewBox="0 0 96 96" aria-hidden="true" className={className}>
    {art}
  </svg>
);

function SymbolPays({ game, symbol, stake }: { game: SlotGame; symbol: number; stake: bigint }) {
  return (
    <dl className="grid grid-cols-[auto_auto] gap-x-3 text-sm">
      {COUNTS.map((count) => (
        <div key={count} className="contents">
          <dt className="figures text-muted">{count}×</dt>
          <dd className="text-end font-semibold">
            <Money minor={payOf(game, stake, game.pays[symbol]?.[count] ?? 0)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function LinePicture({ rows }: { rows: readonly number[] }) {
  return (
    <svg viewBox="0 0 50 30" aria-hidden="true" className="w-full max-w-20 rounded-sm border border-line bg-card">
      {rows.flatMap((crossed, reel) =>
        [0, 1, 2].map((row) => (
          <rect
            key={`${reel} ${row}`}
            x={reel * 10 + 1}
            y={row * 10 + 1}
            width="8"
            height="8"
            rx="2"
            className={row === crossed ? "fill-action" : "fill-line"}
          />
        )),
      )}
    </svg>
  );
}
