import type { WantedEgg } from "@laro/contract/prizeDraws";
import { useT } from "../../api/language.ts";
import type { Change } from "../../ui/ChangeDialog.tsx";
import { useWon } from "./won.ts";

/** What differs between the prizes in force and those wanted, place by place. */
export function useEggChanges() {
  const t = useT();
  const wonOf = useWon();
  const describe = (prize: WantedEgg | undefined): string =>
    prize === undefined
      ? "–"
      : t("prizeDraws.eggs.prizeIs", {
          prize: wonOf(prize),
          weight: prize.weight,
          stock: prize.stock === null ? t("prizeDraws.eggs.unlimited") : String(prize.stock),
        });
  return (set: readonly WantedEgg[], wanted: readonly WantedEgg[]): readonly Change[] =>
    Array.from({ length: Math.max(set.length, wanted.length) }, (_, at) => ({
      label: t("prizeDraws.eggs.place", { place: at + 1 }),
      before: describe(set[at]),
      after: describe(wanted[at]),
    })).filter(({ before, after }) => before !== after);
}
