import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { groupThousands, Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { usePointsConfig } from "./points.api.ts";

/** How points come, what they are worth, and that they stay. */
export function PointsRules() {
  const t = useT();
  const refusal = useRefusal();
  const config = usePointsConfig();
  if (config.data === undefined) return config.error ? <RefusedState {...refusal(config)} /> : <Skeleton className="h-72 w-full" />;
  const { step, stepAmount, convertedDayMax } = config.data;
  return (
    <Panel title={t("points.tab.rules")}>
      <ul className="grid list-disc gap-3 ps-5 text-sm">
        <li>{t("points.rule.earn")}</li>
        <li>{t("points.rule.rest")}</li>
        <li>{t("points.rule.stay")}</li>
        <li>
          {t("points.rule.convert", { step })} <Money minor={stepAmount} />. {t("points.rule.day", { most: groupThousands(String(convertedDayMax)) })}
        </li>
        <li>{t("points.rule.redeem")}</li>
        <li>{t("points.rule.rejected")}</li>
        <li>{t("points.rule.rest30")}</li>
      </ul>
    </Panel>
  );
}
