import { useT } from "./language.ts";

/** What a form asks before Escape or the cross throws away what was typed in it: `leaving` of `ui/Dialog.tsx`. */
export function useLeaving() {
  const t = useT();
  return { title: t("ui.leave"), body: t("ui.leaveText"), leave: t("ui.leaveDiscard"), stay: t("ui.leaveStay") };
}
