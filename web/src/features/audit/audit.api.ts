import { audit, type AuditKind } from "@laro/contract/audit";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { useEffect, useRef, useState } from "react";
import { call } from "../../api/call.ts";
import { useApiPages } from "../../api/query.ts";

export const useAuditEntries = (kind: AuditKind | undefined) => useApiPages(audit.list, { limit: 50, ...(kind === undefined ? {} : { kind }) });

/** How far the chain was walked, and whether that is its end or a broken link. */
export interface Walked {
  readonly entries: number;
  readonly brokenAt: string | null;
  readonly isOver: boolean;
}

/** Walks the whole chain part by part and tells after each, so only when asked to; whoever leaves the screen ends it. */
export function useAuditVerification() {
  const [walked, setWalked] = useState<Walked | undefined>();
  const going = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => going.current?.abort(), []);
  /** Throws what a call threw. */
  const verify = async (): Promise<void> => {
    const controller = new AbortController();
    going.current = controller;
    try {
      await walkChain(controller.signal, setWalked);
    } catch (error) {
      if (controller.signal.aborted) return;
      setWalked(undefined);
      throw error;
    }
  };
  return { walked, verify };
}

async function walkChain(signal: AbortSignal, tell: (walked: Walked) => void): Promise<void> {
  let [entries, after]: [number, bigint | null] = [0, null];
  tell({ entries, brokenAt: null, isOver: false });
  do {
    const { entries: sound, brokenAt, next }: OutputOf<typeof audit.verify> = await call(audit.verify, after === null ? {} : { after }, signal);
    [entries, after] = [entries + sound, next];
    tell({ entries, brokenAt, isOver: next === null });
  } while (after !== null);
}
