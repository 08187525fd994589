import { agents } from "@laro/contract/agents";
import { referrals } from "@laro/contract/referrals";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

export const useReferrals = () => useApiQuery(referrals.mine, {});
export const useFriends = () => useApiPages(referrals.friends, {});
/** The member's code, made when it is first asked for. */
export const useReferralCode = () => useApiCommand(agents.referralCode, { stale: [] });

/** What a friend opens (REG-13). */
export const addressOf = (code: string): string => `${location.origin}/?referralCode=${code}`;
