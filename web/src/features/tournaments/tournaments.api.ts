import { campaigns } from "@laro/contract/campaigns";
import { RefusedCall } from "@laro/contract/core/call";
import type { InputOf } from "@laro/contract/core/endpoint";
import { type SeatRound, type Tournament, tournaments } from "@laro/contract/tournaments";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "../../api/call.ts";
import { useSpeech } from "../../api/language.ts";
import { markStale, putKnown, useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";
import { newRequestId } from "../../api/requestId.ts";

const RANK_EVERY_MS = 15_000;
/** The ranking is read again once nobody played here for so long. */
const QUIET_MS = 1_500;
const ROUNDS_PAGE = 20;
const ROUNDS_ALL_PAGE = 100;
const PAGES_MAX = 20;
const CLIENT_SEED_BYTES = 16;

export const useTournaments = () => useApiQuery(tournaments.list, { language: useSpeech().language });
export const useSeatRank = (code: string, { isRunning }: { isRunning: boolean }) =>
  useApiPages(tournaments.rank, { code, limit: 10 }, isRunning ? { everyMs: RANK_EVERY_MS } : {});
export const useSeatRounds = (code: string) => useApiPages(tournaments.rounds, { code, limit: ROUNDS_PAGE });
export const useEnter = () =>
  useApiCommand(tournaments.enter, { stale: [tournaments.list, tournaments.rank, tournaments.rounds, campaigns.list, campaigns.get] });

/** All rounds of one's own seat. */
export async function readRounds(code: string): Promise<readonly SeatRound[]> {
  const rows: SeatRound[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const { list, next } = await call(tournaments.rounds, { code, limit: ROUNDS_ALL_PAGE, ...(cursor === undefined ? {} : { cursor }) });
    rows.push(...list);
    if (next === null) break;
    cursor = next;
  }
  return rows;
}

const newClientSeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(CLIENT_SEED_BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");

type Asked = InputOf<(typeof tournaments)["play"]>;

/** Plays rounds of a seat one after the other; a round that was asked for and not answered is asked for again, never anew. */
export function useSeatPlay({ code, cycleMs }: Pick<Tournament, "code" | "cycleMs">) {
  const client = useQueryClient();
  const { language } = useSpeech();
  const [state, setState] = useState<{ phase: "ready" | "busy" | "unanswered"; fault: unknown; last: SeatRound | undefined }>({
    phase: "ready",
    fault: undefined,
    last: undefined,
  });
  const [played, setPlayed] = useState<readonly SeatRound[]>([]);
  const open = useRef<Asked>(undefined);
  const timers = useRef<{ rest?: ReturnType<typeof setTimeout>; quiet?: ReturnType<typeof setTimeout> }>({});
  useEffect(
    () => () => {
      clearTimeout(timers.current.rest);
      clearTimeout(timers.current.quiet);
    },
    [],
  );
  const hear = async (asked: Asked): Promise<void> => {
    setState((now) => ({ ...now, phase: "busy", fault: undefined }));
    try {
      const { round, seat } = await call(tournaments.play, asked);
      open.current = undefined;
      putKnown(client, tournaments.list, { language }, (known) => ({ list: known.list.map((one) => (one.code === code ? { ...one, seat } : one)) }));
      setPlayed((rows) => [round, ...rows.filter(({ n }) => n !== round.n)]);
      setState({ phase: "busy", fault: undefined, last: round });
      timers.current.rest = setTimeout(() => setState((now) => ({ ...now, phase: "ready" })), cycleMs);
      clearTimeout(timers.current.quiet);
      timers.current.quiet = setTimeout(() => markStale(client, [tournaments.rank.name, tournaments.rounds.name]), QUIET_MS);
    } catch (fault) {
      const isUnknown = !(fault instanceof RefusedCall) || fault.isFault || fault.code === "request.too_many";
      if (!isUnknown) open.current = undefined;
      setState((now) => ({ ...now, phase: isUnknown ? "unanswered" : "ready", fault }));
      if (!isUnknown) markStale(client, [tournaments.list.name]);
    }
  };
  const play = (stake: number, choice: Asked["choice"]): void => {
    if (state.phase === "busy") return;
    open.current ??= { requestId: newRequestId(), code, stake, choice, clientSeed: newClientSeed() };
    void hear(open.current);
  };
  return { ...state, played, play };
}
