import { useSearchParams } from "wouter";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { More } from "../../ui/More.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { OfficePayTable } from "./OfficePayTable.operator.tsx";
import { PayDialogOperator } from "./PayDialog.operator.tsx";
import { SettlementProposalsOperator } from "./SettlementProposals.operator.tsx";
import { type Explain, type SettlementRights, usePays } from "./settlements.operator.api.ts";

const parts = ["held", "proposals"] as const;

interface ExceptionsProps {
  rights: SettlementRights;
  explain: Explain;
}

/** Pays that wait for a decision, and what one officer proposed until another confirms it. */
export function ExceptionsOperator({ rights, explain }: ExceptionsProps) {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const part = parts.find((one) => one === params.get("part")) ?? "held";
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("settlements.exceptions")}</h1>
        <p className="text-muted">{t("settlements.exceptionsText")}</p>
      </header>
      {rights.canSeeProposals && (
        <Tabs
          label={t("settlements.exceptions")}
          items={parts.map((id) => ({ id, label: t("settlements.part", { part: id }) }))}
          value={part}
          onChange={(next) => setParams({ part: next })}
        />
      )}
      {part === "held" || !rights.canSeeProposals ? <Held rights={rights} explain={explain} /> : <SettlementProposalsOperator rights={rights} />}
    </div>
  );
}

function Held({ rights, explain }: ExceptionsProps) {
  const t = useT();
  const refusal = useRefusal();
  const [params, setParams] = useSearchParams();
  const asked = usePays({ state: "held" });
  const opened = params.get("open");
  return (
    <>
      <OfficePayTable
        caption={t("settlements.part", { part: "held" })}
        rows={asked.rows}
        isHeld
        onOpen={({ id }) => setParams({ open: id })}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("settlements.noneHeld")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {opened !== null && <PayDialogOperator id={opened} rights={rights} explain={explain} onClose={() => setParams({}, { replace: true })} />}
    </>
  );
}
