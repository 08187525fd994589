import { accounts } from "@laro/contract/accounts";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { bonuses } from "@laro/contract/bonuses";
import { games, type Room } from "@laro/contract/games";
import { limits } from "@laro/contract/limits";
import { rewards } from "@laro/contract/rewards";
import { isPlayed, rounds } from "@laro/contract/rounds";
import { seeds } from "@laro/contract/seeds";
import { wallet } from "@laro/contract/wallet";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { call } from "../../api/call.ts";
import { markStale, putKnown, useApiQuery } from "../../api/query.ts";
import { newRequestId } from "../../api/requestId.ts";
import { chosenBonusBet } from "./bonusBet.ts";
import { dropOpenPlay, findOpenPlay, keepOpenPlay, type PlayInput } from "./openPlay.ts";
import { addToPlaySession } from "./playSession.ts";
import { askUntilSettled, isUnsettled, pause } from "./settle.ts";
import { holdTelltales, TELLTALES } from "./telltales.ts";

const HISTORY_ROUNDS = 20;

export const useRoom = (gameCode: string) => useApiQuery(games.room, { gameCode });
export const useRound = (id: string) => useApiQuery(rounds.get, { id });
/** The last rounds of a game as they were played: what was corrected of one later stands in the record. */
export function useLastRounds(gameCode: string) {
  const { data: said, error, refetch } = useApiQuery(rounds.mine, { gameCode, limit: HISTORY_ROUNDS });
  const data = useMemo(() => said && { ...said, list: said.list.filter(isPlayed) }, [said]);
  return { data, error, refetch };
}
/** A trial has none (ROLE-05): it is asked for once it is known who plays. */
export function useBalance({ enabled = true } = {}) {
  const { data: me } = useApiQuery(accounts.me, {}, { enabled });
  return useApiQuery(wallet.balance, {}, { enabled: enabled && me?.isTrial === false });
}
/** What can be played without money; a trial has none. */
export function useBonusBets() {
  const { data: me } = useApiQuery(accounts.me, {});
  return useApiQuery(bonuses.bets, {}, { enabled: me?.isTrial === false && !me.mustChangePassword });
}
export const useMyLimits = ({ enabled = true } = {}) => useApiQuery(limits.mine, {}, { enabled });

export type PlayedRound = OutputOf<(typeof rounds)["play"]>;

/** `asking` the server, `showing` what it answered, `resting` until the next round may start, `unanswered` when nobody knows yet. */
export type PlayPhase = "ready" | "asking" | "showing" | "resting" | "unanswered";

interface PlayState {
  readonly phase: PlayPhase;
  readonly round: PlayedRound | undefined;
  readonly fault: unknown;
}

export interface Play extends PlayState {
  /** Stakes once: a round that was asked for and not answered is asked for again, never anew. */
  readonly start: (stake: bigint, choice: PlayInput["choice"]) => void;
  /** The round has been shown: now the balance may tell its win too. */
  readonly finish: () => void;
}

/** What a round changes and its answer does not say is read again so long after it, however many rounds follow meanwhile. */
const CATCH_UP_MS = 15_000;
let catchingUp: ReturnType<typeof setTimeout> | undefined;

/**
 * Puts what a round's answer says where it is shown: balance, record, number of the next round. All else that it changed is only marked: a page that opens
 * reads it, one that is open reads it a little later.
 */
export function tellRound(client: QueryClient, { balance, ...round }: PlayedRound): void {
  const { gameCode, seedId, nonce } = round;
  putKnown(client, wallet.balance, {}, (known) => ({ ...known, balance }));
  putKnown(client, rounds.mine, { gameCode, limit: HISTORY_ROUNDS }, (known) => ({
    ...known,
    list: [round, ...known.list.filter(({ id }) => id !== round.id)].slice(0, HISTORY_ROUNDS),
  }));
  putKnown(client, seeds.mine, {}, (known) => (known.seedId === seedId ? { ...known, nextNonce: String(BigInt(nonce) + 1n) } : known));
  const others = [wallet.history, rounds.totals, limits.mine, bonuses.rewards, rewards.summary];
  for (const { name } of others) void client.invalidateQueries({ queryKey: [name], refetchType: "none" });
  catchingUp ??= setTimeout(() => {
    catchingUp = undefined;
    markStale(
      client,
      [rounds.mine, seeds.mine, ...others].map(({ name }) => name),
    );
  }, CATCH_UP_MS);
}

