import type { Room } from "@laro/contract/games";
import { mangoRush, mangoRushMachine, mangoRushSymbols } from "@laro/engines/slots/mango-rush";
import { useT } from "../../../api/language.ts";
import { Glyph } from "../../../ui/art/glyphs.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { groupThousands, Money } from "../../../ui/Money.tsx";
import { payOf, symbolGlyphs } from "./winLines.ts";

const { lines, linePays, scatterPays, wild, scatter } = mangoRushMachine;
const COUNTS = [5, 4, 3] as const;

/** Everything the machine pays and why, straight from the engine's own tables, at the stake in force. */
export function Paytable({ room, stake, onClose }: { room: Room; stake: bigint; onClose: () => void }) {
  const t = useT();
  const { numerator, denominator } = mangoRush.exactReturn();
  const digits = (value: bigint): string => groupThousands(value.toString());
  return (
    <Dialog open title={t("rounds.rulesOf", { game: room.displayName })} onClose={onClose} closeLabel={t("ui.close")} size="lg">
      <div tabIndex={0} className="grid gap-6 rounded-sm outline-offset-4">
        <p className="text-sm text-muted">
          {t("rounds.paysAt")} <Money minor={stake} className="font-semibold text-text" />
        </p>
        <ul className="grid grid-cols-1 gap-2.5 min-[420px]:grid-cols-2 sm:grid-cols-3">
          {mangoRushSymbols.map((name, symbol) => (
            <li key={name} className="flex items-center gap-3 rounded-md border border-line bg-field p-3">
              <Glyph name={symbolGlyphs[symbol] ?? "parol"} className="size-14 shrink-0" />
              <SymbolPays pays={symbol === scatter ? scatterPays : (linePays[symbol] ?? [])} stake={stake} />
            </li>
          ))}
        </ul>
        <ul className="grid gap-2 text-sm leading-6">
          <li className="flex items-center gap-3">
            <Glyph name={symbolGlyphs[wild] ?? "mango"} className="size-8 shrink-0" />
            {t("rounds.ruleWild")}
          </li>
          <li className="flex items-center gap-3">
            <Glyph name={symbolGlyphs[scatter] ?? "parol"} className="size-8 shrink-0" />
            {t("rounds.ruleScatter")}
          </li>
          <li>{t("rounds.ruleLines", { lines: lines.length })}</li>
        </ul>
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
        <section className="grid gap-1.5 rounded-md border border-line bg-field p-4 text-sm">
          <h3 className="text-base font-bold">{t("rounds.exactReturn", { percent: room.exactReturn })}</h3>
          <p className="text-muted">{t("rounds.returnWhy", { multiple: room.maxWinMultiple })}</p>
          <p className="figures text-xs break-all whitespace-normal text-muted">
            {digits(numerator)} / {digits(denominator)}
          </p>
        </section>
      </div>
    </Dialog>
  );
}

function SymbolPays({ pays, stake }: { pays: readonly number[]; stake: bigint }) {
  return (
    <dl className="grid grid-cols-[auto_auto] gap-x-3 text-sm">
      {COUNTS.map((count) => (
        <div key={count} className="contents">
          <dt className="figures text-muted">{count}×</dt>
          <dd className="text-end font-semibold">
            <Money minor={payOf(stake, pays[count] ?? 0)} />
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
