import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useFold } from "./fold.ts";

const OPEN_DELAY_MS = 120;
const CLOSE_DELAY_MS = 160;

/** A panel that belongs to one entry of a menu. */
export interface Drop {
  /** Whose panel is open. */
  readonly open: string | undefined;
  /** The entry it hangs from, and whether a key opened it: then focus goes into it. */
  readonly anchor: HTMLElement | undefined;
  readonly byKey: boolean;
  /** What an entry with a panel hears. */
  readonly entry: (name: string) => {
    readonly "aria-expanded": boolean;
    readonly onPointerEnter: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerLeave: () => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
  /** What the panel hears. */
  readonly panel: { readonly onPointerEnter: () => void; readonly onPointerLeave: () => void };
  readonly close: () => void;
}

/** Opens a panel once the pointer has rested on its entry, or at once by ArrowDown; closes it a moment after the pointer left both. Escape gives the focus back. */
export function useDrop(root: RefObject<HTMLElement | null>): Drop {
  const [shown, setShown] = useState<{ name: string; anchor: HTMLElement; byKey: boolean }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (next: typeof shown, delayMs: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(next), delayMs);
  };
  const close = (): void => later(undefined, 0);
  useEffect(() => () => clearTimeout(timer.current), []);
  useFold(root, shown !== undefined, () => {
    // Only from within: whoever pressed or went elsewhere has the focus there.
    if (root.current?.contains(document.activeElement) === true) shown?.anchor.focus();
    setShown(undefined);
  });
  return {
    open: shown?.name,
    anchor: shown?.anchor,
    byKey: shown?.byKey === true,
    entry: (name) => ({
      "aria-expanded": shown?.name === name,
      onPointerEnter: ({ pointerType, currentTarget: anchor }) => pointerType === "mouse" && later({ name, anchor, byKey: false }, OPEN_DELAY_MS),
      onPointerLeave: () => later(undefined, CLOSE_DELAY_MS),
      onKeyDown: (event) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        later({ name, anchor: event.currentTarget, byKey: true }, 0);
      },
    }),
    panel: { onPointerEnter: () => clearTimeout(timer.current), onPointerLeave: () => later(undefined, CLOSE_DELAY_MS) },
    close,
  };
}
