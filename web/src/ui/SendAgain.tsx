import { useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { Countdown } from "./Countdown.tsx";
import { useClock } from "./clock.ts";

export interface SendAgainProps {
  labels: { send: string; again: string; wait: string };
  /** Where one was sent before this is shown: how long the next must wait. */
  firstWaitMs?: number | undefined;
  busy: boolean;
  /** Sends, and answers how long the next must wait; undefined where nothing was sent. */
  onSend: () => Promise<number | undefined>;
}

/** The specification's pause between two presses (CONST-22). */
const PAUSE_MS = 1_000;

/** Sends a code; the button then counts down until the next may be sent. */
export function SendAgain({ labels, firstWaitMs, busy, onSend }: SendAgainProps) {
  const now = useClock();
  const [until, setUntil] = useState(() => (firstWaitMs === undefined ? undefined : now() + firstWaitMs));
  const [isWaiting, setWaiting] = useState(firstWaitMs !== undefined);
  const isUnderWay = useRef(false);
  const [isPaused, setPaused] = useState(false);
  const send = async (): Promise<void> => {
    // At once: the second press of a double click comes before the first is drawn.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setPaused(true);
    setTimeout(() => {
      isUnderWay.current = false;
      setPaused(false);
    }, PAUSE_MS);
    const waitMs = await onSend();
    if (waitMs === undefined) return;
    setUntil(now() + waitMs);
    setWaiting(true);
  };
  return (
    <Button type="button" tone="secondary" block busy={busy} disabled={isWaiting || isPaused} onClick={() => void send()}>
      {isWaiting && until !== undefined ? (
        <>
          {labels.wait} <Countdown until={until} onEnd={() => setWaiting(false)} />
        </>
      ) : until === undefined ? (
        labels.send
      ) : (
        labels.again
      )}
    </Button>
  );
}
