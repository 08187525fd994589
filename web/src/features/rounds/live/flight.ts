import { FLIGHT_TICKETS_MAX, tables, type Ticket } from "@laro/contract/tables";
import type { CrashOutcome, CrashResult, TableBets } from "@laro/contract/core/plays/tables";
import type { Room } from "@laro/contract/games";
import { rounds, type Round } from "@laro/contract/rounds";
import { wallet } from "@laro/contract/wallet";
import { crashTable, TARGET_MAX } from "@laro/engines/tables/crash";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { call } from "../../../api/call.ts";
import { nowMs } from "../../../api/clock.ts";
import { markStale, putKnown } from "../../../api/query.ts";
import { readAgain } from "../../../api/readAgain.ts";
import { isMotionReduced } from "../motion.ts";
import { askUntilSettled } from "../settle.ts";
import { type Confirm, useConfirm, useLiveTable, useMyRounds, usePaid, useTickets } from "./live.api.ts";
import type { Stage } from "./stages.ts";
import type { LiveState } from "./told.ts";

/** What a slot's ticket has come to: it flies, or was cashed out, or is lost. */
export interface SlotTicket {
  readonly id: string;
  readonly stake: bigint;
  /** Where it is cashed out by itself, in hundredths. */
  readonly target: number;
  readonly isOpen: boolean;
  /** In hundredths; 0 where it was lost. */
  readonly cashed: number | undefined;
  readonly win: bigint;
}

/** One of the two tickets, and what may be done with it. */
export interface Slot {
  readonly stake: bigint;
  readonly setStake: (stake: bigint) => void;
  /** In hundredths; the largest is none. */
  readonly target: number;
  readonly setTarget: (target: number) => void;
  readonly ticket: SlotTicket | undefined;
  readonly confirm: Confirm;
  /** A stake for the next draw waits for it to open. */
  readonly isQueued: boolean;
  readonly isCashing: boolean;
  readonly fault: unknown;
  /** Bets, queues or takes back, or cashes out: what the big button does now. */
  readonly act: () => void;
}

export interface CrashDesk {
  readonly room: Room;
  readonly state: LiveState | undefined;
  readonly stage: Stage;
  readonly slots: readonly [Slot, Slot];
  readonly point: number | undefined;
  /** Of the flights before, newest first. */
  readonly points: readonly number[];
}

const POINTS_SHOWN = 30;
/** What a ticket's own multiple begins as: whoever loses the connection is not carried to the end. */
const TARGET_FIRST = 10_000;
const STAKE_FIRST = 1_000n;

const flight = crashTable.flight!;
const targetOf = (choice: unknown): number => flight.targetOf(choice as TableBets);

const ofTicket = ({ id, stake, bets }: Ticket, point: number | undefined): SlotTicket => {
  const target = targetOf({ bets });
  const isReached = point !== undefined && target <= point;
  return {
    id,
    stake,
    target,
    isOpen: true,
    cashed: point === undefined ? undefined : isReached ? target : 0,
    win: isReached ? (stake * BigInt(target)) / 100n : 0n,
  };
};

const ofRound = ({ id, stake, win, choice, outcome }: Round): SlotTicket => ({
  id,
  stake,
  target: targetOf(choice),
  isOpen: false,
  cashed: (outcome as CrashOutcome).cashed ?? 0,
  win,
});

export function useCrash(room: Room): CrashDesk {
  const { state, stage, last } = useLiveTable(room.gameCode);
  const phase = state?.phase ?? undefined;
  const point = (phase?.result as CrashResult | null | undefined)?.point;
  const open = useTickets(room.gameCode)?.filter(({ drawId }) => drawId === phase?.drawId) ?? [];
  const own = useMyRounds(room.gameCode, phase?.drawId).filter(({ state: at }) => at !== "void");
  usePaid(room.gameCode, phase?.state === "settled" ? phase.drawId : undefined, phase?.state === "settled" ? own : []);
  const closed = new Set(own.map(({ id }) => id));
  const mine = [...own.map(ofRound), ...open.filter(({ id }) => !closed.has(id)).map((ticket) => ofTicket(ticket, point))];
  const [places, setPlaces] = useState<ReadonlyMap<string, number>>(new Map());
  const placed = place(mine, places);
  const slotOf = (at: number) => ({
    room,
    stage,
    drawId: phase?.drawId,
    ticket: placed[at],
    bought: (id: string) => setPlaces((known) => new Map(known).set(id, at)),
  });
  const slots = [useSlot(slotOf(0)), useSlot(slotOf(1))] as const;
  return { room, state, stage, slots, point, points: last.slice(0, POINTS_SHOWN).map(({ result }) => (result as CrashResult).point) };
}

