import type { LotteryTicket } from "@laro/contract/core/lotteries";
import { lottery, OPENED_DEFAULT } from "@laro/contract/lottery";
import { tickets } from "@laro/contract/tickets";
import { wallet } from "@laro/contract/wallet";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { call } from "../../api/call.ts";
import { nowMs, setClock } from "../../api/clock.ts";
import { markStale, putKnown, useApiPages, useApiQuery } from "../../api/query.ts";
import { newRequestId } from "../../api/requestId.ts";

export type Tile = OutputOf<typeof lottery.menus>["list"][number]["games"][number];
export type Opened = OutputOf<typeof lottery.opened>;
export type Open = NonNullable<Opened["next"]>;
export type Bought = OutputOf<typeof tickets.buy>;
export type Ticket = LotteryTicket;

/** A clock that is so far off was moved, or was never right. */
const CLOCK_OFF_MS = 1_500;
const MENU_MS = 15_000;
const SOON_MS = 4_000;
const CALM_MS = 20_000;
/** A draw that is so near is looked at often. */
const NEAR_MS = 90_000;

export const useMenus = () => useApiQuery(lottery.menus, {}, { everyMs: MENU_MS });

/** What fell last in a game and the draw that takes tickets now, asked for often when something is about to happen. */
export function useOpened(gameCode: string, limit = OPENED_DEFAULT) {
  const [everyMs, setEvery] = useState(SOON_MS);
  const asked = useApiQuery(lottery.opened, { gameCode, limit }, { everyMs });
  const { data } = asked;
  useEffect(() => {
    if (data === undefined) return;
    if (Math.abs(Date.parse(data.at) - nowMs()) > CLOCK_OFF_MS) setClock(data.at);
    const isNear = data.next === null || Date.parse(data.next.closesAt) - nowMs() < NEAR_MS;
    setEvery(isNear ? SOON_MS : CALM_MS);
  }, [data]);
  return asked;
}

/** The draws that can be bought ahead, the next one first. */
export const useDraws = (gameCode: string, everyMs: number) => useApiQuery(lottery.draws, { gameCode }, { everyMs });

/** My newest tickets of a game, and once more whenever another number was drawn. */
export function useRecent(gameCode: string, lastNumber: string | undefined) {
  const client = useQueryClient();
  useEffect(() => {
    if (lastNumber !== undefined) markStale(client, [lottery.recent.name, wallet.balance.name]);
  }, [client, lastNumber]);
  return useApiPages(lottery.recent, { gameCode, limit: RECENT });
}
const RECENT = 10;

export const useTicket = (ticketId: string) => useApiQuery(tickets.get, { ticketId }, { everyMs: CALM_MS });

export type LobbyInput = InputOf<typeof lottery.lobby>;
/** Where the back control leads, by the server's word: only to a page of this site. */
export const useLobby = (input: LobbyInput, enabled: boolean) => useApiQuery(lottery.lobby, input, { enabled });

/** How the same thing is asked for until it is known whether it happened. */
export interface Asking {
  readonly askUntilSettled: <Value>(ask: () => Promise<Value>) => Promise<Value>;
  readonly isUnsettled: (error: unknown) => boolean;
}

type BuyInput = InputOf<typeof tickets.buy>;
interface Buying {
  readonly isAsking: boolean;
  readonly fault: Error | null;
  /** Nobody knows yet whether it was bought: the same is asked for again. */
  readonly open: BuyInput | undefined;
}
const RESTING: Buying = { isAsking: false, fault: null, open: undefined };

export interface Buy extends Buying {
  readonly buy: (input: Omit<BuyInput, "requestId">) => void;
  /** Takes away what was said of a refusal. */
  readonly forget: () => void;
}

/** Buys tickets; one that was asked for and not answered is asked for again, never anew. */
export function useBuy({ askUntilSettled, isUnsettled }: Asking, bought: (ticket: Bought) => void): Buy {
  const client = useQueryClient();
  const [state, setState] = useState<Buying>(RESTING);
  const tellBought = useEffectEvent(bought);
  const ask = async (input: BuyInput): Promise<void> => {
    setState({ isAsking: true, fault: null, open: input });
    try {
      const ticket = await askUntilSettled(() => call(tickets.buy, input));
      putKnown(client, wallet.balance, {}, (known) => ({ ...known, balance: ticket.balance }));
      markStale(client, [lottery.recent.name, tickets.list.name]);
      setState(RESTING);
      tellBought(ticket);
    } catch (fault) {
      setState({ isAsking: false, fault: fault as Error, open: isUnsettled(fault) ? input : undefined });
      markStale(client, [wallet.balance.name, lottery.recent.name]);
    }
  };
  return {
    ...state,
    buy: (input) => void (state.isAsking ? undefined : ask(state.open ?? { requestId: newRequestId(), ...input })),
    forget: () => setState((now) => (now.isAsking || now.open !== undefined || now.fault === null ? now : RESTING)),
  };
}
