import { points } from "@laro/contract/points";
import { prizeDraws } from "@laro/contract/prizeDraws";
import { rewards } from "@laro/contract/rewards";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

export const useWheel = () => useApiQuery(prizeDraws.wheel, {});
export const useTickets = () => useApiQuery(prizeDraws.tickets, {});
export const useDrawn = () => useApiPages(prizeDraws.drawn, {});
export const useDraw = () => useApiCommand(prizeDraws.draw, { stale: [prizeDraws.tickets, prizeDraws.drawn, points.balance, rewards.summary] });