/** A stake is gone when the bet is answered, whatever the result that is still to be shown: where it was all cash, the balance says so. */
function tellStake(client: QueryClient, { balance, stake, win }: PlayedRound): void {
  putKnown(client, wallet.balance, {}, (known) => (known.balance === balance - win + stake ? { ...known, balance: known.balance - stake } : known));
}

/** A round that was never asked for. While its room's switch stands on a bonus bet it is played with that and nothing else: never with money nobody meant. */
function newPlay(play: Pick<PlayInput, "gameCode" | "stake" | "choice">): PlayInput {
  const bet = chosenBonusBet();
  return { requestId: newRequestId(), ...play, ...(bet === undefined ? {} : { stake: bet.stake, bonusBetId: bet.id }) };
}

/** One of the bonus bets is gone. */
const tellBonusBet = (client: QueryClient, betId: string): void =>
  putKnown(client, bonuses.bets, {}, ({ count, list }) => ({
    count: count - 1,
    list: list.map((bet) => (bet.id === betId ? { ...bet, left: bet.left - 1 } : bet)).filter(({ left }) => left > 0),
  }));

/** Plays rounds of one game; `leadMs` is the least time the game moves before its result is shown. */
export function usePlay({ gameCode, cycleMs }: Pick<Room, "gameCode" | "cycleMs">, { leadMs }: { leadMs: number }): Play {
  const client = useQueryClient();
  const [state, setState] = useState<PlayState>(() => ({
    phase: findOpenPlay(gameCode) === undefined ? "ready" : "unanswered",
    round: undefined,
    fault: undefined,
  }));
  const answeredAtMs = useRef(0);
  const shown = useRef<() => void>(undefined);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isGone = useRef(false);

  const settle = (round: PlayedRound, release: () => void) => () => {
    shown.current = undefined;
    release();
    tellRound(client, round);
    addToPlaySession(round.bonusBet === true ? round.win : round.win - round.stake);
  };

  const hear = async (play: PlayInput): Promise<PlayedRound> => {
    const round = await askUntilSettled(() => call(rounds.play, play));
    answeredAtMs.current = performance.now();
    if (play.bonusBetId === undefined) tellStake(client, round);
    else tellBonusBet(client, play.bonusBetId);
    return round;
  };

  const ask = async (play: PlayInput): Promise<void> => {
    const release = holdTelltales(client);
    setState({ phase: "asking", round: undefined, fault: undefined });
    try {
      const [round] = await Promise.all([hear(play), pause(leadMs)]);
      dropOpenPlay(gameCode);
      shown.current = settle(round, release);
      if (isGone.current) return shown.current();
      setState({ phase: "showing", round, fault: undefined });
    } catch (fault) {
      release();
      if (!isUnsettled(fault)) dropOpenPlay(gameCode);
      setState({ phase: isUnsettled(fault) ? "unanswered" : "ready", round: undefined, fault });
      markStale(client, [...TELLTALES, bonuses.bets.name]);
    }
  };

  const start: Play["start"] = (stake, choice) => {
    if (state.phase !== "ready" && state.phase !== "unanswered") return;
    const play = findOpenPlay(gameCode) ?? newPlay({ gameCode, stake, choice });
    keepOpenPlay(play);
    void ask(play);
  };

  const finish = (): void => {
    if (shown.current === undefined) return;
    shown.current();
    // The server's cycle began somewhere on the way to its answer, never after it.
    const waitMs = answeredAtMs.current + cycleMs - performance.now();
    setState((now) => ({ ...now, phase: waitMs > 0 ? "resting" : "ready" }));
    rest.current = setTimeout(() => setState((now) => (now.phase === "resting" ? { ...now, phase: "ready" } : now)), Math.max(0, waitMs));
  };

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      clearTimeout(rest.current);
      shown.current?.();
    };
  }, []);
  return { ...state, start, finish };
}
