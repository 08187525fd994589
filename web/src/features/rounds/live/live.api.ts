import { type DrawPhase, TableMessage } from "@laro/contract/core/watching";
import { isPlayed, rounds, type Round } from "@laro/contract/rounds";
import { tables, type Fallen, type Ticket } from "@laro/contract/tables";
import { wallet } from "@laro/contract/wallet";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { call } from "../../../api/call.ts";
import { nowMs, setClock } from "../../../api/clock.ts";
import { markStale, putKnown, useApiQuery } from "../../../api/query.ts";
import { newRequestId } from "../../../api/requestId.ts";
import { watchTable } from "../../../api/watching.ts";
import { addToPlaySession } from "../playSession.ts";
import { askUntilSettled, isUnsettled } from "../settle.ts";
import { type Bets, choiceOf } from "../tables/chips.ts";
import { type Stage, stageOf } from "./stages.ts";
import { type LiveState, tellTable, withDrawn } from "./told.ts";

export type Phase = DrawPhase;
type TicketInput = Parameters<typeof call<(typeof tables)["bet"]>>[1];

const CLOCK_TRIES = 5;
/** A clock that is so far off was moved, or was never right. */
const CLOCK_OFF_MS = 1_500;
/** So long after something was due without being said, the table is asked. */
const OVERDUE_MS = 2_000;
/** A flight's end is told; whoever hears nothing asks so often, and whoever does as often as the slow ask. */
const FLIGHT_MS = 5_000;
const SLOW_MS = 15_000;
/** Of a table that was heard of so lately nothing is asked besides: a draw tells of itself more often. */
const HEARD_MS = 60_000;
/** Longer waits would overflow a timer. */
const TIMER_MAX_MS = 60_000;

/** Reads the server's clock a few times and keeps the answer that came fastest: a countdown must not be late. */
async function readClock(): Promise<void> {
  let bestMs = Infinity;
  for (let tries = 0; tries < CLOCK_TRIES; tries += 1) {
    const began = performance.now();
    const { at } = await call(tables.clock, {});
    const tripMs = performance.now() - began;
    if (tripMs >= bestMs) continue;
    bestMs = tripMs;
    setClock(at, tripMs / 2);
  }
}

/** A live table, as the socket and its clock tell it. */
export function useLiveTable(series: string): {
  readonly state: LiveState | undefined;
  readonly error: Error | null;
  readonly stage: Stage;
  readonly last: readonly Fallen[];
} {
  const client = useQueryClient();
  const [isHeard, hear] = useHeard();
  const { data: state, error, refetch } = useApiQuery(tables.get, { series }, isHeard ? {} : { everyMs: SLOW_MS });
  useEffect(() => void readClock().catch(() => undefined), [series]);
  useEffect(
    () =>
      watchTable(series, (said) => {
        const message = TableMessage.parse(said);
        hear();
        if ("phase" in message && Math.abs(Date.parse(message.phase.at) - nowMs()) > CLOCK_OFF_MS) setClock(message.phase.at);
        putKnown(client, tables.get, { series }, (known) => {
          const told = tellTable(known, message);
          if (told === undefined) queueMicrotask(() => markStale(client, [tables.get.name]));
          return told ?? known;
        });
      }),
    [client, series, hear],
  );
  const phase = state?.phase ?? null;
  const stage = useStage(phase, { isHeard, ask: () => void refetch() });
  const last =
    stage.name === "standing" || stage.name === "waiting"
      ? withDrawn(state?.last ?? [], phase!)
      : (state?.last ?? []).filter(({ number }) => number !== phase?.number);
  return { state, error, stage, last };
}

/** Whether something was heard lately, and what says that it was. */
function useHeard(): readonly [boolean, () => void] {
  const [isHeard, setHeard] = useState(false);
  const timer = useRef<number>(undefined);
  const hear = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setHeard(false), HEARD_MS);
    setHeard(true);
  }, []);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return [isHeard, hear];
}

/** The stage now, told anew when its time is over; what the server owes by then is asked for. */
function useStage(phase: Phase | null, { isHeard, ask }: { readonly isHeard: boolean; readonly ask: () => void }): Stage {
  const [now, setNow] = useState(nowMs);
  const askNow = useEffectEvent(ask);
  const { name, untilMs } = stageOf(phase, now);
  useEffect(() => setNow(nowMs()), [phase]);
  useEffect(() => {
    if (name === "still") return;
    const flightMs = isHeard ? SLOW_MS : FLIGHT_MS;
    const overdueMs = name === "flying" ? flightMs : OVERDUE_MS;
    const waitMs = untilMs === undefined ? overdueMs : Math.max(0, Math.min(untilMs - nowMs(), TIMER_MAX_MS));
    const timer = setTimeout(() => {
      if (untilMs === undefined) askNow();
      setNow(nowMs());
    }, waitMs);
    return () => clearTimeout(timer);
  }, [name, untilMs, now, isHeard]);
  return { name, ...(untilMs === undefined ? {} : { untilMs }) };
}

