import { campaigns } from "@laro/contract/campaigns";
import { raffles } from "@laro/contract/raffles";
import { call } from "../../api/call.ts";
import { useSpeech } from "../../api/language.ts";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

const PAGE_ROWS = 100;
const PAGES_MAX = 2_000;

export const useRaffles = () => useApiQuery(raffles.list, { language: useSpeech().language });
export const useResult = (code: string) => useApiPages(raffles.result, { code, limit: PAGE_ROWS });
export const useEnterRaffle = () => useApiCommand(raffles.promotion, { stale: [raffles.list, campaigns.list, campaigns.get] });

interface Paged<Row> {
  readonly list: readonly Row[];
  readonly next: string | null;
}

/** All of a list, page by page. */
async function readAll<Row>(read: (cursor: { cursor?: string }) => Promise<Paged<Row>>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const { list, next } = await read(cursor === undefined ? {} : { cursor });
    rows.push(...list);
    if (next === null) break;
    cursor = next;
  }
  return rows;
}

/** The frozen list whole: how many tickets each entry has. */
export const readList = async (code: string): Promise<readonly number[]> =>
  (await readAll((from) => call(raffles.entries, { code, limit: PAGE_ROWS, ...from }))).map(({ tickets }) => tickets);

/** Whatever was drawn, in turn. */
export const readDrawn = (code: string) => readAll((from) => call(raffles.result, { code, limit: PAGE_ROWS, ...from }));
