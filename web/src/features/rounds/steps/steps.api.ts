import type { InputOf } from "@laro/contract/core/endpoint";
import type { Room } from "@laro/contract/games";
import { rounds, type SteppedRound } from "@laro/contract/rounds";
import { wallet } from "@laro/contract/wallet";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call } from "../../../api/call.ts";
import { nowMs } from "../../../api/clock.ts";
import { markStale, putKnown, useApiQuery } from "../../../api/query.ts";
import { newRequestId } from "../../../api/requestId.ts";
import { isMotionReduced } from "../motion.ts";
import { dropOpenPlay, findOpenPlay, keepOpenPlay, type PlayInput } from "../openPlay.ts";
import { addToPlaySession } from "../playSession.ts";
import { tellRound } from "../rounds.api.ts";
import { askUntilSettled, isUnsettled } from "../settle.ts";

type Act = InputOf<(typeof rounds)["act"]>;

/** What was asked of the server: asked again as it was, it is done once. */
type Asked = { readonly open: PlayInput } | { readonly act: Act };

/** `loading` until it is known whether a round is open; `asking`, `showing` and `resting` as in `usePlay`. */
export type StepPhase = "loading" | "ready" | "asking" | "showing" | "resting" | "unanswered";

/** A round as its game sees it. */
export type RoundOf<View, Action> = Omit<SteppedRound, "view" | "legal"> & { readonly view: View; readonly legal: readonly Action[] };

export interface Steps<View, Action> {
  readonly phase: StepPhase;
  /** The open round, or else the last one that ended here. */
  readonly round: RoundOf<View, Action> | undefined;
  /** Whether the round waits for an action. */
  readonly isOpen: boolean;
  /** The action on its way to the server. */
  readonly asked: Action | undefined;
  readonly fault: unknown;
  readonly open: (stake: bigint, choice: PlayInput["choice"]) => void;
  readonly act: (action: Action) => void;
  /** Asks for what was not answered once more. */
  readonly askAgain: () => void;
}

interface State {
  readonly phase: Exclude<StepPhase, "loading">;
  /** The round that ended here last. */
  readonly last: SteppedRound | undefined;
  readonly asked: Asked | undefined;
  readonly fault: unknown;
}

/** What a step may have changed when nobody knows whether it was taken. */
const UNSURE = [rounds.running.name, wallet.balance.name, rounds.mine.name];

function keepRunning(client: QueryClient, { gameCode, ...answer }: SteppedRound): void {
  putKnown(client, rounds.running, {}, ({ list }) => ({
    list: [...list.filter((one) => one.gameCode !== gameCode), ...(answer.round === null ? [{ ...answer, gameCode }] : [])],
  }));
}

function keepBalance(client: QueryClient, { balance }: SteppedRound): void {
  if (balance !== null) putKnown(client, wallet.balance, {}, (known) => ({ ...known, balance }));
}

const send = (asked: Asked): Promise<SteppedRound> => ("open" in asked ? call(rounds.open, asked.open) : call(rounds.act, asked.act));

/** Tells a round's end once it has been shown, or when the room is left before; then rests until the next round may start. */
function useTelling(client: QueryClient, cycleMs: number) {
  const tell = useRef<() => void>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      clearTimeout(timer.current);
      tell.current?.();
    };
  }, []);
  return ({ round, balance, at }: SteppedRound, { showMs, onPhase }: { showMs: number; onPhase: (phase: "showing" | "resting" | "ready") => void }): void => {
    tell.current = () => {
      tell.current = undefined;
      if (round === null) return;
      if (balance === null) markStale(client, UNSURE);
      else tellRound(client, { ...round, balance });
      addToPlaySession(round.win - round.stake);
    };
    if (isGone.current) return tell.current();
    const rest = (): void => {
      tell.current?.();
      const waitMs = Math.min(cycleMs, Date.parse(at) + cycleMs - nowMs());
      onPhase(waitMs > 0 ? "resting" : "ready");
      if (waitMs > 0) timer.current = setTimeout(() => onPhase("ready"), waitMs);
    };
    onPhase("showing");
    clearTimeout(timer.current);
    timer.current = setTimeout(rest, showMs);
  };
}

