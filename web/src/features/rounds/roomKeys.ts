import { useEffect, useEffectEvent } from "react";

const OWN_KEYS = "a, button, select, textarea, summary, dialog, [role='tab'], input:not([type='range'])";
const steps: Partial<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** Space and Enter act, arrows step; a key held down counts once, because nothing may play on its own. */
export function useRoomKeys({ onAct, onStep }: { onAct: () => void; onStep?: (step: number) => void }): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere = (event.target instanceof Element && event.target.closest(OWN_KEYS) !== null) || document.querySelector("dialog:modal") !== null;
    if (isElsewhere || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = steps[event.key];
    if (step !== undefined && onStep !== undefined) {
      event.preventDefault();
      onStep(step);
    }
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) onAct();
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
