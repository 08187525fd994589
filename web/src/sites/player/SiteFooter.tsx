import { Suspense, useRef } from "react";
import { area, NoFailure } from "../../api/area.ts";
import { useT } from "../../api/language.ts";
import { useNear } from "../../ui/Later.tsx";

const FooterRows = area("foot", () => import("./FooterRows.tsx").then((file) => file.FooterRows), NoFailure);

/** What stands below every page, and comes when somebody comes near it. */
export function SiteFooter() {
  const t = useT();
  const place = useRef<HTMLElement>(null);
  const isNear = useNear(place);
  return (
    <footer ref={place} aria-label={t("site.footer")} className="relative mt-10 min-h-80 border-t border-line bg-raised">
      <Suspense fallback={null}>{isNear && <FooterRows />}</Suspense>
    </footer>
  );
}
