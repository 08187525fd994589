import type { Room } from "@laro/contract/games";
import { useState } from "react";
import type { PlayInput } from "../openPlay.ts";
import { type Reveal, useReveal } from "../reveal.ts";
import { type Play, usePlay } from "../rounds.api.ts";

/** What the room of any mini game has. */
export interface MiniRoom {
  readonly play: Play;
  readonly reveal: Reveal;
  readonly stake: bigint;
  readonly setStake: (stake: bigint) => void;
  /** Nothing is on its way: stake and choice may change. */
  readonly isFree: boolean;
  readonly start: () => void;
}

export interface Mini<Choice> extends MiniRoom {
  readonly choice: Choice;
  /** Changes the choice, unless a round is on its way. */
  readonly choose: (choice: Choice) => void;
}

export interface MiniOptions<Choice> {
  readonly choice: Choice;
  /** Minor units. */
  readonly stake: bigint;
  /** The least time the game moves before its result is shown, and how long the result then takes, unless the player uncovers it. */
  readonly leadMs: number;
  readonly showMs: number | undefined;
}

/** What every mini game's room holds: stake, choice, and a round on its way. */
export function useMini<Choice extends PlayInput["choice"]>(room: Room, first: MiniOptions<Choice>): Mini<Choice> {
  const [choice, setChoice] = useState(first.choice);
  const [stake, setStake] = useState(first.stake);
  const play = usePlay(room, { leadMs: first.leadMs });
  const reveal = useReveal(play, first.showMs);
  const isFree = play.phase === "ready" || play.phase === "resting";
  return {
    play,
    reveal,
    stake,
    setStake,
    choice,
    choose: (next) => isFree && setChoice(next),
    isFree,
    start: () => play.start(stake, choice),
  };
}
