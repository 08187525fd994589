import type { OutputOf } from "@laro/contract/core/endpoint";
import { gameCategories } from "@laro/contract/core/gameCategories";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { points } from "@laro/contract/points";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { type Change, ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Count } from "../../ui/Count.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Figures } from "../../ui/Figures.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { type Decided, Proposed } from "../../ui/Proposed.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type PointsRights, useConfirmRatios, useDeclineRatios, useProposeRatios, useRatios } from "./points.operator.api.ts";

type Desk = OutputOf<(typeof points)["ratios"]>;
type Ratios = Desk["ratios"];
type Proposal = NonNullable<Desk["proposal"]>;

/** What all points are worth, what is bet for one, and what another officer wants it to be. */
export function PointsRatiosOperator({ rights }: { rights: PointsRights }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useRatios();
  const changesOf = useChanges();
  const [deciding, setDeciding] = useState<Decided<Proposal>>();
  const [isProposing, setProposing] = useState(false);
  if (asked.data === undefined) return asked.error ? <RefusedState {...refusal(asked)} /> : <Skeleton className="h-96 w-full" />;
  const { ratios, version, since, proposal, outstanding, liability } = asked.data;
  const changes = proposal === null ? [] : changesOf(ratios, proposal.ratios);
  const words = {
    confirm: { verb: t("gateway.confirm"), label: t("points.ratios.confirm") },
    decline: { verb: t("gateway.decline"), label: t("points.ratios.decline") },
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <Figures
        label={t("points.liability")}
        figures={[
          { label: t("points.outstanding"), figure: <Count of={outstanding} /> },
          { label: t("points.liability"), figure: <Money minor={liability} /> },
          { label: t("points.version"), figure: <span className="figures">{version}</span> },
          { label: t("points.since"), figure: since === null ? t("points.shipped") : <DateTime at={since} shape="date" /> },
        ]}
      />
      {proposal !== null && (
        <Proposed
          title={t("points.ratios.waits")}
          {...{ changes, proposal, words }}
          rights={{ canChange: rights.canConfirm, officer: rights.officer }}
          onDecide={(decision) => setDeciding({ proposal, changes, decision })}
        />
      )}
      {proposal === null && rights.canPropose && (
        <Button className="justify-self-end" onClick={() => setProposing(true)}>
          {t("points.ratios.propose")}
        </Button>
      )}
      <DataTable
        caption={t("points.tab.ratios")}
        columns={[
          { key: "category", label: t("points.ratios.category"), primary: true, render: (category) => t("points.category", { category }) },
          { key: "amount", label: t("points.ratios.amount"), align: "end", render: (category) => <Money minor={ratios[category]} /> },
        ]}
        rows={gameCategories}
        rowKey={(category) => category}
        face="ready"
        empty={null}
        refused={null}
      />
      {deciding && <DecisionDialog {...deciding} onDone={() => setDeciding(undefined)} />}
      {isProposing && <ProposeDialog ratios={ratios} onDone={() => setProposing(false)} />}
    </div>
  );
}

/** What of two tables differs. */
function useChanges() {
  const t = useT();
  return (before: Ratios, after: Ratios): readonly Change[] =>
    gameCategories
      .filter((category) => before[category] !== after[category])
      .map((category) => ({ label: t("points.category", { category }), before: formatAmount(before[category]), after: formatAmount(after[category]) }));
}

function DecisionDialog({ proposal, changes, decision, onDone }: Decided<Proposal> & { onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const [confirm, decline] = [useConfirmRatios(), useDeclineRatios()];
  const isConfirming = decision === "confirm";
  const command = isConfirming ? confirm : decline;
  const done = {
    onSuccess: () => {
      showToast(t(isConfirming ? "points.ratios.confirmed" : "points.ratios.declined"), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t(isConfirming ? "points.ratios.confirm" : "points.ratios.decline")}
      changes={isConfirming ? changes : changes.map((change) => ({ ...change, after: change.before }))}
      tone={isConfirming ? "success" : "danger"}
      {...asking(command, { verb: t(isConfirming ? "gateway.confirm" : "gateway.decline"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id: proposal.id, reason }, done)}
      onCancel={onDone}
    />
  );
}

function ProposeDialog({ ratios, onDone }: { ratios: Ratios; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const changesOf = useChanges();
  const propose = useProposeRatios();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(gameCategories.map((category) => [category, formatAmount(ratios[category])])),
  );
  const wanted = Object.fromEntries(gameCategories.map((category) => [category, parseAmount(typed[category] ?? "") ?? 0n])) as Ratios;
  const changes = changesOf(ratios, wanted);
  const fault = propose.error === null ? undefined : faultOf(propose.error);
  const done = {
    onSuccess: () => {
      showToast(t("points.ratios.proposed"), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      size="lg"
      title={t("points.ratios.propose")}
      changes={changes}
      isBlocked={changes.length === 0 || gameCategories.some((category) => wanted[category] === 0n)}
      {...asking(propose, { verb: t("points.ratios.propose"), hint: t("settings.reasonHint"), fields: gameCategories })}
      onConfirm={(reason) => propose.mutate({ ratios: wanted, reason }, done)}
      onCancel={onDone}
    >
      <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-3">
        {gameCategories.map((category) => (
          <TextField
            key={category}
            label={t("points.category", { category })}
            name={category}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            value={typed[category] ?? ""}
            error={fault?.field === category ? fault.text : undefined}
            onChange={(event) => setTyped({ ...typed, [category]: event.target.value })}
          />
        ))}
      </div>
    </ChangeDialog>
  );
}
