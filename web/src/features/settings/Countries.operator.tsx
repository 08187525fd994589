import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { useCountries } from "./settings.api.ts";

/** Which database says where an address is registered, and how old it is. */
export function CountriesOperator({ isShown }: { isShown: boolean }) {
  const t = useT();
  const { data } = useCountries(isShown);
  if (data === undefined) return null;
  return (
    <section aria-labelledby="countries" className="overflow-clip rounded-md border border-line bg-card">
      <h2 id="countries" className="border-b border-line bg-raised px-4 py-3 text-base font-bold">
        {t("settings.countries")}
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-4 px-4 py-3">
        <div className="grid min-w-0">
          <span className="text-sm font-medium">{t("settings.countriesBuilt")}</span>
          <span className="text-xs text-muted">{t(data.isOwn ? "settings.countriesOwn" : "settings.countriesShipped")}</span>
        </div>
        <span className="flex flex-wrap items-center gap-3 text-sm font-semibold">
          {data.isOld && <Badge tone="primary">{t("settings.countriesOld")}</Badge>}
          <DateTime at={data.builtAt} shape="date" />
        </span>
      </div>
    </section>
  );
}
