import type { Jackpot } from "@laro/contract/jackpots";
import { useEffect, useEffectEvent, useState } from "react";
import { Money } from "../../ui/Money.tsx";
import { COUNTED_EVERY_MS } from "./jackpots.api.ts";
import { runOn, shownAt } from "./running.ts";

const STEP_MS = 100;
const WHOLE = 1_000;

/** What is in a pool, running from one count to the next; who wants no motion, and who listens, has the amount as it stands. */
export function Ticker({ pool: { was, amount }, className }: { pool: Pick<Jackpot, "was" | "amount">; className?: string }) {
  const [shown, setShown] = useState(() => (isStill() ? amount : was));
  const begin = useEffectEvent(() => runOn(shown, { was, amount }));
  useEffect(() => {
    if (isStill()) return setShown(amount);
    const [run, startMs] = [begin(), performance.now()];
    const step = () => setShown(shownAt(run, ((performance.now() - startMs) * WHOLE) / COUNTED_EVERY_MS));
    step();
    if (run.from === run.to) return;
    const timer = setInterval(step, STEP_MS);
    return () => clearInterval(timer);
  }, [was, amount]);
  return (
    <>
      <span className="sr-only">
        <Money minor={amount} />
      </span>
      <span aria-hidden="true">
        <Money minor={shown} className={className} />
      </span>
    </>
  );
}

const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
