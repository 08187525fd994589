import { useEffect } from "react";
import { useLocation } from "wouter";
import { chooseAnalytics, countPage, loadAnalytics, readAnalyticsChoice, useIsAsked } from "../../api/analytics.ts";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { Button } from "../../ui/Button.tsx";

/** Asks whether the visit may be counted, with neither answer chosen beforehand, and counts it only then (SITE-38). */
export function Analytics() {
  const t = useT();
  const isAsked = useIsAsked();
  const { analyticsId: id, analyticsUrl: url } = usePermission();
  const [path] = useLocation();
  useEffect(() => {
    if (id === null || url === null || readAnalyticsChoice() !== "allow") return;
    loadAnalytics({ id, url });
    countPage(path);
  }, [id, url, path]);
  if (!isAsked) return null;
  return (
    <section
      aria-label={t("site.analyticsChoice")}
      className="sticky bottom-[calc(72px+env(safe-area-inset-bottom))] z-20 flex flex-wrap items-center justify-center gap-x-6 gap-y-3 border-t border-line bg-raised px-4 py-3 lg:bottom-0"
    >
      <p className="max-w-160 text-sm">{t("site.analyticsText")}</p>
      <div className="flex gap-3">
        <Button tone="secondary" onClick={() => chooseAnalytics("deny")}>
          {t("site.analyticsDeny")}
        </Button>
        <Button tone="secondary" onClick={() => chooseAnalytics("allow")}>
          {t("site.analyticsAllow")}
        </Button>
      </div>
    </section>
  );
}
