import { useT } from "../../api/language.ts";
import { GamesOperator } from "../../features/vendors/Games.operator.tsx";
import { OrderOperator } from "../../features/vendors/Order.operator.tsx";
import { usePlace, type VendorRights } from "../../features/vendors/vendors.operator.api.ts";
import { VendorsOperator } from "../../features/vendors/Vendors.operator.tsx";
import { WindowsOperator } from "../../features/vendors/Windows.operator.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { useTitle } from "../../ui/title.ts";

const parts = ["vendors", "order", "games", "windows"] as const;

export interface GamesPageProps {
  rights: VendorRights;
}

/** Vendors, their games and when they rest. */
export function GamesPage({ rights }: GamesPageProps) {
  const t = useT();
  const { params, change } = usePlace();
  const part = parts.find((one) => one === params.get("part")) ?? "vendors";
  useTitle(`${t("vendors.part", { part })} · ${t("games.switchesTitle")}`);
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("games.switchesTitle")}</h1>
        <p className="text-muted">{t("vendors.text")}</p>
      </header>
      <Tabs
        label={t("games.switchesTitle")}
        items={parts.map((id) => ({ id, label: t("vendors.part", { part: id }) }))}
        value={part}
        onChange={(next) => change({ part: next, page: undefined, vendor: undefined, type: undefined, state: undefined, search: undefined })}
      />
      {part === "vendors" && <VendorsOperator canSetState={rights.canSetState} />}
      {part === "order" && <OrderOperator rights={rights} />}
      {part === "games" && <GamesOperator rights={rights} />}
      {part === "windows" && <WindowsOperator canSet={rights.canSetWindows} />}
    </div>
  );
}
