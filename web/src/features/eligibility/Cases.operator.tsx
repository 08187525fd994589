import { type EligibilityCase, eligibilityStates } from "@laro/contract/eligibility";
import { Plus } from "lucide-react";
import { useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { useQueuePlace } from "../../ui/queue.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { CaseDetailOperator } from "./CaseDetail.operator.tsx";
import { causeWord, stateWord } from "./caseWords.tsx";
import { type EligibilityRights, type Settling, type Step, useCases } from "./eligibility.operator.api.ts";
import { OpenDialogOperator } from "./OpenDialog.operator.tsx";
import { SettleDialogOperator } from "./SettleDialog.operator.tsx";
import { StepDialogOperator } from "./StepDialog.operator.tsx";

const isSettling = (act: Step | Settling): act is Settling => act === "proposeSettlement" || act === "settle";

/** The accounts that may not take part, and what officers do about each. */
export function EligibilityCasesOperator({ rights }: { rights: EligibilityRights }) {
  const t = useT();
  const refusal = useRefusal();
  const { state, openId, setState, setOpen } = useQueuePlace(eligibilityStates);
  const asked = useCases(state);
  const { rows } = asked;
  const [isOpening, setOpening] = useState(false);
  const [acting, setActing] = useState<{ row: EligibilityCase; act: Step | Settling }>();
  const columns = useColumns();
  const opened = rows.find(({ id }) => id === openId);
  const close = () => setActing(undefined);
  const begin = (row: EligibilityCase, act: Step | Settling) => {
    setOpen(undefined);
    setActing({ row, act });
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-xl font-bold">{t("eligibility.title")}</h1>
          <p className="text-muted">{t("eligibility.text")}</p>
        </div>
        {rights.canOpen && (
          <Button tone="secondary" icon={<Plus />} onClick={() => setOpening(true)}>
            {t("eligibility.open")}
          </Button>
        )}
      </header>
      <Tabs label={t("eligibility.states")} items={eligibilityStates.map((id) => ({ id, label: t(stateWord(id)) }))} value={state} onChange={setState} />
      <DataTable
        caption={t("eligibility.title")}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("eligibility.empty")} />}
        refused={<RefusedState {...refusal(asked)} />}
        onOpen={({ id }) => setOpen(id)}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {opened && !acting && <CaseDetailOperator row={opened} rights={rights} onAct={(act) => begin(opened, act)} onClose={() => setOpen(undefined)} />}
      {acting &&
        (isSettling(acting.act) ? (
          <SettleDialogOperator row={acting.row} settling={acting.act} onClose={close} />
        ) : (
          <StepDialogOperator row={acting.row} step={acting.act} onClose={close} />
        ))}
      {isOpening && <OpenDialogOperator onClose={() => setOpening(false)} />}
    </div>
  );
}

function useColumns(): readonly Column<EligibilityCase>[] {
  const t = useT();
  return [
    { key: "reference", label: t("eligibility.reference"), primary: true, render: ({ reference }) => <span className="figures">{reference}</span> },
    { key: "member", label: t("eligibility.member"), render: ({ memberName }) => <span className="font-semibold">{memberName}</span> },
    { key: "cause", label: t("eligibility.cause"), render: ({ cause }) => t(causeWord(cause)) },
    { key: "opened", label: t("eligibility.openedAt"), className: "md:max-lg:hidden", render: ({ openedAt }) => <DateTime at={openedAt} /> },
    {
      key: "until",
      label: t("eligibility.appealUntil"),
      className: "md:max-xl:hidden",
      render: ({ appealUntil }) => (appealUntil === null ? "–" : <DateTime at={appealUntil} />),
    },
    { key: "available", label: t("eligibility.available"), align: "end", render: ({ available }) => <Money minor={available} /> },
    { key: "held", label: t("eligibility.held"), align: "end", render: ({ held }) => <Money minor={held} className="font-semibold" /> },
  ];
}
