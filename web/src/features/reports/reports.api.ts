import { games } from "@laro/contract/games";
import type { InputOf } from "@laro/contract/core/endpoint";
import { reports } from "@laro/contract/reports";
import { useApiQuery } from "../../api/query.ts";

const HOUSE = "BGS";
const GAMES_MAX = 100;

export const useProfit = (filter: InputOf<(typeof reports)["profit"]>) => useApiQuery(reports.profit, filter);
export const useMonths = () => useApiQuery(reports.months, {});
export const useHouseGames = () => useApiQuery(games.list, { vassalage: HOUSE, pageSize: GAMES_MAX });
