import { campaigns } from "@laro/contract/campaigns";
import { RefusedCall } from "@laro/contract/core/call";
import { type Envelope, envelopes, type Rain } from "@laro/contract/envelopes";
import { wallet } from "@laro/contract/wallet";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "../../api/call.ts";
import { nowMs, setClock } from "../../api/clock.ts";
import { useSpeech } from "../../api/language.ts";
import { NoAnswer } from "../../api/noAnswer.ts";
import { markStale, useApiPages, useApiQuery } from "../../api/query.ts";
import { readAll } from "../../api/readAll.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { useNow } from "../../ui/DateTime.tsx";

const PAGE_ROWS = 100;
const OWN_ROWS = 10;
/** How often the page asks while a rain falls, while one is near, and else. */
const [OPEN_MS, NEAR_MS, FAR_MS] = [3_000, 10_000, 60_000] as const;
const NEAR_BEFORE_MS = 3 * 60_000;
/** The answer is shared for a second: a clock that is off by more was moved, or was never right. */
const CLOCK_OFF_MS = 2_500;

export type Phase = Rain["state"];

/** Where a rain stands at a moment: it opens by the server's clock, whether the page has asked again by then or not. */
export function phaseAt({ state, startsAt, endsAt }: Pick<Rain, "state" | "startsAt" | "endsAt">, now: number): Phase {
  if (state === "over" || Date.parse(endsAt) <= now) return "over";
  if (state === "paused") return "paused";
  return Date.parse(startsAt) > now ? "coming" : "open";
}

function paceOf(rain: Rain | null | undefined, now: number): number {
  if (rain === null || rain === undefined) return FAR_MS;
  if (phaseAt(rain, now) === "open") return OPEN_MS;
  return Date.parse(rain.startsAt) - now < NEAR_BEFORE_MS ? NEAR_MS : FAR_MS;
}

/** The rain that runs or comes next, and the last that is over. */
export function useRains() {
  const { language } = useSpeech();
  const [paceMs, setPace] = useState<number>(NEAR_MS);
  const asked = useApiQuery(envelopes.next, { language }, { everyMs: paceMs });
  const { data, isFetchedAfterMount } = asked;
  const wanted = paceOf(data?.rain, useNow());
  if (wanted !== paceMs) setPace(wanted);
  useEffect(() => {
    if (data !== undefined && isFetchedAfterMount && Math.abs(Date.parse(data.at) - nowMs()) > CLOCK_OFF_MS) setClock(data.at);
  }, [data, isFetchedAfterMount]);
  return asked;
}

/** One rain by its code, with its envelopes once it is over. */
export const useResult = (code: string, options: Parameters<typeof useApiPages>[2] = {}) =>
  useApiPages(envelopes.result, { code, limit: PAGE_ROWS, language: useSpeech().language }, options);

/** The rain an address names, asked for again until it is over. */
export function useNamed(code: string, { enabled }: { enabled: boolean }) {
  const [paceMs, setPace] = useState<number>(NEAR_MS);
  const [isOver, setOver] = useState(false);
  const asked = useResult(code, { enabled, ...(isOver ? {} : { everyMs: paceMs }) });
  const rain = asked.first?.rain;
  const wanted = paceOf(rain, useNow());
  if (wanted !== paceMs) setPace(wanted);
  if ((rain?.state === "over") !== isOver) setOver(!isOver);
  return asked;
}

export const useMine = () => useApiPages(envelopes.mine, { limit: OWN_ROWS, language: useSpeech().language }, { enabled: useIsLoggedIn() });

/** All envelopes of a rain that is over, in the order in which they were taken. */
export const readSlips = async (code: string): Promise<readonly bigint[]> =>
  (await readAll((from) => call(envelopes.result, { code, limit: PAGE_ROWS, ...from }))).map(({ amount }) => amount);

const TRIES_MAX = 6;
const FIRST_WAIT_MS = 400;
/** A tap that was a moment early by a clock of ours is sent again so long after the opening. */
const EARLY_MS = 3_000;
const again: readonly string[] = ["server.busy", "server.pending"];

/** Opens an envelope by one tap. Where the server has its hands full, or did not answer, it is asked again, each time later and at a moment of one's own. */
async function openPatiently({ code, startsAt }: Rain, language: string): Promise<Envelope> {
  const isEarly = (error: unknown): boolean =>
    error instanceof RefusedCall && error.code === "envelopes.not_open" && Math.abs(nowMs() - Date.parse(startsAt)) < EARLY_MS;
  const isWorthIt = (error: unknown): boolean => error instanceof NoAnswer || isEarly(error) || (error instanceof RefusedCall && again.includes(error.code));
  for (let tries = 0; ; tries++) {
    try {
      return await call(envelopes.claim, { code, language });
    } catch (error) {
      if (tries + 1 >= TRIES_MAX || !isWorthIt(error)) throw error;
      const [part = 0] = crypto.getRandomValues(new Uint16Array(1));
      const waitMs = isEarly(error) ? FIRST_WAIT_MS : FIRST_WAIT_MS * 2 ** tries * (1 + part / 2 ** 16);
      await new Promise((done) => setTimeout(done, waitMs));
    }
  }
}

const STALE = [envelopes.next, envelopes.result, envelopes.mine, wallet.balance, campaigns.list, campaigns.get].map(({ name }) => name);

export function useOpen(rain: Rain) {
  const { language } = useSpeech();
  const client = useQueryClient();
  return useMutation<Envelope, Error, void>({
    mutationFn: () => openPatiently(rain, language),
    onSettled: () => markStale(client, STALE),
  });
}
