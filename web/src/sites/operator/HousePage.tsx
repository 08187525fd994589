import { useT } from "../../api/language.ts";
import { useSearchParams } from "wouter";
import { ChainsOperator } from "../../features/house/Chains.operator.tsx";
import { CorrectionsOperator } from "../../features/house/Corrections.operator.tsx";
import type { HouseRights } from "../../features/house/house.operator.api.ts";
import { HouseGamesOperator } from "../../features/house/HouseGames.operator.tsx";
import { HouseLotteriesOperator } from "../../features/house/HouseLotteries.operator.tsx";
import { HouseReturnsOperator } from "../../features/house/HouseReturns.operator.tsx";
import { HouseProposalsOperator } from "../../features/house/HouseProposals.operator.tsx";
import { HouseTablesOperator } from "../../features/house/HouseTables.operator.tsx";
import { WaitingRoundsOperator } from "../../features/house/WaitingRounds.operator.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { useTitle } from "../../ui/title.ts";

const all = ["games", "returns", "tables", "lotteries", "rounds", "shortfall", "chains", "proposals"] as const;

/** The house's own games: switches and stakes, tables, lotteries, open rounds, corrections, chains, and what waits for a second officer. */
export function HousePage({ rights }: { rights: HouseRights }) {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const parts = all.filter((one) => one !== "lotteries" || rights.canSeeLotteries);
  const part = parts.find((one) => one === params.get("part")) ?? "games";
  useTitle(`${t("house.part", { part })} · ${t("house.title")}`);
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("house.title")}</h1>
        <p className="text-muted">{t("house.text")}</p>
      </header>
      <Tabs
        label={t("house.title")}
        items={parts.map((id) => ({ id, label: t("house.part", { part: id }) }))}
        value={part}
        onChange={(next) => setParams({ part: next })}
      />
      {part === "games" && <HouseGamesOperator rights={rights} />}
      {part === "returns" && <HouseReturnsOperator rights={rights} />}
      {part === "tables" && <HouseTablesOperator rights={rights} />}
      {part === "lotteries" && <HouseLotteriesOperator />}
      {part === "rounds" && <WaitingRoundsOperator rights={rights} />}
      {part === "shortfall" && <CorrectionsOperator rights={rights} />}
      {part === "chains" && <ChainsOperator rights={rights} />}
      {part === "proposals" && <HouseProposalsOperator rights={rights} />}
    </div>
  );
}