/** Milliseconds left until a moment of the server's clock, read a few times a second. */
export function useLeft(untilMs: number | undefined): number {
  const [leftMs, setLeft] = useState(() => (untilMs ?? 0) - nowMs());
  useEffect(() => {
    if (untilMs === undefined) return;
    const look = (): void => setLeft(untilMs - nowMs());
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [untilMs]);
  return untilMs === undefined ? 0 : Math.max(0, leftMs);
}

const LOOK_MS = 100;

/** My tickets on the draws of a table that are not over. */
export const useTickets = (series: string) => useApiQuery(tables.mine, { series }).data?.list;

interface Confirming {
  readonly isAsking: boolean;
  readonly fault: unknown;
  /** Nobody knows yet whether it was bought: the same is asked for again. */
  readonly open: TicketInput | undefined;
}

export interface Confirm extends Confirming {
  /** Buys a ticket; one that was asked for and not answered is asked for again, never anew. */
  readonly buy: (drawId: bigint, bets: Bets) => void;
  /** Takes away what was said of a refusal. */
  readonly forget: () => void;
}

const RESTING: Confirming = { isAsking: false, fault: undefined, open: undefined };

/** Buys tickets of one table; `bought` is told when one is. */
export function useConfirm(series: string, bought: (ticket: Ticket) => void): Confirm {
  const client = useQueryClient();
  const [state, setState] = useState<Confirming>(RESTING);
  const tellBought = useEffectEvent(bought);
  const ask = async (input: TicketInput): Promise<void> => {
    setState({ isAsking: true, fault: undefined, open: input });
    try {
      const { balance, ...ticket } = await askUntilSettled(() => call(tables.bet, input));
      putKnown(client, wallet.balance, {}, (known) => ({ ...known, balance }));
      putKnown(client, tables.mine, { series }, ({ list }) => ({ list: [...list.filter(({ id }) => id !== ticket.id), ticket] }));
      setState(RESTING);
      tellBought(ticket);
    } catch (fault) {
      setState({ isAsking: false, fault, open: isUnsettled(fault) ? input : undefined });
      markStale(client, [wallet.balance.name, tables.mine.name]);
    }
  };
  const buy = (drawId: bigint, bets: Bets): void => {
    if (!state.isAsking) void ask(state.open ?? { requestId: newRequestId(), series, drawId, ...choiceOf(bets) });
  };
  return { ...state, buy, forget: () => setState((now) => (now.isAsking || now.open !== undefined || now.fault === undefined ? now : RESTING)) };
}

interface Deciding {
  readonly isAsking: boolean;
  readonly fault: unknown;
}

export interface Decide extends Deciding {
  readonly act: (ticket: Ticket, action: Ticket["actions"][number]) => void;
}

/** Decides for tickets; the same decision is asked for until it is answered. What was refused is said until `turn` is another. */
export function useDecide(series: string, turn: number | undefined): Decide {
  const client = useQueryClient();
  const [state, setState] = useState<Deciding>({ isAsking: false, fault: undefined });
  useEffect(() => setState((now) => (now.isAsking ? now : { isAsking: false, fault: undefined })), [turn]);
  const ask = async (ticket: Ticket, action: Ticket["actions"][number]): Promise<void> => {
    setState({ isAsking: true, fault: undefined });
    try {
      const { balance, ...decided } = await askUntilSettled(() => call(tables.act, { ticketId: ticket.id, step: ticket.actions.length, action }));
      putKnown(client, wallet.balance, {}, (known) => ({ ...known, balance }));
      putKnown(client, tables.mine, { series }, ({ list }) => ({ list: list.map((one) => (one.id === decided.id ? decided : one)) }));
      setState({ isAsking: false, fault: undefined });
    } catch (fault) {
      setState({ isAsking: false, fault });
      markStale(client, [wallet.balance.name, tables.mine.name]);
    }
  };
  return { ...state, act: (ticket, action) => void (state.isAsking ? undefined : ask(ticket, action)) };
}

const HISTORY_ROUNDS = 20;

/** My rounds of a draw once it is settled: what they staked, won and paid by spot. */
export function useMyRounds(gameCode: string, drawId: bigint | undefined): readonly Round[] {
  const { data } = useApiQuery(rounds.mine, { gameCode, limit: HISTORY_ROUNDS });
  return data?.list.filter(isPlayed).filter(({ draw }) => draw !== null && draw.id === drawId) ?? [];
}

/** Draws whose result stands in this tab's session line already. */
const told = new Set<bigint>();

/** Once a draw is paid, my record is read, and the session line told. */
export function usePaid(gameCode: string, drawId: bigint | undefined, own: readonly Round[]): void {
  const client = useQueryClient();
  useEffect(() => {
    if (drawId !== undefined) markStale(client, [rounds.mine.name, tables.mine.name]);
  }, [client, drawId]);
  const net = own.reduce((sum, { win, stake }) => sum + win - stake, 0n);
  const isPaid = own.length > 0;
  useEffect(() => {
    if (drawId === undefined || !isPaid || told.has(drawId)) return;
    told.add(drawId);
    addToPlaySession(net);
  }, [gameCode, drawId, isPaid, net]);
}
