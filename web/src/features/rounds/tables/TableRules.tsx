import { formatAmount } from "@laro/contract/core/money";
import type { Room } from "@laro/contract/games";
import type { Rational } from "@laro/engines/engine";
import { createContext, type ReactNode, use } from "react";
import { useT } from "../../../api/language.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { groupThousands, Money, useCurrencySymbol } from "../../../ui/Money.tsx";

export interface RuleRow {
  readonly name: string;
  /** What a won stake brings beside itself, such as "35:1". */
  readonly pays: string;
  readonly back: Rational;
}

/** A percentage with four decimals, rounded down: never more than it is. */
export function percentOf({ numerator, denominator }: Rational): string {
  const digits = ((numerator * 1_000_000n) / denominator).toString().padStart(5, "0");
  return `${digits.slice(0, -4)}.${digits.slice(-4)}%`;
}

/** What a live table says in the place of what holds for one player: its limits, how it is checked, its keys. */
export const RulesTerms = createContext<{ readonly limits: string; readonly check: string; readonly keys: string } | undefined>(undefined);

export interface TableRulesProps {
  room: Room;
  /** The rules in sentences, how the draws are made last. */
  sentences: readonly string[];
  rows: readonly RuleRow[];
  onClose: () => void;
  children?: ReactNode;
}

/** What a table pays and returns, straight from its engine. */
export function TableRules({ room, sentences, rows, onClose, children }: TableRulesProps) {
  const t = useT();
  const symbol = useCurrencySymbol();
  const terms = use(RulesTerms);
  const amount = (minor: bigint): string => `${symbol} ${groupThousands(formatAmount(minor))}`;
  return (
    <Dialog open title={t("rounds.rulesOf", { game: room.displayName })} onClose={onClose} closeLabel={t("ui.close")} size="lg">
      <div tabIndex={0} className="grid gap-5 rounded-sm text-sm leading-6 outline-offset-4">
        <ul className="grid gap-2">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {children}
        <table className="w-full">
          <thead className="text-start text-xs text-muted">
            <tr>
              <th className="py-1.5 text-start font-medium">{t("rounds.tables.bet")}</th>
              <th className="text-end font-medium">{t("rounds.tables.pays")}</th>
              <th className="text-end font-medium">{t("rounds.tables.back")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, pays, back }) => (
              <tr key={name} className="border-t border-line">
                <td className="py-1.5">{name}</td>
                <td className="figures text-end font-semibold">{pays}</td>
                <td className="figures text-end">{percentOf(back)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <section className="grid gap-1.5 rounded-md border border-line bg-field p-4">
          <h3 className="text-base font-bold">{t("rounds.exactReturn", { percent: room.exactReturn })}</h3>
          <p className="text-muted">{t("rounds.tables.returnWhy")}</p>
          <p>
            {terms?.limits ?? t("rounds.tables.limits", { minimum: amount(room.stakeMin), maximum: amount(room.stakeMax), seconds: room.cycleMs / 1_000 })}{" "}
            {t("rounds.tables.largest", { multiple: room.maxWinMultiple })}{" "}
            <Money minor={room.stakeMax * BigInt(room.maxWinMultiple)} className="font-semibold" />
          </p>
          <p className="text-muted">{t("rounds.tables.valid")}</p>
          <p className="text-muted">{terms?.check ?? t("rounds.tables.check")}</p>
          <p className="text-muted">{terms?.keys ?? t("rounds.tables.keys")}</p>
        </section>
      </div>
    </Dialog>
  );
}
