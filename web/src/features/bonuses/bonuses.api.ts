import { type Bonus, bonuses } from "@laro/contract/bonuses";
import type { InputOf } from "@laro/contract/core/endpoint";
import { deposits } from "@laro/contract/deposits";
import { rewards } from "@laro/contract/rewards";
import { wallet } from "@laro/contract/wallet";
import { useT } from "../../api/language.ts";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

export type BonusFilter = Omit<InputOf<(typeof bonuses)["mine"]>, "cursor" | "limit">;

const stale = [bonuses.mine, bonuses.rewards, rewards.summary, wallet.balance, wallet.history, deposits.methods] as const;

/** What is given for play and friends, without a rule of the brand's that would name it. */
const known = { VIPWEEK: "bonuses.vipWeek", REFERRAL: "bonuses.referral", CAMPAIGN: "bonuses.campaign" } as const;
const isKnown = (code: string): code is keyof typeof known => Object.hasOwn(known, code);

export const useBonuses = (filter: BonusFilter) => useApiPages(bonuses.mine, filter);
/** Trial accounts get no bonus and ask for none. */
export const useRewards = ({ enabled = true }: { enabled?: boolean } = {}) => useApiQuery(bonuses.rewards, {}, { enabled });
/** What can be played without money. */
export const useBonusBets = () => useApiQuery(bonuses.bets, {});
export const useRelease = () => useApiCommand(bonuses.release, { stale });
export const useForfeit = () => useApiCommand(bonuses.forfeit, { stale });

/** What a bonus is called: in the reader's words, or as the brand names it. */
export function useBonusName() {
  const t = useT();
  return ({ code, name }: Pick<Bonus, "code" | "name">): string => (isKnown(code) ? t(known[code]) : name);
}
