import { useEffect, useState } from "react";
import { nowMs } from "../../../api/clock.ts";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";

const LOOK_EVERY_MS = 250;
const SECOND_MS = 1_000;
const HURRY_S = 5;

/** The present moment by the server's clock, four times a second. */
function useNow(): number {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** What is left of a turn, and then of the reserve. */
export function TurnClock({ endsAt, bankMs }: { endsAt: string; bankMs: number }) {
  const t = useT();
  const left = Date.parse(endsAt) - useNow();
  const seconds = Math.max(0, Math.ceil((left > 0 ? left : left + bankMs) / SECOND_MS));
  const isBank = left <= 0 && bankMs > 0;
  return (
    <span
      className={cx(
        "figures inline-flex min-w-9 justify-center rounded-pill px-2 py-0.5 text-sm font-bold",
        isBank || seconds <= HURRY_S ? "bg-accent-fill text-white" : "bg-action text-on-action",
      )}
      title={isBank ? t("pvp.bank", { seconds }) : undefined}
    >
      {seconds}
      {isBank && <span className="sr-only">{t("pvp.bank", { seconds })}</span>}
    </span>
  );
}
