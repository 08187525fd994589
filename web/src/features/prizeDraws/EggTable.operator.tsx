import type { EggsProposal } from "@laro/contract/prizeDraws";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { type Change, ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Count } from "../../ui/Count.tsx";
import { type Column, DataTable, None } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Figures } from "../../ui/Figures.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { type Decided, Proposed } from "../../ui/Proposed.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useEggChanges } from "./eggChanges.operator.ts";
import { type EggRights, useConfirmEggs, useDeclineEggs, useEggTable, useEggVersions } from "./eggs.operator.api.ts";
import { EggsForm } from "./EggsForm.operator.tsx";
import { oneIn } from "./wheelShape.ts";
import { useWon } from "./won.ts";

/** The table of golden eggs: what a ticket of it costs, what it gave so far, and what another officer wants it to be. */
export function EggTableOperator({ rights }: { rights: EggRights }) {
  const t = useT();
  const refusal = useRefusal();
  const changesOf = useEggChanges();
  const asked = useEggTable();
  const columns = useColumns((asked.data?.prizes ?? []).reduce((sum, { weight }) => sum + weight, 0));
  const [deciding, setDeciding] = useState<Decided<EggsProposal>>();
  const [isProposing, setProposing] = useState(false);
  if (asked.data === undefined) return asked.error ? <RefusedState {...refusal(asked)} /> : <Skeleton className="h-96 w-full" />;
  const { version, since, prizes, cost, costMax, proposal } = asked.data;
  const changes: readonly Change[] =
    proposal === null
      ? []
      : [...changesOf(prizes, proposal.prizes), { label: t("prizeDraws.eggs.cost"), before: <Money minor={cost} />, after: <Money minor={proposal.cost} /> }];
  const words = {
    confirm: { verb: t("gateway.confirm"), label: t("prizeDraws.eggs.confirm") },
    decline: { verb: t("gateway.decline"), label: t("prizeDraws.eggs.decline") },
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <Figures
        label={t("prizeDraws.eggs.table")}
        figures={[
          { label: t("prizeDraws.eggs.cost"), figure: <Money minor={cost} /> },
          { label: t("prizeDraws.eggs.costMax"), figure: <Money minor={costMax} /> },
          { label: t("prizeDraws.eggs.version"), figure: <span className="figures">{version}</span> },
          { label: t("prizeDraws.eggs.since"), figure: since === null ? t("prizeDraws.eggs.shipped") : <DateTime at={since} /> },
        ]}
      />
      {proposal !== null && (
        <Proposed
          title={t("prizeDraws.eggs.waits")}
          {...{ changes, proposal, words }}
          rights={{ canChange: rights.canConfirmEggs, officer: rights.officer }}
          onDecide={(decision) => setDeciding({ proposal, changes, decision })}
        />
      )}
      {proposal === null && rights.canProposeEggs && (
        <Button className="justify-self-end" onClick={() => setProposing(true)}>
          {t("prizeDraws.eggs.propose")}
        </Button>
      )}
      <DataTable
        caption={t("prizeDraws.eggs.table")}
        columns={columns}
        rows={prizes}
        rowKey={({ points, amount }) => `${points} ${amount}`}
        face="ready"
        empty={null}
        refused={null}
      />
      <EggVersions />
      {deciding && <DecisionDialog {...deciding} onDone={() => setDeciding(undefined)} />}
      {isProposing && <EggsForm prizes={prizes} costMax={costMax} onDone={() => setProposing(false)} />}
    </div>
  );
}

type Prize = NonNullable<ReturnType<typeof useEggTable>["data"]>["prizes"][number];

function useColumns(weights: number): readonly Column<Prize>[] {
  const t = useT();
  const wonOf = useWon();
  return [
    { key: "prize", label: t("prizeDraws.eggs.prize"), primary: true, render: (prize) => <span className="font-semibold">{wonOf(prize)}</span> },
    { key: "weight", label: t("prizeDraws.eggs.weight"), align: "end", render: ({ weight }) => <Count of={weight} /> },
    {
      key: "odds",
      label: t("prizeDraws.eggs.oddsOf"),
      align: "end",
      render: ({ weight }) => <span className="figures">{t("prizeDraws.oneIn", { count: oneIn(weight, weights) })}</span>,
    },
    { key: "stock", label: t("prizeDraws.eggs.stock"), align: "end", render: ({ stock }) => (stock === null ? <None /> : <Count of={stock} />) },
    { key: "left", label: t("prizeDraws.eggs.leftOf"), align: "end", render: ({ left }) => (left === null ? <None /> : <Count of={left} />) },
    { key: "given", label: t("prizeDraws.eggs.given"), align: "end", render: ({ given }) => <Count of={given} /> },
  ];
}

type Version = ReturnType<typeof useEggVersions>["rows"][number];

/** What the tickets of each table gave. */
function EggVersions() {
  const t = useT();
  const refusal = useRefusal();
  const asked = useEggVersions();
  const columns: readonly Column<Version>[] = [
    { key: "version", label: t("prizeDraws.eggs.version"), primary: true, render: ({ version }) => <span className="figures font-semibold">{version}</span> },
    { key: "since", label: t("prizeDraws.eggs.since"), render: ({ since }) => (since === null ? t("prizeDraws.eggs.shipped") : <DateTime at={since} />) },
    { key: "cost", label: t("prizeDraws.eggs.cost"), align: "end", render: ({ cost }) => <Money minor={cost} /> },
    { key: "drawn", label: t("prizeDraws.eggs.drawnCount"), align: "end", render: ({ drawn }) => <Count of={drawn} /> },
    { key: "points", label: t("prizeDraws.eggs.pointsGiven"), align: "end", render: ({ points }) => <Count of={points} /> },
    { key: "amount", label: t("prizeDraws.eggs.moneyGiven"), align: "end", render: ({ amount }) => <Money minor={amount} /> },
  ];
  return (
    <DataTable
      caption={t("prizeDraws.eggs.versions")}
      columns={columns}
      rows={asked.rows}
      rowKey={({ version }) => String(version)}
      face={faceOf(asked, asked.rows.length)}
      empty={<EmptyState text={t("prizeDraws.eggs.shipped")} />}
      refused={<RefusedState {...refusal(asked)} />}
      footer={<More {...asked} label={t("ui.more")} />}
    />
  );
}

function DecisionDialog({ proposal, changes, decision, onDone }: Decided<EggsProposal> & { onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const [confirm, decline] = [useConfirmEggs(), useDeclineEggs()];
  const isConfirming = decision === "confirm";
  const command = isConfirming ? confirm : decline;
  const done = {
    onSuccess: () => {
      showToast(t(isConfirming ? "prizeDraws.eggs.confirmed" : "prizeDraws.eggs.declined"), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      size="lg"
      title={t(isConfirming ? "prizeDraws.eggs.confirm" : "prizeDraws.eggs.decline")}
      changes={isConfirming ? changes : []}
      tone={isConfirming ? "success" : "danger"}
      {...asking(command, { verb: t(isConfirming ? "gateway.confirm" : "gateway.decline"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id: proposal.id, reason }, done)}
      onCancel={onDone}
    />
  );
}
