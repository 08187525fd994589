import type { TableBets } from "@laro/contract/core/plays/tables";
import type { Room } from "@laro/contract/games";
import type { Round } from "@laro/contract/rounds";
import { ROAD_DRAWS, type Ticket } from "@laro/contract/tables";
import type { SharedEngine } from "@laro/engines/engine";
import { useEffect, useEffectEvent, useState } from "react";
import { type Bets, betsOf, choiceOf } from "../tables/chips.ts";
import { paidBy } from "../tables/paid.ts";
import { type Chips, useChips } from "../tables/useChips.ts";
import { type Confirm, useConfirm, useLiveTable, useMyRounds, usePaid, useTickets } from "./live.api.ts";
import type { Stage } from "./stages.ts";
import { togetherOf } from "./together.ts";
import type { LiveState } from "./told.ts";

/** What has just become of my chips. */
export type Notice = "confirmed" | "cleared" | undefined;

/** A live table as its room holds it. */
export interface LiveDesk<Result> {
  readonly room: Room;
  readonly table: SharedEngine<TableBets, Result>;
  readonly state: LiveState | undefined;
  readonly stage: Stage;
  readonly chips: Chips;
  readonly confirm: Confirm;
  /** My tickets that wait for this draw, and my rounds of it once they are paid. */
  readonly tickets: readonly Ticket[];
  readonly own: readonly Round[];
  /** What I have confirmed on this draw. */
  readonly held: Bets;
  /** All that is staked with it, what decisions added too; in minor units. */
  readonly staked: bigint;
  readonly notice: Notice;
  /** What fell, from the moment it is shown until the next draw opens. */
  readonly result: Result | undefined;
  /** The same once it stands. */
  readonly standing: Result | undefined;
  /** The results of this road, newest first, the one that is being shown left out. */
  readonly last: readonly Result[];
  /** My tickets of the draw that stands, once they are paid. */
  readonly mine: { readonly stake: bigint; readonly win: bigint; readonly paid: ReadonlyMap<string, bigint> } | undefined;
}

export const NONE: ReadonlyMap<string, bigint> = new Map();

const sumOf = (all: readonly Bets[]): Bets => {
  const sum: Record<string, bigint> = {};
  for (const bets of all) for (const [spot, minor] of Object.entries(bets)) sum[spot] = (sum[spot] ?? 0n) + minor;
  return sum;
};

/** A road begins anew every so many links. */
const roadOf = (link: number): number => Math.floor((link - 1) / ROAD_DRAWS);

export function useLiveDesk<Result>({ room, table }: { room: Room; table: SharedEngine<TableBets, Result> }): LiveDesk<Result> {
  const { state, stage, last } = useLiveTable(room.gameCode);
  const phase = state?.phase ?? undefined;
  const tickets = useTickets(room.gameCode)?.filter(({ drawId }) => drawId === phase?.drawId) ?? [];
  const [notice, setNotice] = useState<Notice>();
  const [isAsking, setAsking] = useState(false);
  // Where tickets decide, everybody has one.
  const isLaid = table.turns !== undefined && tickets.length > 0;
  const chips = useChips(room, stage.name !== "bets" || isAsking || isLaid);
  const confirm = useConfirm(room.gameCode, () => {
    chips.drop();
    setNotice("confirmed");
  });
  if (confirm.isAsking !== isAsking) setAsking(confirm.isAsking);
  useClosing(stage, confirm, () => {
    if (chips.total === 0n) return setNotice(undefined);
    chips.drop();
    setNotice("cleared");
  });
  const forget = useEffectEvent(confirm.forget);
  useEffect(() => forget(), [phase?.drawId]);
  const isStanding = stage.name === "standing" || (stage.name === "waiting" && phase?.state === "settled");
  const own = useMyRounds(room.gameCode, isStanding ? phase?.drawId : undefined);
  usePaid(room.gameCode, phase?.state === "settled" ? phase.drawId : undefined, own);
  const result = (phase?.result ?? undefined) as Result | undefined;
  const road = roadOf(phase?.link ?? 1);
  return {
    room,
    table,
    state,
    stage,
    chips,
    confirm,
    tickets,
    own,
    notice,
    // What was paid lies until the next draw opens, for everyone to see what it brought.
    held: sumOf(own.length > 0 ? own.map(({ choice }) => betsOf(choice as TableBets)) : tickets.map(({ bets }) => betsOf({ bets }))),
    staked: (own.length > 0 ? own.map(({ stake }) => stake) : tickets.map(({ stake }) => stake)).reduce((sum, stake) => sum + stake, 0n),
    result,
    standing: isStanding ? result : undefined,
    last: last.filter(({ link }) => roadOf(link) === road).map((one) => one.result as Result),
    mine: own.length === 0 ? undefined : mineOf(table, own),
  };
}

function mineOf<Result>(table: SharedEngine<TableBets, Result>, own: readonly Round[]): NonNullable<LiveDesk<Result>["mine"]> {
  const [first] = own;
  const bets = sumOf(own.map(({ choice }) => betsOf(choice as TableBets)));
  const isVoid = first!.state === "void";
  return {
    ...togetherOf(own),
    // What one spot brought says nothing where hands were played.
    paid: isVoid || table.turns !== undefined ? NONE : paidBy(table, { choice: choiceOf(bets), outcome: first!.outcome }),
  };
}

/** Told once when bets close, and again after a ticket that was on its way then has been answered. */
function useClosing({ name }: Stage, { isAsking }: Confirm, closed: () => void): void {
  const isOpen = name === "bets";
  const tell = useEffectEvent(closed);
  const [wasOpen, setWasOpen] = useState(isOpen);
  useEffect(() => {
    if (wasOpen && !isOpen && isAsking) return;
    if (wasOpen && !isOpen) tell();
    setWasOpen(isOpen);
  }, [isOpen, isAsking, wasOpen]);
}
