import { TriangleAlert } from "lucide-react";
import { useT } from "../../api/language.ts";
import { DateTime } from "../../ui/DateTime.tsx";
import { useBreakGlass } from "./operators.operator.api.ts";

/** What was done about the staff on the machine itself, where no second superadmin is asked: every superadmin sees it for thirty days. */
export function BreakGlassOperator() {
  const t = useT();
  const { data } = useBreakGlass();
  if (!data || data.list.length === 0) return null;
  return (
    <section aria-label={t("operators.glassTitle")} className="mb-4 flex gap-3 rounded-sm border border-accent-text/40 bg-accent/14 px-4 py-3 text-sm">
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-accent-text" />
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold">{t("operators.glassTitle")}</p>
        <ul className="grid gap-0.5">
          {data.list.map(({ at, command, name, reason }) => (
            <li key={`${at}${name}`} className="break-words">
              <DateTime at={at} shape="exact" /> · {name} · {t(command === "laro.operator.create" ? "operators.glassCreate" : "operators.glassReset")} ·{" "}
              {reason}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
