import type { OwnSide, PricedRounds, SeenPay } from "@laro/contract/commissions";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Sign } from "../../ui/Proof.tsx";
import { writeRate } from "./commissionWords.tsx";
import { formulaAddsUp, tiersStand } from "./sums.ts";

interface Line {
  readonly label: ReactNode;
  readonly minor: bigint;
  /** Above it everything was taken together. */
  readonly isSum?: boolean;
  /** A line that says nothing is left out. */
  readonly isKept?: boolean;
}

/** How a pay came about, number by number, computed again by the page. */
export function Formula({ pay, own, tiers }: { pay: SeenPay; own: OwnSide | null; tiers: readonly PricedRounds[] | null }) {
  const t = useT();
  const lines = useLines(pay, own).filter(({ minor, isSum, isKept }) => minor !== 0n || isSum === true || isKept === true);
  const isRight = formulaAddsUp(pay, own, tiers);
  return (
    <Panel
      title={t("commissions.formula")}
      text={t(pay.kind === "realTime" ? "commissions.tierReached" : "commissions.facts", { active: pay.active, tier: pay.tier ?? 0 })}
    >
      <dl className="grid text-sm">
        {lines.map(({ label, minor, isSum = false }, place) => (
          <div key={place} className={`flex items-baseline justify-between gap-4 py-2 ${isSum ? "border-y border-line font-semibold" : ""}`}>
            <dt className={isSum ? "" : "text-muted"}>{label}</dt>
            <dd className="shrink-0">
              <Money minor={minor} />
            </dd>
          </div>
        ))}
      </dl>
      {tiersStand(pay, tiers) && <Sign isGood={isRight}>{isRight ? t("commissions.formulaRight") : t("commissions.wrong")}</Sign>}
    </Panel>
  );
}

function useLines(pay: SeenPay, own: OwnSide | null): readonly Line[] {
  const t = useT();
  const { kind, bet, ahead, behind, result, deductions, carryIn, base, carryOut, rate, profitRate, lossRate, gross } = pay;
  const named = (figure: string) => t("commissions.figure", { figure });
  const deducted = (["admin", "payments", "bonuses", "salaries"] as const).map((deduction) => ({
    label: t("commissions.deduction", { deduction }),
    minor: -deductions[deduction],
  }));
  const begins: readonly Line[] =
    kind === "dividend"
      ? [{ label: named("result"), minor: result, isKept: true }, ...deducted]
      : kind === "realTime"
        ? []
        : [{ label: named("bet"), minor: bet, isKept: true }];
  const sides: readonly Line[] = [
    { label: t("commissions.aheadAt", { rate: writeRate(profitRate) }), minor: profitRate === 0 ? 0n : ahead },
    { label: t("commissions.behindAt", { rate: writeRate(lossRate) }), minor: lossRate === 0 ? 0n : behind },
  ];
  return [
    ...begins,
    { label: named("carryIn"), minor: carryIn },
    { label: named("base"), minor: base, isSum: true },
    { label: named("carryOut"), minor: carryOut },
    ...(kind === "realTime" ? [] : sides),
    { label: kind === "realTime" ? named("gross") : t("commissions.grossAt", { rate: writeRate(rate) }), minor: gross, isKept: true },
    ...(own === null
      ? []
      : [
          { label: named("owed"), minor: -own.owed },
          { label: named("makeupIn"), minor: own.makeupIn },
          { label: t("commissions.pay"), minor: own.pay, isSum: true },
          { label: named("makeupOut"), minor: own.makeupOut },
        ]),
  ];
}
