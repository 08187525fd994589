import type { Deposit, DepositState } from "@laro/contract/deposits";
import { wallet } from "@laro/contract/wallet";
import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, ExternalLink } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { useRefusal } from "../../api/faces.ts";
import { type Key, useT } from "../../api/language.ts";
import { markStale } from "../../api/query.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { QrCode } from "../../ui/QrCode.tsx";
import { type StepState, StatusTimeline, type TimelineStep } from "../../ui/StatusTimeline.tsx";
import { DepositBadge } from "./DepositBadge.player.tsx";
import { useDeposit, usePolledDeposit } from "./deposits.api.ts";

interface DepositStatusProps {
  id: string;
  recordTo: string;
  onAgain: () => void;
}

/** One deposit, live: its QR code while it waits, its receipt once it is decided. */
export function DepositStatus({ id, recordTo, onAgain }: DepositStatusProps) {
  const t = useT();
  const refusal = useRefusal();
  const query = useDeposit(id);
  const deposit = query.data;
  useFreshBalance(deposit?.state);
  return (
    <div className="grid gap-4">
      <Button tone="ghost" size="sm" icon={<ArrowLeft />} onClick={onAgain} className="-ms-2 justify-self-start">
        {t("deposits.another")}
      </Button>
      {query.isPending && <Skeleton className="h-96 w-full" />}
      {deposit === undefined && query.error && <RefusedState {...refusal(query)} />}
      {deposit && (
        <div className="grid items-start gap-5 lg:grid-cols-[1.2fr_1fr]">
          {deposit.state === "pending" ? (
            <PayPanel deposit={deposit} onExpire={() => void query.refetch()} />
          ) : (
            <Receipt deposit={deposit} recordTo={recordTo} onAgain={onAgain} />
          )}
          <Progress deposit={deposit} />
        </div>
      )}
      {deposit?.state === "pending" && <Poll id={id} />}
    </div>
  );
}

/** A second reader of the same answer that keeps asking; it goes away with the pending state. */
function Poll({ id }: { id: string }) {
  usePolledDeposit(id);
  return null;
}

/** The balance is read again once the deposit is decided, whether or not the socket said so. */
function useFreshBalance(state: DepositState | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (state !== undefined && state !== "pending") markStale(client, [wallet.balance.name, wallet.history.name]);
  }, [client, state]);
}

function PayPanel({ deposit: { amount, qrPayload, payUrl, reference, expiresAt }, onExpire }: { deposit: Deposit; onExpire: () => void }) {
  const t = useT();
  return (
    <Panel title={t("deposits.pay.title")} text={t("deposits.pay.text")} aside={<DepositBadge state="pending" />}>
      <div className="flex flex-wrap items-center gap-6 max-sm:justify-center">
        {qrPayload && (
          <div className="rounded-md border border-line bg-white p-3">
            <QrCode text={qrPayload} label={t("deposits.qr")} size={192} />
          </div>
        )}
        <dl className="grid min-w-36 flex-1 gap-4 text-sm">
          <Line label={t("deposits.amount")}>
            <Money minor={amount} className="font-display text-xl font-bold" />
          </Line>
          <Line label={t("deposits.reference")}>
            <span className="flex items-center gap-1">
              <span className="figures text-base font-semibold">{reference}</span>
              <CopyButton text={reference} label={t("ui.copy")} copiedLabel={t("copy_success")} />
            </span>
          </Line>
          <Line label={t("deposits.expires")}>
            <Countdown until={Date.parse(expiresAt)} onEnd={onExpire} className="text-base font-semibold text-primary-text" />
          </Line>
        </dl>
      </div>
      {payUrl && (
        <ButtonLink to={payUrl} target="_blank" size="lg" block icon={<ExternalLink />}>
          {t("deposits.pay.open")}
        </ButtonLink>
      )}
      <p className="text-xs text-muted">{t("deposits.pay.wait")}</p>
    </Panel>
  );
}

/** What a decided deposit says of itself. */
const outcomes = {
  pending: { title: "deposits.pay.title", text: "deposits.pay.text" },
  credited: { title: "deposits.credited.title", text: "deposits.credited.text" },
  failed: { title: "deposits.failed.title", text: "deposits.failed.text" },
  expired: { title: "deposits.expired.title", text: "deposits.expired.text" },
} as const satisfies Record<DepositState, { title: Key; text: Key }>;

function Receipt({
  deposit: { state, amount, paid, reference, settledAt, createdAt },
  recordTo,
  onAgain,
}: {
  deposit: Deposit;
  recordTo: string;
  onAgain: () => void;
}) {
  const t = useT();
  const isCredited = state === "credited";
  const { title, text } = outcomes[state];
  return (
    <Panel title={t(title)} text={t(text)} aside={<DepositBadge state={state} />}>
      <dl className="grid gap-4 text-sm">
        <Line label={t(isCredited ? "deposits.paid" : "deposits.amount")}>
          <Money minor={paid ?? amount} className={isCredited ? "font-display text-2xl font-bold text-win-text" : "font-display text-xl font-bold"} />
        </Line>
        {paid !== null && paid !== amount && (
          <Line label={t("deposits.asked")}>
            <Money minor={amount} />
          </Line>
        )}
        <Line label={t("deposits.reference")}>
          <span className="figures font-semibold">{reference}</span>
        </Line>
        <Line label={t("deposits.at")}>
          <DateTime at={settledAt ?? createdAt} shape="exact" />
        </Line>
      </dl>
      <div className="flex flex-wrap gap-3 border-t border-line pt-4">
        {isCredited ? <ButtonLink to="/">{t("deposits.play")}</ButtonLink> : <Button onClick={onAgain}>{t("ui.retry")}</Button>}
        <ButtonLink to={recordTo} tone="secondary">
          {t("deposits.record")}
        </ButtonLink>
      </div>
    </Panel>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-xs text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Where each state stands on the way: opened, paid, credited. */
const progress = {
  pending: ["done", "current", "todo"],
  credited: ["done", "done", "done"],
  failed: ["done", "failed", "todo"],
  expired: ["done", "failed", "todo"],
} as const satisfies Record<DepositState, readonly [StepState, StepState, StepState]>;

function Progress({ deposit: { state, createdAt, settledAt, expiresAt } }: { deposit: Deposit }) {
  const t = useT();
  const [opened, paid, credited] = progress[state];
  const isPending = state === "pending";
  const isLost = state === "failed" || state === "expired";
  const steps: readonly TimelineStep[] = [
    { label: t("deposits.step.opened"), state: opened, at: <DateTime at={createdAt} shape="exact" /> },
    {
      label: t("deposits.step.paid"),
      state: paid,
      at: state === "expired" && <DateTime at={expiresAt} shape="exact" />,
      note: isPending ? t("deposits.step.paid.note") : isLost && t(`deposits.state.${state}`),
    },
    {
      label: t("deposits.step.credited"),
      state: credited,
      at: state === "credited" && settledAt && <DateTime at={settledAt} shape="exact" />,
      note: isPending && t("deposits.step.credited.note"),
    },
  ];
  return (
    <Panel title={t("deposits.progress")}>
      <StatusTimeline label={t("deposits.progress")} steps={steps} />
    </Panel>
  );
}
