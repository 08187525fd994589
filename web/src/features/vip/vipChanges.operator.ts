import { formatAmount } from "@laro/contract/core/money";
import type { VipLevel } from "@laro/contract/vip";
import { useT } from "../../api/language.ts";
import type { Change } from "../../ui/ChangeDialog.tsx";
import { groupThousands } from "../../ui/Money.tsx";

/** What differs between the levels in force and those wanted. */
export function useLevelChanges() {
  const t = useT();
  const amount = (minor: bigint): string => groupThousands(formatAmount(minor));
  const most = (minor: bigint | null): string => (minor === null ? "–" : amount(minor));
  return (set: readonly VipLevel[], wanted: readonly VipLevel[]): readonly Change[] =>
    wanted.flatMap((after, place) => {
      const before = set[place]!;
      const name = (part: string): string => `${t("vip.rank", { level: after.level })} · ${part}`;
      return [
        { label: name(t("vip.labelName")), before: before.label as string, after: after.label as string },
        { label: name(t("vip.from")), before: amount(before.valid), after: amount(after.valid) },
        { label: name(t("vip.weekBonus")), before: `${before.bonusBps / 100}%`, after: `${after.bonusBps / 100}%` },
        { label: name(t("vip.most")), before: most(before.weekMax), after: most(after.weekMax) },
      ].filter((change) => change.before !== change.after);
    });
}
