import { useEffect, useEffectEvent } from "react";

const OWN_KEYS = "a, button, select, textarea, summary, dialog, [role='tab'], input:not([type='range'])";
const steps: Partial<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** Where letters and digits are typed. */
const TYPED = "select, textarea, dialog, input:not([type='range'])";

export interface RoomKeys {
  readonly onAct: () => void;
  readonly onStep?: (step: number) => void;
  /** What letters and digits do, by the key in lower case; a button that has the focus leaves them to the room. */
  readonly onKey?: Readonly<Record<string, () => void>>;
}

/** Space and Enter act, arrows step; a key held down counts once, because nothing may play on its own. */
export function useRoomKeys({ onAct, onStep, onKey }: RoomKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const named = onKey?.[event.key.toLowerCase()];
    const isTyped = event.altKey || event.ctrlKey || event.metaKey || (event.target instanceof Element && event.target.closest(TYPED) !== null);
    if (named !== undefined && !isTyped && document.querySelector("dialog:modal") === null) {
      event.preventDefault();
      if (!event.repeat) named();
      return;
    }
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
