import type { OutputOf } from "@laro/contract/core/endpoint";
import { points } from "@laro/contract/points";
import { type Drawn, type PrizeDrawName, prizeDraws } from "@laro/contract/prizeDraws";
import { rewards } from "@laro/contract/rewards";
import { wallet } from "@laro/contract/wallet";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "../../api/call.ts";
import { holdAnswers } from "../../api/hold.ts";
import { markStale, putKnown, useApiPages, useApiQuery } from "../../api/query.ts";
import { newRequestId } from "../../api/requestId.ts";

export const useWheel = () => useApiQuery(prizeDraws.wheel, {});
/** The table of eggs of a version, or the one that new tickets are for. */
export const useEggs = (version: number | undefined, { enabled = true }: { enabled?: boolean } = {}) =>
  useApiQuery(prizeDraws.eggs, version === undefined ? {} : { version }, { enabled });
export const useTickets = (draw: PrizeDrawName) => useApiQuery(prizeDraws.tickets, { draw });
export const useDrawn = (draw: PrizeDrawName) => useApiPages(prizeDraws.drawn, { draw });

type Tickets = OutputOf<(typeof prizeDraws)["tickets"]>;

/** What would tell what a ticket drew before it is shown. */
const TELLTALES = [prizeDraws.tickets, prizeDraws.drawn, prizeDraws.eggs, points.balance, points.details, rewards.summary, wallet.balance, wallet.history].map(
  ({ name }) => name,
);
/** Longer than anything moves: a motion that is cut off holds nothing back. */
const SHOWN_MS_MAX = 8_000;

/** Draws a ticket. It is spent when the draw is answered; what it won stands nowhere else before `shown` is called, or the screen is left. */
export function useDraw() {
  const client = useQueryClient();
  const shown = useRef<() => void>(undefined);
  const isGone = useRef(false);
  const draw = useMutation<Drawn, Error, string>({
    mutationFn: async (ticketId) => {
      shown.current?.();
      const release = holdAnswers(client, TELLTALES);
      const tell = (): void => {
        shown.current = undefined;
        release();
        markStale(client, TELLTALES);
      };
      try {
        const drawn = await call(prizeDraws.draw, turnOf(ticketId));
        putKnown(client, prizeDraws.tickets, { draw: drawn.draw }, (known) => without(known, ticketId));
        const timer = setTimeout(() => shown.current?.(), SHOWN_MS_MAX);
        shown.current = () => {
          clearTimeout(timer);
          tell();
        };
        if (isGone.current) shown.current();
        return drawn;
      } catch (error) {
        tell();
        throw error;
      }
    },
  });
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      shown.current?.();
    };
  }, []);
  return { ...draw, shown: () => shown.current?.() };
}

function without({ count, list }: Tickets, ticketId: string): Tickets {
  const others = list.filter(({ id }) => id !== ticketId);
  return { count: count - (list.length - others.length), list: others };
}

const CLIENT_SEED_BYTES = 16;

/** What is sent to draw a ticket: its own request, and a seed that nobody knew before. */
const turnOf = (ticketId: string) => ({
  requestId: newRequestId(),
  ticketId,
  clientSeed: Array.from(crypto.getRandomValues(new Uint8Array(CLIENT_SEED_BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
});
