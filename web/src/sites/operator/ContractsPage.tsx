import { contractKinds } from "@laro/contract/core/contractKinds";
import { useSearchParams } from "wouter";
import { useT } from "../../api/language.ts";
import type { ContractRights } from "../../features/agentContracts/agentContracts.operator.api.ts";
import { ContractsOperator } from "../../features/agentContracts/Contracts.operator.tsx";
import { kindWords } from "../../features/agentContracts/contractWords.tsx";
import { TemplatesOperator } from "../../features/agentContracts/Templates.operator.tsx";
import { Tabs } from "../../ui/Tabs.tsx";

const parts = ["contracts", "templates"] as const;

/** What agents agree on, and within which limits: one kind at a time. */
export function ContractsPage({ rights }: { rights: ContractRights }) {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const part = parts.find((one) => one === params.get("part")) ?? "contracts";
  const kind = contractKinds.find((one) => one === params.get("kind")) ?? "dividend";
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("agentContracts.title")}</h1>
        <p className="text-muted">{t("agentContracts.titleText")}</p>
      </header>
      <div className="flex flex-wrap gap-3">
        <Tabs
          label={t("agentContracts.title")}
          items={parts.map((id) => ({ id, label: t("agentContracts.part", { part: id }) }))}
          value={part}
          onChange={(next) => setParams({ part: next, kind })}
        />
        <Tabs
          label={t("agentContracts.kind")}
          items={contractKinds.map((id) => ({ id, label: t(kindWords[id]) }))}
          value={kind}
          onChange={(next) => setParams({ part, kind: next })}
        />
      </div>
      {part === "contracts" ? <ContractsOperator key={kind} kind={kind} rights={rights} /> : <TemplatesOperator key={kind} kind={kind} rights={rights} />}
    </div>
  );
}