/** Each ticket where it was bought; after a reload the older one comes first. */
function place(mine: readonly SlotTicket[], places: ReadonlyMap<string, number>): readonly (SlotTicket | undefined)[] {
  const slots: (SlotTicket | undefined)[] = Array.from({ length: FLIGHT_TICKETS_MAX }, (_, at) => mine.find(({ id }) => places.get(id) === at));
  for (const ticket of mine.filter(({ id }) => !places.has(id)).toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const free = slots.indexOf(undefined);
    if (free >= 0) slots[free] = ticket;
  }
  return slots;
}

interface SlotInput {
  readonly room: Room;
  readonly stage: Stage;
  readonly drawId: bigint | undefined;
  readonly ticket: SlotTicket | undefined;
  readonly bought: (id: string) => void;
}

function useSlot({ room, stage, drawId, ticket, bought }: SlotInput): Slot {
  const [stake, setStake] = useState(STAKE_FIRST);
  const [target, setTarget] = useState(TARGET_FIRST);
  const [isQueued, setQueued] = useState(false);
  const confirm = useConfirm(room.gameCode, ({ id }) => bought(id));
  const { cash, isCashing, fault } = useCashOut(drawId);
  const isOpen = stage.name === "bets";
  const buy = (): void => {
    if (drawId !== undefined) confirm.buy(drawId, { [String(target)]: stake });
  };
  const begin = useEffectEvent(() => {
    if (!isOpen) return;
    confirm.forget();
    if (isQueued && ticket === undefined) buy();
    setQueued(false);
  });
  useEffect(() => begin(), [drawId, isOpen]);
  const act = (): void => {
    if (confirm.isAsking || isCashing) return;
    if (confirm.open !== undefined) return buy();
    if (ticket?.isOpen === true && stage.name === "flying") return cash(ticket.id);
    if (isOpen && ticket === undefined) return buy();
    if (!isOpen && stage.name !== "still") setQueued(!isQueued);
  };
  return { stake, setStake, target, setTarget, ticket, confirm, isQueued, isCashing, fault: confirm.fault ?? fault, act };
}

/** Cashes tickets out; what was refused is said until the next draw. */
function useCashOut(drawId: bigint | undefined) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<string>();
  const [refused, setRefused] = useState<{ readonly drawId: bigint | undefined; readonly fault: unknown }>();
  const ask = async (ticketId: string): Promise<void> => {
    setAsking(ticketId);
    try {
      const { balance } = await askUntilSettled(() => call(tables.cashOut, { ticketId }));
      putKnown(client, wallet.balance, {}, (known) => ({ ...known, balance }));
    } catch (fault) {
      setRefused({ drawId, fault });
    }
    await Promise.all([rounds.mine.name, tables.mine.name].map((name) => readAgain(client, [name])));
    markStale(client, [wallet.balance.name]);
    setAsking(undefined);
  };
  return { cash: (ticketId: string) => void ask(ticketId), isCashing: asking !== undefined, fault: refused?.drawId === drawId ? refused?.fault : undefined };
}

const FRAME_MS = 33;
const STILL_MS = 100;

/** Milliseconds of a flight by the server's clock, told some thirty times a second; ten times with reduced motion. */
export function useElapsed(fromMs: number | undefined): number {
  const [elapsedMs, setElapsed] = useState(0);
  useEffect(() => {
    if (fromMs === undefined) return setElapsed(0);
    const look = (): void => setElapsed(Math.min(flight.longestMs, Math.max(0, Math.floor(nowMs() - fromMs))));
    look();
    const timer = setInterval(look, isMotionReduced() ? STILL_MS : FRAME_MS);
    return () => clearInterval(timer);
  }, [fromMs]);
  return elapsedMs;
}

export const isEndless = (target: number): boolean => target === TARGET_MAX;
