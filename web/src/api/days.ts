import { useT } from "./language.ts";

/** The words of a choice of days. */
export function useDayLabels() {
  const t = useT();
  return {
    days: t("days.days"),
    from: t("days.from"),
    to: t("days.to"),
    today: t("days.today"),
    past7: t("days.past7"),
    past30: t("days.past30"),
    next7: t("days.next7"),
    next30: t("days.next30"),
  };
}
