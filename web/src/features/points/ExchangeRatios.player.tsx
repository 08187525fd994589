import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { usePointsConfig } from "./points.api.ts";

/** What is bet for one point, by category. */
export function ExchangeRatios() {
  const t = useT();
  const refusal = useRefusal();
  const config = usePointsConfig();
  const rows = config.data?.ratios ?? [];
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">{t("points.ratios.text")}</p>
      <DataTable
        caption={t("points.tab.ratios")}
        columns={[
          { key: "category", label: t("points.ratios.category"), primary: true, render: ({ category }) => t("points.category", { category }) },
          { key: "amount", label: t("points.ratios.amount"), align: "end", render: ({ amount }) => <Money minor={amount} /> },
        ]}
        rows={rows}
        rowKey={({ category }) => category}
        face={config.data === undefined ? (config.error === null ? "loading" : "refused") : "ready"}
        empty={null}
        refused={<RefusedState {...refusal(config)} />}
      />
    </div>
  );
}
