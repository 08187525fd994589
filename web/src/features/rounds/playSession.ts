import { useSyncExternalStore } from "react";
import { nowMs } from "../../api/clock.ts";

const KEY = "playSession";

/** How this login's play stands: since when, and what was won less what was staked. */
export interface PlaySession {
  readonly sinceMs: number;
  readonly netMinor: bigint;
}

const listeners = new Set<() => void>();
const readStored = (): string | null => sessionStorage.getItem(KEY);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function parse(stored: string | null): PlaySession | undefined {
  const [since, net] = stored?.split(" ") ?? [];
  return since === undefined || net === undefined ? undefined : { sinceMs: Number(since), netMinor: BigInt(net) };
}

/** Adds a round that has been shown; the first one starts the session. Logging out ends it. */
export function addToPlaySession(netMinor: bigint): void {
  const { sinceMs, netMinor: before } = parse(readStored()) ?? { sinceMs: nowMs(), netMinor: 0n };
  sessionStorage.setItem(KEY, `${sinceMs} ${before + netMinor}`);
  for (const listener of listeners) listener();
}

export const usePlaySession = (): PlaySession | undefined => parse(useSyncExternalStore(subscribe, readStored));
