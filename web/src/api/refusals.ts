import type { ErrorCode } from "@laro/contract/core/errors";
import { useEffect, useEffectEvent } from "react";

type Listener = (code: ErrorCode) => void;

const listeners = new Set<Listener>();

/** Says that a call was refused, whoever made it. */
export const tellRefusal = (code: ErrorCode): void => listeners.forEach((listener) => listener(code));

/** Hears of every refusal with a code: for what must answer it wherever it happens. */
export function useOnRefusal(code: ErrorCode, act: () => void): void {
  const heard = useEffectEvent(act);
  useEffect(() => {
    const listener: Listener = (refused) => {
      if (refused === code) heard();
    };
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [code]);
}
