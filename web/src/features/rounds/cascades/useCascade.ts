import type { CascadeOutcome } from "@laro/contract/core/plays/cascades";
import type { Room } from "@laro/contract/games";
import { useEffect, useMemo, useState } from "react";
import { isMotionReduced } from "../motion.ts";
import { useReveal } from "../reveal.ts";
import { usePlay } from "../rounds.api.ts";
import type { MiniRoom } from "../minis/useMini.ts";
import type { CascadeGame } from "./cascadeGame.ts";
import { type Frame, framesOf, playingMs } from "./playback.ts";

/** What falls out needs so long. */
const LEAD_MS = 360;
const STAKE_FIRST = 2_000n;

export interface Cascading {
  readonly mini: MiniRoom;
  /** What is shown now, and all of the round up to it. */
  readonly frame: Frame;
  readonly shown: readonly Frame[];
  readonly freeSpins: number;
  /** What the round that is shown was staked with. */
  readonly stake: bigint;
  readonly isPlaying: boolean;
}

/** The highest multiplier among pictures. */
export const reachedIn = (frames: readonly Frame[]): number => Math.max(0, ...frames.map(({ multiplier }) => multiplier));

/** The number of the picture that stands now: one after the other while `run` names a round, else the last. */
function useFrameAt(frames: readonly Frame[], run: string | undefined): number {
  const [state, setState] = useState({ run, at: 0 });
  useEffect(() => {
    if (run === undefined || isMotionReduced()) return;
    let timer: ReturnType<typeof setTimeout>;
    const show = (at: number): void => {
      setState({ run, at });
      if (at + 1 < frames.length) timer = setTimeout(() => show(at + 1), frames[at]?.ms);
    };
    show(0);
    return () => clearTimeout(timer);
  }, [run, frames]);
  if (run === undefined || isMotionReduced()) return frames.length - 1;
  return state.run === run ? state.at : 0;
}

/** The room of a slot of a book: the server names a row, and the browser expands it and plays it through. */
export function useCascade(room: Room, { book, rowFirst }: CascadeGame): Cascading {
  const [stake, setStake] = useState(STAKE_FIRST);
  const [last, setLast] = useState<{ id: string; row: number; stake: bigint }>();
  const play = usePlay(room, { leadMs: LEAD_MS });
  const { round, phase } = play;
  if (round !== undefined && last?.id !== round.id) setLast({ id: round.id, row: (round.outcome as CascadeOutcome).row, stake: round.stake });
  const row = last?.row ?? rowFirst;
  const frames = useMemo(() => framesOf(book.expand(row)), [book, row]);
  const reveal = useReveal(play, playingMs(frames));
  const isPlaying = phase === "showing" && reveal.isMoving && last?.id === round?.id;
  const at = useFrameAt(frames, isPlaying ? round?.id : undefined);
  const shown = frames.slice(0, at + 1);
  return {
    mini: { play, reveal, stake, setStake, isFree: phase === "ready" || phase === "resting", start: () => play.start(stake, {}) },
    frame: frames[at] ?? frames[0]!,
    shown,
    freeSpins: frames.at(-1)?.spin ?? 0,
    stake: last?.stake ?? stake,
    isPlaying,
  };
}
