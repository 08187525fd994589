import { formatAmount } from "@laro/contract/core/money";
import type { Ticket } from "@laro/contract/prizeDraws";
import { useT } from "../../api/language.ts";
import { groupThousands, useCurrencySymbol } from "../../ui/Money.tsx";

/** What a prize is, in words: points, or money. */
export function useWon() {
  const t = useT();
  const symbol = useCurrencySymbol();
  return ({ points, amount }: { readonly points: number; readonly amount: bigint }): string =>
    points > 0 ? t("prizeDraws.points", { points }) : `${symbol}${groupThousands(formatAmount(amount))}`;
}

/** Why a ticket was given, in words. */
export function useCause() {
  const t = useT();
  return ({ cause, level }: Pick<Ticket, "cause" | "level">): string => {
    if (cause === "level") return t("prizeDraws.cause.level", { level });
    return t(cause === "month" ? "prizeDraws.cause.month" : "prizeDraws.cause.campaign");
  };
}
