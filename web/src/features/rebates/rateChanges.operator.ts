import { gameCategories } from "@laro/contract/core/gameCategories";
import type { RebateRates } from "@laro/contract/rebates";
import { vipLabels } from "@laro/contract/vip";
import { useT } from "../../api/language.ts";
import type { Change } from "../../ui/ChangeDialog.tsx";
import { percentOf } from "./rebates.api.ts";

/** What of two tables differs. */
export function useRateChanges() {
  const t = useT();
  return (before: RebateRates, after: RebateRates): readonly Change[] =>
    vipLabels.flatMap((label) =>
      gameCategories
        .filter((category) => before[label][category] !== after[label][category])
        .map((category) => ({
          label: `${label} · ${t("points.category", { category })}`,
          before: percentOf(before[label][category]),
          after: percentOf(after[label][category]),
        })),
    );
}
