import type { TableBets } from "@laro/contract/core/plays/tables";
import type { Room } from "@laro/contract/games";
import { useState } from "react";
import { findOpenPlay } from "../openPlay.ts";
import { useLastRounds } from "../rounds.api.ts";
import { addChips, type Bets, betsOf, changeTo, CHIPS, doubleChips, isWithin, type Layout, takeChips, totalOf, undo } from "./chips.ts";

const CHIP_FIRST = CHIPS[1];

export interface Chips {
  readonly bets: Bets;
  readonly total: bigint;
  readonly chip: bigint;
  /** While a round is on its way, the chips lie as they were staked. */
  readonly isLocked: boolean;
  /** Whether the last chips were not laid because the table's limit would be passed. */
  readonly isFull: boolean;
  readonly can: { readonly undo: boolean; readonly clear: boolean; readonly double: boolean; readonly rebet: boolean };
  readonly choose: (chip: bigint) => void;
  readonly lay: (spots: readonly string[]) => void;
  readonly take: (spot: string) => void;
  readonly undo: () => void;
  readonly clear: () => void;
  /** Takes all chips off, whatever is locked, and forgets how they lay. */
  readonly drop: () => void;
  readonly double: () => void;
  readonly rebet: () => void;
  /** Lays these bets in the stead of what lies; nothing where they would pass the table's limit. */
  readonly put: (bets: Bets) => void;
}

/** The chips on a table. They lie until they are taken away, so the next round can be played on the same bets; while one is on its way nothing moves. */
export function useChips({ gameCode, stakeMax }: Pick<Room, "gameCode" | "stakeMax">, isLocked: boolean): Chips {
  const [layout, setLayout] = useState<Layout>(() => {
    const open = findOpenPlay(gameCode);
    return { bets: open === undefined ? {} : betsOf(open.choice as TableBets), before: [] };
  });
  const [chip, setChip] = useState<bigint>(CHIP_FIRST);
  const [isFull, setFull] = useState(false);
  const last = useLastRounds(gameCode).data?.list[0];
  const { bets } = layout;
  const move = (next: Bets | undefined): void => {
    if (isLocked) return;
    setFull(next === undefined);
    if (next !== undefined) setLayout((now) => changeTo(now, next));
  };
  const hasBets = totalOf(bets) > 0n;
  const isMovable = !isLocked && hasBets;
  return {
    bets,
    total: totalOf(bets),
    chip,
    isLocked,
    isFull,
    can: { undo: !isLocked && layout.before.length > 0, clear: isMovable, double: isMovable, rebet: !isLocked && last !== undefined },
    choose: setChip,
    lay: (spots) => move(addChips(bets, { spots, chip, limit: stakeMax })),
    take: (spot) => bets[spot] !== undefined && move(takeChips(bets, spot)),
    undo: () => {
      if (isLocked) return;
      setFull(false);
      setLayout(undo);
    },
    drop: () => {
      setFull(false);
      setLayout({ bets: {}, before: [] });
    },
    clear: () => hasBets && move({}),
    double: () => hasBets && move(doubleChips(bets, stakeMax)),
    rebet: () => last !== undefined && move(betsOf(last.choice as TableBets)),
    put: (next) => move(isWithin(next, stakeMax) ? next : undefined),
  };
}
