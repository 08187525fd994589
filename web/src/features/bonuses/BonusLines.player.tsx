import type { Bonus } from "@laro/contract/bonuses";
import { useT } from "../../api/language.ts";
import { Money } from "../../ui/Money.tsx";

/** What a bonus waits for, and that waiting costs none of its days. */
export function Waits({ bonus: { waitsFor, days } }: { bonus: Bonus }) {
  const t = useT();
  return <p className="text-sm text-muted">{t("bonuses.waits", { reference: waitsFor ?? "", days })}</p>;
}

/** What is lost where a bonus ends before it is staked: itself, and nothing of the member's own. */
export function OnlyThis({ bonus: { amount } }: { bonus: Bonus }) {
  const t = useT();
  return (
    <p className="text-sm text-muted">
      {t("bonuses.onlyThis")} <Money minor={amount} className="font-semibold text-text" />
    </p>
  );
}
