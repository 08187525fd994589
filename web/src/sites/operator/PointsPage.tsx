import { useSearchParams } from "wouter";
import { useT } from "../../api/language.ts";
import { PictureField } from "../../features/content/PictureField.operator.tsx";
import { MallItemsOperator } from "../../features/points/MallItems.operator.tsx";
import type { PointsRights } from "../../features/points/points.operator.api.ts";
import { PointsRatiosOperator } from "../../features/points/PointsRatios.operator.tsx";
import { RedeemQueueOperator } from "../../features/points/RedeemQueue.operator.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { useTitle } from "../../ui/title.ts";

const parts = ["redeems", "items", "ratios"] as const;

/** Points: what was redeemed, what can be, and what is bet for one. */
export function PointsPage({ rights }: { rights: PointsRights }) {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const shown = parts.filter((one) => one !== "redeems" || rights.canReadQueue);
  const part = shown.find((one) => one === query.get("part")) ?? shown[0]!;
  useTitle(`${t(`points.part.${part}`)} · ${t("points.desk")}`);
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("points.desk")}</h1>
        <p className="text-muted">{t("points.deskText")}</p>
      </header>
      <Tabs
        label={t("points.desk")}
        items={shown.map((id) => ({ id, label: t(`points.part.${id}`) }))}
        value={part}
        onChange={(next) => setQuery({ part: next })}
      />
      {part === "redeems" && <RedeemQueueOperator rights={rights} />}
      {part === "items" && <MallItemsOperator rights={rights} picture={PictureField} />}
      {part === "ratios" && <PointsRatiosOperator rights={rights} />}
    </div>
  );
}
