import { campaigns } from "@laro/contract/campaigns";
import { raffles } from "@laro/contract/raffles";
import { call } from "../../api/call.ts";
import { useSpeech } from "../../api/language.ts";
import { useApiCommand, useApiQuery } from "../../api/query.ts";

const PAGE_ROWS = 100;
const PAGES_MAX = 2_000;

export const useRaffles = () => useApiQuery(raffles.list, { language: useSpeech().language });
export const useResult = (code: string, { enabled }: { enabled: boolean }) => useApiQuery(raffles.result, { code }, { enabled });
export const useEnterRaffle = () => useApiCommand(raffles.promotion, { stale: [raffles.list, campaigns.list, campaigns.get] });

/** The frozen list whole, page by page: how many tickets each entry has. */
export async function readList(code: string): Promise<readonly number[]> {
  const tickets: number[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const { list, next } = await call(raffles.entries, { code, limit: PAGE_ROWS, ...(cursor === undefined ? {} : { cursor }) });
    tickets.push(...list.map((entry) => entry.tickets));
    if (next === null) break;
    cursor = next;
  }
  return tickets;
}
