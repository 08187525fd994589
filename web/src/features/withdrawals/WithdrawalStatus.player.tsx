import { wallet } from "@laro/contract/wallet";
import type { Withdrawal, WithdrawalState } from "@laro/contract/withdrawals";
import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { useRefusal } from "../../api/faces.ts";
import { type Key, useT } from "../../api/language.ts";
import { markStale } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { type StepState, StatusTimeline } from "../../ui/StatusTimeline.tsx";
import { ReceiptQuestion } from "./ReceiptQuestion.player.tsx";
import { WithdrawalBadge } from "./WithdrawalBadge.player.tsx";
import { CasePanel, type Picture, ReceiptPanel } from "./WithdrawalCase.player.tsx";
import { usePolledWithdrawal, useWithdrawal } from "./withdrawals.api.ts";

type Step = "requested" | "approved" | "paid" | "received";

/** The way of a withdrawal in each state; an end that went wrong is its last step. */
const ways = {
  pending: { requested: "done", approved: "current", paid: "todo", received: "todo" },
  checked: { requested: "done", approved: "current", paid: "todo", received: "todo" },
  approved: { requested: "done", approved: "done", paid: "current", received: "todo" },
  paid: { requested: "done", approved: "done", paid: "done", received: "current" },
  received: { requested: "done", approved: "done", paid: "done", received: "done" },
  investigating: { requested: "done", approved: "done", paid: "done", received: "current" },
  returned: { requested: "done", approved: "done", paid: "done", received: "done" },
  rejected: { requested: "done", approved: "failed" },
  failed: { requested: "done", approved: "done", paid: "failed" },
} as const satisfies Record<WithdrawalState, Partial<Record<Step, StepState>>>;

/** What happens next, and when, in each state. */
const explanations = {
  pending: "withdrawals.next.pending",
  checked: "withdrawals.next.pending",
  approved: "withdrawals.next.approved",
  paid: "withdrawals.next.paid",
  received: "withdrawals.next.received",
  investigating: "withdrawals.next.investigating",
  returned: "withdrawals.next.returned",
  rejected: "withdrawals.next.rejected",
  failed: "withdrawals.next.failed",
} as const satisfies Record<WithdrawalState, Key>;

const openStates: ReadonlySet<WithdrawalState> = new Set(["pending", "checked", "approved", "paid", "investigating"]);
const cameBack: ReadonlySet<WithdrawalState> = new Set(["rejected", "failed", "returned"]);

/** One withdrawal, live, from the request to the money in hand. */
export function WithdrawalStatus({ id, picture, onAgain }: { id: string; picture: Picture; onAgain: () => void }) {
  const t = useT();
  const refusal = useRefusal();
  const query = useWithdrawal(id);
  const withdrawal = query.data;
  useFreshBalance(withdrawal?.state);
  return (
    <div className="grid gap-4">
      <Button tone="ghost" size="sm" icon={<ArrowLeft />} onClick={onAgain} className="-ms-2 justify-self-start">
        {t("withdrawals.another")}
      </Button>
      {query.isPending && <Skeleton className="h-96 w-full" />}
      {withdrawal === undefined && query.error && <RefusedState {...refusal(query)} />}
      {withdrawal && (
        <div className="grid items-start gap-5 lg:grid-cols-[1.2fr_1fr]">
          <div className="grid gap-5">
            {withdrawal.state === "paid" && <ReceiptQuestion withdrawal={withdrawal} onSilence={() => void query.refetch()} />}
            <Details withdrawal={withdrawal} />
            {withdrawal.case && <CasePanel withdrawal={withdrawal} opened={withdrawal.case} picture={picture} />}
            {withdrawal.state === "received" && <ReceiptPanel withdrawal={withdrawal} />}
          </div>
          <Panel title={t("withdrawals.progress")}>
            <Timeline withdrawal={withdrawal} />
          </Panel>
        </div>
      )}
      {withdrawal && openStates.has(withdrawal.state) && <Poll id={id} />}
    </div>
  );
}

/** A second reader of the same answer that keeps asking; it goes away once the withdrawal is closed. */
function Poll({ id }: { id: string }) {
  usePolledWithdrawal(id);
  return null;
}

/** Money that came back is shown at once, whether or not the socket said so. */
function useFreshBalance(state: WithdrawalState | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (state !== undefined && cameBack.has(state)) markStale(client, [wallet.balance.name, wallet.history.name]);
  }, [client, state]);
}

function Details({ withdrawal: { state, forced, amount, fee, payout, reference, bank, numberMasked } }: { withdrawal: Withdrawal }) {
  const t = useT();
  return (
    <Panel
      title={t("withdrawals.details")}
      text={t(state === "received" && forced ? "withdrawals.next.forced" : explanations[state])}
      aside={<WithdrawalBadge state={state} />}
    >
      <dl className="grid gap-4 sm:grid-cols-3">
        <Line label={t("withdrawals.form.amount")}>
          <Money minor={amount} className="font-display text-xl font-bold" />
        </Line>
        <Line label={t("withdrawals.reference")}>
          <span className="flex items-center gap-1">
            <span className="figures text-base font-semibold">{reference}</span>
            <CopyButton text={reference} label={t("ui.copy")} copiedLabel={t("copy_success")} />
          </span>
        </Line>
        <Line label={t("withdrawals.to")}>
          <span className="text-base font-semibold">{bank}</span> <span className="figures">{numberMasked}</span>
        </Line>
        {fee > 0n && (
          <>
            <Line label={t("withdrawals.fee")}>
              <Money minor={fee} />
            </Line>
            <Line label={t("withdrawals.payout")}>
              <Money minor={payout} className="font-semibold" />
            </Line>
          </>
        )}
      </dl>
    </Panel>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5 text-sm">
      <dt className="text-xs text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Timeline({ withdrawal: { state, reason, createdAt, decidedAt, paidAt, closedAt } }: { withdrawal: Withdrawal }) {
  const t = useT();
  const way: Partial<Record<Step, StepState>> = ways[state];
  const moments: Record<Step, string | null> = { requested: createdAt, approved: decidedAt, paid: state === "failed" ? closedAt : paidAt, received: closedAt };
  const failedLabels: Partial<Record<Step, Key>> = { approved: "withdrawals.mine.rejected", paid: "withdrawals.mine.failed" };
  const lastLabels: Partial<Record<WithdrawalState, Key>> = { investigating: "withdrawals.mine.investigating", returned: "withdrawals.mine.returned" };
  const steps = (Object.keys(moments) as Step[]).flatMap((step) => {
    const at = moments[step];
    const stepState = way[step];
    if (stepState === undefined) return [];
    const label = t((stepState === "failed" && failedLabels[step]) || (step === "received" && lastLabels[state]) || `withdrawals.step.${step}`);
    return [
      {
        label,
        state: stepState,
        at: stepState !== "todo" && stepState !== "current" && at && <DateTime at={at} shape="exact" />,
        note: stepState === "failed" && reason,
      },
    ];
  });
  return <StatusTimeline label={t("withdrawals.progress")} steps={steps} />;
}