/** Whatever was asked, asked until it is known; what it moved is kept where it is shown. */
async function settleStep(client: QueryClient, asked: Asked, gameCode: string): Promise<SteppedRound> {
  try {
    const answer = await askUntilSettled(() => send(asked));
    dropOpenPlay(gameCode);
    keepRunning(client, answer);
    if (answer.round === null) keepBalance(client, answer);
    return answer;
  } catch (fault) {
    if (!isUnsettled(fault)) dropOpenPlay(gameCode);
    markStale(client, UNSURE);
    throw fault;
  }
}

const firstState = (gameCode: string): State => ({
  phase: findOpenPlay(gameCode) === undefined ? "ready" : "unanswered",
  last: undefined,
  asked: undefined,
  fault: undefined,
});

/**
 * Plays rounds of steps: an open one is taken up before a new one is offered, and what was not answered is asked for again, never anew.
 * `showMs` is how long the end of a round is shown before balance and record tell it.
 */
export function useSteps<View, Action extends object>(
  { gameCode, cycleMs }: Pick<Room, "gameCode" | "cycleMs">,
  { showMs }: { showMs: (view: View) => number },
): Steps<View, Action> {
  const client = useQueryClient();
  const running = useApiQuery(rounds.running, {});
  const found = running.data?.list.find((one) => one.gameCode === gameCode);
  const [state, setState] = useState<State>(() => firstState(gameCode));
  const showEnd = useTelling(client, cycleMs);

  const ask = async (asked: Asked): Promise<void> => {
    setState({ phase: "asking", last: undefined, asked, fault: undefined });
    try {
      const answer = await settleStep(client, asked, gameCode);
      const isOver = answer.round !== null;
      setState({ phase: isOver ? "showing" : "ready", last: isOver ? answer : undefined, asked: undefined, fault: undefined });
      if (isOver) showEnd(answer, { showMs: isMotionReduced() ? 0 : showMs(answer.view as View), onPhase: (phase) => setState((now) => ({ ...now, phase })) });
    } catch (fault) {
      const isUnsure = isUnsettled(fault);
      setState({ phase: isUnsure ? "unanswered" : "ready", last: undefined, asked: isUnsure ? asked : undefined, fault });
    }
  };

  // What was asked for before a reload is known by what is open now.
  const takeUp = useEffectEvent(() => {
    if (found === undefined || state.phase !== "unanswered" || state.asked !== undefined) return;
    dropOpenPlay(gameCode);
    setState((now) => ({ ...now, phase: "ready" }));
  });
  useEffect(() => takeUp(), [found]);

  const isOpen = found !== undefined && state.phase !== "showing";
  const isFree = state.phase === "ready" && running.data !== undefined;
  const sent = state.phase === "asking" && state.asked !== undefined && "act" in state.asked ? state.asked.act.action : undefined;
  return {
    phase: running.data === undefined && state.phase === "ready" ? "loading" : state.phase,
    round: (isOpen ? found : state.last) as RoundOf<View, Action> | undefined,
    isOpen,
    asked: sent as Action | undefined,
    fault: state.fault,
    open: (stake, choice) => {
      if (!isFree || isOpen) return;
      const play = { requestId: newRequestId(), gameCode, stake, choice };
      keepOpenPlay(play);
      void ask({ open: play });
    },
    act: (action) => {
      if (isFree && isOpen) void ask({ act: { roundId: found.id, step: found.step, action: action as Act["action"] } });
    },
    askAgain: () => {
      const play = findOpenPlay(gameCode);
      const asked = state.asked ?? (play && { open: play });
      if (state.phase === "unanswered" && asked !== undefined) void ask(asked);
    },
  };
}
