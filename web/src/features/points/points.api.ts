import { points, type PointsKind, type RedeemState } from "@laro/contract/points";
import { wallet } from "@laro/contract/wallet";
import { useSpeech } from "../../api/language.ts";
import { useOnceCommand } from "../../api/once.ts";
import { useApiPages, useApiQuery } from "../../api/query.ts";

const stale = [points.balance, points.details, points.rewards, points.redeems] as const;
const PAGE = 24;

/** Names come in the page's language. */
const useAsked = <More extends object>(more: More) => ({ ...more, language: useSpeech().language });

export const usePointsBalance = () => useApiQuery(points.balance, {});
export const usePointsConfig = () => useApiQuery(points.config, {});
export const useMall = (group: string) => useApiPages(points.rewards, useAsked({ limit: PAGE, ...(group === "" ? {} : { group }) }));
export const useRedeems = (status: RedeemState | undefined) => useApiPages(points.redeems, useAsked(status === undefined ? {} : { status }));
export const useDetails = (kind: PointsKind | undefined) => useApiPages(points.details, useAsked(kind === undefined ? {} : { kind }));
export const useRedeem = () => useOnceCommand(points.redeem, { stale });
export const useConvert = () => useOnceCommand(points.convert, { stale: [...stale, wallet.balance, wallet.history] });
