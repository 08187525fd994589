import { formatAmount } from "@laro/contract/core/money";
import { useRefusal } from "../../api/faces.ts";
import { type Key, useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { groupThousands, useCurrencySymbol } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useRules } from "./aml.operator.api.ts";
import { ruleWords } from "./amlWords.operator.tsx";

/** What the alerts are made by. */
export function RulesOperator() {
  const t = useT();
  const symbol = useCurrencySymbol();
  const refusal = useRefusal();
  const asked = useRules();
  return (
    <Panel title={t("aml.rules")} text={t("aml.rulesText")}>
      {asked.isPending && <Skeleton className="h-24 w-full" />}
      {asked.error && <RefusedState {...refusal(asked)} />}
      {asked.data && (
        <ul className="grid gap-3">
          {asked.data.list.map(({ rule, version, says, threshold }) => (
            <li key={rule} className="grid gap-1 border-t border-line pt-3 first:border-t-0 first:pt-0">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {t(ruleWords[rule])} <Badge>{t("aml.version", { version })}</Badge>
              </p>
              <p className="text-sm text-muted">{t(says as Key, { threshold: `${symbol} ${groupThousands(formatAmount(threshold))}` })}</p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
