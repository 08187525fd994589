import { campaigns } from "@laro/contract/campaigns";
import { raffles } from "@laro/contract/raffles";
import { call } from "../../api/call.ts";
import { useSpeech } from "../../api/language.ts";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";
import { readAll } from "../../api/readAll.ts";

const PAGE_ROWS = 100;

export const useRaffles = () => useApiQuery(raffles.list, { language: useSpeech().language });
export const useResult = (code: string) => useApiPages(raffles.result, { code, limit: PAGE_ROWS });
export const useEnterRaffle = () => useApiCommand(raffles.promotion, { stale: [raffles.list, campaigns.list, campaigns.get] });

/** The frozen list whole: how many tickets each entry has. */
export const readList = async (code: string): Promise<readonly number[]> =>
  (await readAll((from) => call(raffles.entries, { code, limit: PAGE_ROWS, ...from }))).map(({ tickets }) => tickets);

/** Whatever was drawn, in turn. */
export const readDrawn = (code: string) => readAll((from) => call(raffles.result, { code, limit: PAGE_ROWS, ...from }));
