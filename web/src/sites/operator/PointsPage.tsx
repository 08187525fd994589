import { useSearchParams } from "wouter";
import { useT } from "../../api/language.ts";
import { PictureField } from "../../features/content/PictureField.operator.tsx";
import { MallItemsOperator } from "../../features/points/MallItems.operator.tsx";
import type { PointsRights } from "../../features/points/points.operator.api.ts";
import { PointsRatiosOperator } from "../../features/points/PointsRatios.operator.tsx";
import { RedeemQueueOperator } from "../../features/points/RedeemQueue.operator.tsx";
import type { EggRights } from "../../features/prizeDraws/eggs.operator.api.ts";
import { EggTableOperator } from "../../features/prizeDraws/EggTable.operator.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { useTitle } from "../../ui/title.ts";

const parts = ["redeems", "items", "ratios", "eggs"] as const;

/** Points: what was redeemed, what can be, what is bet for one, and the golden eggs that give some. */
export function PointsPage({ rights }: { rights: PointsRights & EggRights }) {
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
      {part === "eggs" && <EggTableOperator rights={rights} />}
    </div>
  );
}
