import { type QueuedWithdrawal, withdrawalStates, type WithdrawalState } from "@laro/contract/withdrawals";
import { Keyboard } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { queueCount, type QueueKey, useQueueKeys, useSelection } from "../../ui/queue.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import type { PictureLook } from "./CaseCard.operator.tsx";
import { CaseDialogOperator } from "./CaseDialog.operator.tsx";
import { DecisionDialogOperator } from "./DecisionDialog.operator.tsx";
import { KeysDialogOperator } from "./KeysDialog.operator.tsx";
import { mayApprove, mayReject, type QueueRights } from "./queueRights.operator.ts";
import { QueueTableOperator } from "./QueueTable.operator.tsx";
import { QueueTilesOperator } from "./QueueTiles.operator.tsx";
import { stateWords } from "./queueWords.operator.tsx";
import { WithdrawalDetailOperator } from "./WithdrawalDetail.operator.tsx";
import { usePulse, useQueue, type CaseStep, type Decision } from "./withdrawals.operator.api.ts";

/** The state on the screen and the open row live in the URL. */
function usePlace() {
  const [params, setParams] = useSearchParams();
  const state = withdrawalStates.find((known) => known === params.get("state")) ?? "pending";
  return {
    state,
    openId: params.get("open"),
    setState: (next: WithdrawalState) => setParams({ state: next }),
    setOpen: (id: string | undefined) => setParams(id === undefined ? { state } : { state, open: id }, { replace: true }),
  };
}

interface QueueProps {
  rights: QueueRights;
  picture: PictureLook;
}

export function QueueOperator({ rights, picture }: QueueProps) {
  const t = useT();
  const faultOf = useFault();
  const { state, openId, setState, setOpen } = usePlace();
  const queue = useQueue(state);
  const { rows, error, isPending, refetch } = queue;
  const selection = useSelection(rows);
  const [deciding, setDeciding] = useState<{ row: QueuedWithdrawal; decision: Decision }>();
  const [settling, setSettling] = useState<{ row: QueuedWithdrawal; step: CaseStep }>();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const opened = rows.find(({ id }) => id === openId);
  const decide = (row: QueuedWithdrawal, decision: Decision) => {
    selection.select(row.id);
    if (openId !== null) setOpen(undefined);
    setDeciding({ row, decision });
  };
  const decideSelected = (decision: Decision) => {
    const { row } = selection;
    if (row && (decision === "approve" ? mayApprove : mayReject)(rights, row)) decide(row, decision);
  };
  const actions = {
    next: selection.next,
    previous: selection.previous,
    approve: () => decideSelected("approve"),
    reject: () => decideSelected("reject"),
    open: () => selection.row && setOpen(selection.row.id),
    help: () => setHelpOpen(true),
  } as const satisfies Record<QueueKey, () => unknown>;
  useQueueKeys((key) => actions[key]());
  const finish = () => {
    setDeciding(undefined);
    selection.leave();
  };
  const openRow = ({ id }: QueuedWithdrawal) => {
    selection.select(id);
    setOpen(id);
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <Header onHelp={() => setHelpOpen(true)} />
      <QueueTilesOperator />
      <StateTabs state={state} onChange={setState} />
      <QueueTableOperator
        state={state}
        rows={rows}
        face={error ? "refused" : isPending ? "loading" : rows.length === 0 ? "empty" : "ready"}
        refused={error && <RefusedState {...faultOf(error)} requestIdLabel={t("ui.requestId")} retryLabel={t("ui.retry")} onRetry={() => void refetch()} />}
        footer={queue.hasNextPage && <More queue={queue} />}
        selectedId={selection.id}
        onOpen={openRow}
        rights={rights}
        onDecide={decide}
      />
      {opened && !deciding && !settling && (
        <WithdrawalDetailOperator
          row={opened}
          rights={rights}
          picture={picture}
          onDecide={decide}
          onSettle={(row, step) => setSettling({ row, step })}
          onClose={() => setOpen(undefined)}
        />
      )}
      {settling && <CaseDialogOperator {...settling} onDone={() => setSettling(undefined)} onCancel={() => setSettling(undefined)} />}
      {deciding && <DecisionDialogOperator {...deciding} onDone={finish} onCancel={() => setDeciding(undefined)} />}
      {isHelpOpen && <KeysDialogOperator onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

function More({ queue: { isFetchingNextPage, fetchNextPage } }: { queue: ReturnType<typeof useQueue> }) {
  const t = useT();
  return (
    <Button tone="secondary" size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {t("ui.more")}
    </Button>
  );
}

function StateTabs({ state, onChange }: { state: WithdrawalState; onChange: (state: WithdrawalState) => void }) {
  const t = useT();
  const { data: pulse } = usePulse();
  const items = withdrawalStates.map((id) => ({ id, label: t(stateWords[id]), badge: queueCount(pulse?.counts[id]) }));
  return <Tabs label={t("withdrawals.queueStates")} items={items} value={state} onChange={onChange} />;
}

function Header({ onHelp }: { onHelp: () => void }) {
  const t = useT();
  return (
    <header className="flex items-center justify-between gap-3">
      <h1 className="text-xl font-bold">{t("withdrawals.queueTitle")}</h1>
      <Button tone="ghost" size="sm" icon={<Keyboard />} aria-keyshortcuts="?" onClick={onHelp} className="max-md:hidden">
        {t("withdrawals.queueKeys")}
      </Button>
    </header>
  );
}
