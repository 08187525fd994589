import type { TableBets } from "@laro/contract/core/plays/tables";
import type { Round } from "@laro/contract/rounds";
import type { SharedEngine } from "@laro/engines/engine";
import type { ReactNode } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { Money } from "../../../ui/Money.tsx";
import type { Translator } from "@laro/locales/t";
import { RoundResult } from "../RoundResult.tsx";
import { paidBy } from "./paid.ts";
import { betsOf } from "./chips.ts";
import "./tables.css";

export interface TableReplayProps<Result> {
  round: Round;
  table: SharedEngine<TableBets, Result>;
  nameSpot: (spot: string, t: Translator) => string;
  said: string;
  children: ReactNode;
}

/** A round shown again: what fell, and every bet with what it brought back. */
export function TableReplay<Result>({ round, table, nameSpot, said, children }: TableReplayProps<Result>) {
  const t = useT();
  const paid = paidBy(table, round);
  return (
    <div className="grid flex-1 content-center justify-items-center gap-3">
      {children}
      <p className="font-display text-xl font-bold">{said}</p>
      <RoundResult id={round.id} stake={round.stake} win={round.win} quiet />
      <ul aria-label={t("rounds.tables.bets")} className="flex max-h-40 max-w-full flex-wrap justify-center gap-1.5 overflow-y-auto">
        {Object.entries(betsOf(round.choice as TableBets)).map(([spot, minor]) => (
          <li key={spot} className={cx("rounded-pill px-3 py-1 text-sm", paid.has(spot) ? "bg-win-fill text-on-win" : "bg-card")}>
            {nameSpot(spot, t)} <Money minor={minor} className="font-semibold" />
            {paid.has(spot) && (
              <>
                {" → "}
                <Money minor={paid.get(spot) ?? 0n} className="font-semibold" />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
