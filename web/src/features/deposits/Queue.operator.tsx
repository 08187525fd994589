import { type DepositState, depositStates, type QueuedDeposit } from "@laro/contract/deposits";
import { Keyboard } from "lucide-react";
import { type ComponentType, useState } from "react";
import { useSearchParams } from "wouter";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { KeysDialog, queueCount, type QueueKey, useQueueKeys, useSelection } from "../../ui/queue.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { DecisionDialogOperator } from "./DecisionDialog.operator.tsx";
import { DepositDetailOperator } from "./DepositDetail.operator.tsx";
import { type Decision, usePulse, useQueue } from "./deposits.operator.api.ts";
import { MessagesOperator } from "./Messages.operator.tsx";
import { QueueTableOperator } from "./QueueTable.operator.tsx";
import { QueueTilesOperator } from "./QueueTiles.operator.tsx";

/** What waits for an officer stands first. */
const tabs = ["submitted", ...depositStates.filter((state) => state !== "submitted")] as const;

/** The state on the screen and the open row live in the URL. */
function usePlace() {
  const [params, setParams] = useSearchParams();
  const state: DepositState = tabs.find((known) => known === params.get("state")) ?? "submitted";
  return {
    state,
    openId: params.get("open"),
    setState: (next: DepositState) => setParams({ state: next }),
    setOpen: (id: string | undefined) => setParams(id === undefined ? { state } : { state, open: id }, { replace: true }),
  };
}

interface DepositQueueProps {
  canDecide: boolean;
  canReadMessages: boolean;
  /** Shows a member's picture for a reason. */
  look: ComponentType<{ id: string; label: string }> | undefined;
}

/** Deposits by state: what waits for an officer, what came of the rest, and what the provider said that needs a person's eye. */
export function DepositQueueOperator({ canDecide, canReadMessages, look }: DepositQueueProps) {
  const t = useT();
  const refusal = useRefusal();
  const { state, openId, setState, setOpen } = usePlace();
  const queue = useQueue(state);
  const { rows, hasNextPage, isFetchingNextPage, fetchNextPage } = queue;
  const { data: pulse } = usePulse();
  const selection = useSelection(rows);
  const [deciding, setDeciding] = useState<{ row: QueuedDeposit; decision: Decision }>();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const opened = rows.find(({ id }) => id === openId);
  const decide = (row: QueuedDeposit, decision: Decision) => {
    selection.select(row.id);
    if (openId !== null) setOpen(undefined);
    setDeciding({ row, decision });
  };
  const decideSelected = (decision: Decision) => canDecide && selection.row?.state === "submitted" && decide(selection.row, decision);
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
  const more = hasNextPage && (
    <Button tone="secondary" size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {t("ui.more")}
    </Button>
  );
  return (
    <div className="grid grid-cols-1 gap-4">
      <Header onHelp={() => setHelpOpen(true)} />
      <QueueTilesOperator />
      <Tabs
        label={t("deposits.queueStates")}
        items={tabs.map((id) => ({ id, label: t(`deposits.queue.${id}`), badge: queueCount(pulse?.counts[id]) }))}
        value={state}
        onChange={setState}
      />
      <QueueTableOperator
        state={state}
        rows={rows}
        face={faceOf(queue, rows.length)}
        refused={<RefusedState {...refusal(queue)} />}
        footer={more}
        selectedId={selection.id}
        onOpen={({ id }) => {
          selection.select(id);
          setOpen(id);
        }}
        onDecide={canDecide ? decide : undefined}
      />
      {canReadMessages && <MessagesOperator />}
      {opened && !deciding && <DepositDetailOperator row={opened} look={look} onDecide={canDecide ? decide : undefined} onClose={() => setOpen(undefined)} />}
      {deciding && <DecisionDialogOperator {...deciding} onDone={finish} onCancel={() => setDeciding(undefined)} />}
      {isHelpOpen && <Help onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

function Header({ onHelp }: { onHelp: () => void }) {
  const t = useT();
  return (
    <header className="flex items-center justify-between gap-3">
      <h1 className="text-xl font-bold">{t("deposits.queueTitle")}</h1>
      <Button tone="ghost" size="sm" icon={<Keyboard />} aria-keyshortcuts="?" onClick={onHelp} className="max-md:hidden">
        {t("deposits.queueKeys")}
      </Button>
    </header>
  );
}

function Help({ onClose }: { onClose: () => void }) {
  const t = useT();
  const lines = [
    { caps: ["J", "K"], text: t("deposits.queueKeys.move") },
    { caps: ["Enter"], text: t("deposits.queueKeys.open") },
    { caps: ["A"], text: t("deposits.queueApprove") },
    { caps: ["R"], text: t("deposits.queueReject") },
    { caps: ["?"], text: t("deposits.queueKeys.help") },
  ];
  return <KeysDialog title={t("deposits.queueKeys")} lines={lines} closeLabel={t("ui.close")} onClose={onClose} />;
}
