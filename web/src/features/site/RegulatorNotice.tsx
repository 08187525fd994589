import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";

/** The regulator's notice (specification, section 1): whom it bars, what becomes of their funds, and where nobody may play. No landmark: a form and the foot of its page both say it. */
export function RegulatorNotice() {
  const t = useT();
  const { barredGroups, minimumAge: age } = usePermission().jurisdiction;
  return (
    <section className="grid gap-2 rounded-sm border border-line bg-card px-4 py-3 text-xs text-muted">
      <h3 className="font-sans text-sm font-semibold tracking-normal text-text">{t("site.regulatorNotice")}</h3>
      <p>{t("site.regulatorBarred")}</p>
      <ul className="ms-4 grid list-disc gap-0.5">
        {barredGroups.map((group) => (
          <li key={group}>{t("site.barred", { group, age })}</li>
        ))}
      </ul>
      <p>{t("site.regulatorForfeit")}</p>
      <p>{t("site.regulatorPlace")}</p>
    </section>
  );
}
