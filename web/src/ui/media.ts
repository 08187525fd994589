import { useSyncExternalStore } from "react";

/** Whether the window is as a media query says, now and later. */
export function useMedia(query: string): boolean {
  const media = matchMedia(query);
  const subscribe = (listener: () => void) => {
    media.addEventListener("change", listener);
    return () => media.removeEventListener("change", listener);
  };
  return useSyncExternalStore(subscribe, () => media.matches);
}
