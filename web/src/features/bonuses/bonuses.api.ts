import { type Bonus, bonuses } from "@laro/contract/bonuses";
import type { InputOf } from "@laro/contract/core/endpoint";
import { deposits } from "@laro/contract/deposits";
import { rewards } from "@laro/contract/rewards";
import { wallet } from "@laro/contract/wallet";
import { useT } from "../../api/language.ts";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

export type BonusFilter = Omit<InputOf<(typeof bonuses)["mine"]>, "cursor" | "limit">;

const stale = [bonuses.mine, bonuses.rewards, rewards.summary, wallet.balance, wallet.history, deposits.methods] as const;

export const useBonuses = (filter: BonusFilter) => useApiPages(bonuses.mine, filter);
/** Trial accounts get no bonus and ask for none. */
export const useRewards = ({ enabled = true }: { enabled?: boolean } = {}) => useApiQuery(bonuses.rewards, {}, { enabled });
export const useRelease = () => useApiCommand(bonuses.release, { stale });
export const useForfeit = () => useApiCommand(bonuses.forfeit, { stale });

/** What a bonus is called: one of VIP in the reader's words, one of the brand's as it names it. */
export function useBonusName() {
  const t = useT();
  return ({ code, name }: Pick<Bonus, "code" | "name">): string => (code === "VIPWEEK" ? t("bonuses.vipWeek") : name);
}
