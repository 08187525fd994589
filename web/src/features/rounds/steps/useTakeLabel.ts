import { formatAmount } from "@laro/contract/core/money";
import { useT } from "../../../api/language.ts";
import { groupThousands, useCurrencySymbol } from "../../../ui/Money.tsx";

/** "Cash out ₱ 39.60". */
export function useTakeLabel(): (minor: bigint) => string {
  const t = useT();
  const symbol = useCurrencySymbol();
  return (minor) => t("rounds.steps.take", { sum: `${symbol} ${groupThousands(formatAmount(minor))}` });
}
