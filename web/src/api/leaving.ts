import type { Leaving } from "../ui/Dialog.tsx";
import { useT } from "./language.ts";

/** What a form asks before Escape or the cross throws away what was typed in it. */
export function useLeaving(): Leaving {
  const t = useT();
  return { title: t("ui.leave"), body: t("ui.leaveText"), leave: t("ui.leaveDiscard"), stay: t("ui.leaveStay") };
}
