import { points } from "@laro/contract/points";
import { type PrizeDrawName, prizeDraws } from "@laro/contract/prizeDraws";
import { rewards } from "@laro/contract/rewards";
import { wallet } from "@laro/contract/wallet";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";
import { newRequestId } from "../../api/requestId.ts";

export const useWheel = () => useApiQuery(prizeDraws.wheel, {});
/** The table of eggs of a version, or the one that new tickets are for. */
export const useEggs = (version: number | undefined, { enabled = true }: { enabled?: boolean } = {}) =>
  useApiQuery(prizeDraws.eggs, version === undefined ? {} : { version }, { enabled });
export const useTickets = (draw: PrizeDrawName) => useApiQuery(prizeDraws.tickets, { draw });
export const useDrawn = (draw: PrizeDrawName) => useApiPages(prizeDraws.drawn, { draw });
export const useDraw = () =>
  useApiCommand(prizeDraws.draw, { stale: [prizeDraws.tickets, prizeDraws.drawn, prizeDraws.eggs, points.balance, wallet.balance, rewards.summary] });

const CLIENT_SEED_BYTES = 16;

/** What is sent to draw a ticket: its own request, and a seed that nobody knew before. */
export const turnOf = (ticketId: string) => ({
  requestId: newRequestId(),
  ticketId,
  clientSeed: Array.from(crypto.getRandomValues(new Uint8Array(CLIENT_SEED_BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
});
