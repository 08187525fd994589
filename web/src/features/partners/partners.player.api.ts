import { RefusedCall } from "@laro/contract/core/call";
import type { InputOf } from "@laro/contract/core/endpoint";
import { type PartnerFree, type PartnerRound, type PartnerTable, partners } from "@laro/contract/partners";
import { useEffect, useRef, useState } from "react";
import { call } from "../../api/call.ts";
import { useApiCommand } from "../../api/query.ts";
import { newRequestId } from "../../api/requestId.ts";

/** How long after each other a round is asked for that its casino has not decided yet, and how often. */
const AGAIN_MS = 2_000;
const ASKS_MAX = 30;
/** What a demo begins with, in minor units. */
const DEMO_MINOR = 1_000_00n;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One ticket opens one page: it is used up by the first who asks. */
let opening: Promise<PartnerTable> | undefined;

/** Opens the game its partner asked for, once; the ticket does not stay in the address. */
export function useOpenTable(code: string): { readonly table: PartnerTable | undefined; readonly fault: unknown } {
  const [state, setState] = useState<{ table: PartnerTable | undefined; fault: unknown }>({ table: undefined, fault: undefined });
  useEffect(() => {
    const ticket = new URLSearchParams(location.search).get("ticket") ?? "";
    opening ??= call(partners.open, { code, ticket: ticket === "" ? "none" : ticket });
    opening.then(
      (table) => setState({ table, fault: undefined }),
      (fault: unknown) => setState({ table: undefined, fault }),
    );
    history.replaceState(null, "", location.pathname);
  }, [code]);
  return state;
}

export type PartnerChoice = InputOf<typeof partners.play>["choice"];

interface PlayState {
  readonly round: PartnerRound | undefined;
  readonly balance: bigint | null;
  /** Free rounds, which are played before anything is staked. */
  readonly free: PartnerFree | null;
  /** Until the next round may begin; `isAsking` until this one is decided. */
  readonly isBusy: boolean;
  readonly isAsking: boolean;
  readonly fault: unknown;
}

const isDecided = ({ state }: PartnerRound): boolean => state !== "asked" && state !== "staked";

/** Plays one round after the other. A round that was asked for and not decided is asked for again under the same id, never anew. */
export function usePartnerPlay(table: PartnerTable) {
  const isDemo = table.mode === "demo";
  const [state, setState] = useState<PlayState>({
    round: undefined,
    balance: isDemo ? DEMO_MINOR : table.balance,
    free: table.free,
    isBusy: false,
    isAsking: false,
    fault: undefined,
  });
  const open = useRef<InputOf<typeof partners.play>>(undefined);

  const ask = async (play: InputOf<typeof partners.play>): Promise<void> => {
    for (let asks = 1; ; asks++) {
      const { round, balance, free } = await call(partners.play, play);
      if (isDecided(round) || asks >= ASKS_MAX) {
        open.current = isDecided(round) ? undefined : play;
        setState((before) => ({ ...before, round, free, isAsking: false, fault: undefined, balance: balanceAfter(before.balance, round, balance, isDemo) }));
        return;
      }
      await pause(AGAIN_MS);
    }
  };

  const start = (stake: bigint, choice: PartnerChoice): void => {
    if (state.isBusy) return;
    const { free } = state;
    const asked = free === null ? { stake } : { stake: free.stake, free: free.id };
    const play = open.current ?? { token: table.token, requestId: newRequestId(), choice, ...asked };
    open.current = play;
    setState((before) => ({ ...before, isBusy: true, isAsking: true, fault: undefined }));
    // The next round waits for the game's pace, which the server keeps.
    void Promise.all([ask(play), pause(table.cycleMs)]).then(
      () => setState((before) => ({ ...before, isBusy: false })),
      (fault: unknown) => {
        // Refused is refused; of a silence nobody knows, and the same is asked again.
        if (isRefused(fault)) open.current = undefined;
        const isOver = fault instanceof RefusedCall && fault.code === "partners.free_over";
        setState((before) => ({ ...before, isBusy: false, isAsking: false, fault, ...(isOver ? { free: null } : {}) }));
      },
    );
  };
  return { ...state, start };
}

const isRefused = (fault: unknown): boolean => fault instanceof RefusedCall && !fault.code.startsWith("server.") && fault.code !== "request.too_many";

/** What the partner's wallet said last was said before it took the win, where the win is still on its way. */
function balanceAfter(before: bigint | null, round: PartnerRound, told: bigint | null, isDemo: boolean): bigint | null {
  if (isDemo) return (before ?? 0n) - round.stake + round.win;
  return told === null ? before : round.state === "drawn" ? told + round.win : told;
}

export const useFairness = () => useApiCommand(partners.fairness);
export const useRotate = () => useApiCommand(partners.rotate);
