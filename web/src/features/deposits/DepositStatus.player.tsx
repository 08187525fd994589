import type { Deposit, DepositState } from "@laro/contract/deposits";
import { wallet } from "@laro/contract/wallet";
import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { type ComponentType, useEffect } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { markStale } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { type StepState, StatusTimeline, type TimelineStep } from "../../ui/StatusTimeline.tsx";
import { Outcome } from "./Outcome.player.tsx";
import { PayPanel } from "./PayPanel.player.tsx";
import { settledReads, useDeposit, usePolledDeposit } from "./deposits.api.ts";
import { TransferPanel } from "./TransferPanel.player.tsx";

interface DepositStatusProps {
  id: string;
  recordTo: string;
  bonusesTo: string;
  picture: ComponentType<{ id: string; label: string }>;
  onAgain: () => void;
}

const isWaiting = (state: DepositState): boolean => state === "pending" || state === "submitted" || state === "checked";

/** One deposit, live: how to pay while it waits, its receipt once it is decided. */
export function DepositStatus({ id, recordTo, bonusesTo, picture, onAgain }: DepositStatusProps) {
  const t = useT();
  const refusal = useRefusal();
  const query = useDeposit(id);
  const deposit = query.data;
  const reread = () => void query.refetch();
  useFreshReads(deposit?.state);
  return (
    <div className="grid gap-4">
      <Button tone="ghost" size="sm" icon={<ArrowLeft />} onClick={onAgain} className="-ms-2 justify-self-start">
        {t("deposits.another")}
      </Button>
      {query.isPending && <Skeleton className="h-96 w-full" />}
      {deposit === undefined && query.error && <RefusedState {...refusal(query)} />}
      {deposit && (
        <div className="grid items-start gap-5 lg:grid-cols-[1.2fr_1fr]">
          {deposit.state === "pending" && deposit.kind !== "transfer" ? (
            <PayPanel deposit={deposit} onExpire={reread} />
          ) : isWaiting(deposit.state) ? (
            <TransferPanel deposit={deposit} picture={picture} onExpire={reread} />
          ) : (
            <Outcome deposit={deposit} recordTo={recordTo} bonusesTo={bonusesTo} onAgain={onAgain} />
          )}
          <Progress deposit={deposit} />
        </div>
      )}
      {deposit && isWaiting(deposit.state) && <Poll id={id} />}
    </div>
  );
}

/** A second reader of the same answer that keeps asking; it goes away with the waiting. */
function Poll({ id }: { id: string }) {
  usePolledDeposit(id);
  return null;
}

/** What a decided deposit changes is read again, whether or not the socket said so. */
function useFreshReads(state: DepositState | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (state !== undefined && !isWaiting(state)) markStale(client, [wallet.balance.name, wallet.history.name, ...settledReads]);
  }, [client, state]);
}

/** Where each state stands on the way: opened, paid (or its slip seen), credited. */
const progress = {
  pending: ["done", "current", "todo"],
  submitted: ["done", "done", "current"],
  checked: ["done", "done", "current"],
  credited: ["done", "done", "done"],
  failed: ["done", "failed", "todo"],
  expired: ["done", "failed", "todo"],
  rejected: ["done", "done", "failed"],
} as const satisfies Record<DepositState, readonly [StepState, StepState, StepState]>;

function Progress({ deposit: { state, kind, createdAt, settledAt, expiresAt } }: { deposit: Deposit }) {
  const t = useT();
  const [opened, paid, credited] = progress[state];
  const isTransfer = kind === "transfer";
  const isPending = state === "pending";
  const isLost = state === "failed" || state === "expired";
  const creditedNote = isTransfer ? t("deposits.step.credited.officer") : t("deposits.step.credited.note");
  const steps: readonly TimelineStep[] = [
    { label: t("deposits.step.opened"), state: opened, at: <DateTime at={createdAt} shape="exact" /> },
    {
      label: t(isTransfer ? "deposits.step.slip" : "deposits.step.paid"),
      state: paid,
      at: state === "expired" && <DateTime at={expiresAt} shape="exact" />,
      note: isPending ? t(isTransfer ? "deposits.step.slip.note" : "deposits.step.paid.note") : isLost && t(`deposits.state.${state}`),
    },
    {
      label: t(state === "rejected" ? "deposits.state.rejected" : "deposits.step.credited"),
      state: credited,
      at: (state === "credited" || state === "rejected") && settledAt && <DateTime at={settledAt} shape="exact" />,
      note: isWaiting(state) && creditedNote,
    },
  ];
  return (
    <Panel title={t("deposits.progress")}>
      <StatusTimeline label={t("deposits.progress")} steps={steps} />
    </Panel>
  );
}
