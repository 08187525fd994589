import type { OutputOf } from "@laro/contract/core/endpoint";
import { type GameCategory, gameCategories } from "@laro/contract/core/gameCategories";
import type { rebates } from "@laro/contract/rebates";
import { vipLabels } from "@laro/contract/vip";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { DataTable, None } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { type Decided, Proposed } from "../../ui/Proposed.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { percentOf } from "./rebates.api.ts";
import { type RebateRights, useConfirmRates, useDeclineRates, useRates } from "./rebates.operator.api.ts";
import { useRateChanges } from "./rateChanges.operator.ts";
import { RebateRatesForm } from "./RebateRatesForm.operator.tsx";
import { ThinGames } from "./ThinGames.tsx";

type Proposal = NonNullable<OutputOf<(typeof rebates)["rates"]>["proposal"]>;

/** What comes back of a bet by label and category, and what another officer wants it to be. */
export function RebateRatesOperator({ rights }: { rights: RebateRights }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useRates();
  const changesOf = useRateChanges();
  const [deciding, setDeciding] = useState<Decided<Proposal>>();
  const [isProposing, setProposing] = useState(false);
  if (asked.data === undefined) return asked.error ? <RefusedState {...refusal(asked)} /> : <Skeleton className="h-96 w-full" />;
  const { rates, games, version, since, proposal } = asked.data;
  const changes = proposal === null ? [] : changesOf(rates, proposal.rates);
  const words = {
    confirm: { verb: t("gateway.confirm"), label: t("rebates.confirm") },
    decline: { verb: t("gateway.decline"), label: t("rebates.decline") },
  };
  return (
    <Panel
      title={t("rebates.rates")}
      text={t("rebates.ratesDesk")}
      aside={
        rights.canPropose &&
        proposal === null && (
          <Button tone="secondary" size="sm" onClick={() => setProposing(true)}>
            {t("rebates.propose")}
          </Button>
        )
      }
    >
      <p className="text-sm text-muted">
        {t("rebates.version", { version })} · {since === null ? t("rebates.shipped") : <DateTime at={since} shape="date" />}
      </p>
      {proposal !== null && (
        <Proposed
          title={t("rebates.waits")}
          {...{ changes, proposal, words }}
          rights={{ canChange: rights.canConfirm, officer: rights.officer }}
          onDecide={(decision) => setDeciding({ proposal, changes, decision })}
        />
      )}
      <DataTable<GameCategory>
        caption={`${t("rebates.title")}: ${t("rebates.rates")}`}
        columns={[
          { key: "category", label: t("rebates.category"), primary: true, render: (category) => t("points.category", { category }) },
          ...vipLabels.map((label) => ({
            key: label,
            label,
            align: "end" as const,
            render: (category: GameCategory) =>
              rates[label][category] === 0 ? <None /> : <span className="figures">{percentOf(rates[label][category])}</span>,
          })),
        ]}
        rows={gameCategories}
        rowKey={(category) => category}
        face="ready"
        empty={null}
        refused={null}
      />
      {games === null && <p className="text-sm text-muted">{t("rebates.gamesReckoned")}</p>}
      {games !== null && <ThinGames text={t("rebates.gamesDesk")} games={games} />}
      {deciding && <DecisionDialog {...deciding} onDone={() => setDeciding(undefined)} />}
      {isProposing && <RebateRatesForm rates={rates} onDone={() => setProposing(false)} />}
    </Panel>
  );
}

function DecisionDialog({ proposal, changes, decision, onDone }: Decided<Proposal> & { onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const [confirm, decline] = [useConfirmRates(), useDeclineRates()];
  const isConfirming = decision === "confirm";
  const command = isConfirming ? confirm : decline;
  const done = {
    onSuccess: () => {
      showToast(t(isConfirming ? "rebates.confirmed" : "rebates.declined"), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t(isConfirming ? "rebates.confirm" : "rebates.decline")}
      changes={isConfirming ? changes : []}
      tone={isConfirming ? "success" : "danger"}
      {...asking(command, { verb: t(isConfirming ? "gateway.confirm" : "gateway.decline"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id: proposal.id, reason }, done)}
      onCancel={onDone}
    />
  );
}
