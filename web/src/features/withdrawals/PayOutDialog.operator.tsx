import type { OutputOf } from "@laro/contract/core/endpoint";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { withdrawals } from "@laro/contract/withdrawals";
import { type ReactNode, useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { AmountField } from "../../ui/AmountField.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { usePayable, useRequestFor } from "./withdrawals.operator.api.ts";

type Payable = OutputOf<typeof withdrawals.payable>;

export interface PayOutDialogProps {
  memberId: bigint;
  memberName: string;
  onClose: () => void;
}

const least = (first: bigint, ...rest: readonly bigint[]): bigint => rest.reduce((one, other) => (other < one ? other : one), first);

/** The most that can be asked for at once. */
const mostOf = ({ available, maximum, leftToday, countLeftToday }: Payable): bigint => (countLeftToday === 0 ? 0n : least(available, maximum, leftToday));

/** Asks for the money of a member who cannot: what there is, where it can go, and why nothing can leave where nothing can. */
export function PayOutDialogOperator(props: PayOutDialogProps) {
  const t = useT();
  const refusal = useRefusal();
  const payable = usePayable(props.memberId);
  const { data } = payable;
  if (data !== undefined && data.payoutAccounts.length > 0 && mostOf(data) > 0n) return <PayOutForm {...props} payable={data} />;
  return (
    <Dialog open title={t("withdrawals.payable.title", { member: props.memberName })} size="md" onClose={props.onClose} closeLabel={t("ui.close")}>
      {payable.isPending && <Skeleton className="h-60 w-full" />}
      {data === undefined && payable.error && <RefusedState {...refusal(payable)} />}
      {data && (
        <div className="grid gap-4">
          <EmptyState text={t(whyNothing(data))} />
          <Facts payable={data} />
        </div>
      )}
    </Dialog>
  );
}

function whyNothing({ available, payoutAccounts }: Payable) {
  if (available === 0n) return "withdrawals.payable.nothing";
  return payoutAccounts.length === 0 ? "withdrawals.payable.noAccount" : "withdrawals.payable.notToday";
}

const FIELDS = ["amount", "payoutAccountId"] as const;

function PayOutForm({ memberId, memberName, onClose, payable }: PayOutDialogProps & { payable: Payable }) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const command = useRequestFor();
  const { available, minimum, payoutAccounts, open } = payable;
  const most = mostOf(payable);
  const [typed, setTyped] = useState(formatAmount(most));
  const [accountId, setAccountId] = useState(payoutAccounts.length === 1 ? String(payoutAccounts[0]!.id) : "");
  const amount = parseAmount(typed) ?? 0n;
  const held = open.reduce((sum, one) => sum + one.amount, 0n);
  const isOutside = amount > most || amount < least(minimum, available);
  const fault = command.error && faultOf(command.error);
  const errorOf = (field: string): ReactNode => (fault?.field === field ? fault.text : undefined);
  const ask = (reason: string) =>
    command.submit({ memberId, payoutAccountId: BigInt(accountId), amount, reason }, ({ reference }) => {
      showToast(t("withdrawals.payable.askedToast", { reference }), "success");
      onClose();
    });
  return (
    <ChangeDialog
      title={t("withdrawals.payable.title", { member: memberName })}
      changes={[
        { label: t("withdrawals.payable.balance"), before: <Money minor={available} />, after: <Money minor={available - least(amount, available)} /> },
        { label: t("withdrawals.payable.held"), before: <Money minor={held} />, after: <Money minor={held + amount} /> },
      ]}
      isBlocked={accountId === "" || amount === 0n || isOutside}
      {...asking(command, { verb: t("withdrawals.payable.ask"), hint: t("withdrawals.queueReasonHint"), fields: FIELDS })}
      onConfirm={ask}
      onCancel={onClose}
    >
      <p className="text-sm text-muted">{t("withdrawals.payable.text")}</p>
      <Facts payable={payable} />
      <Select
        label={t("withdrawals.payable.to")}
        value={accountId}
        onChange={(event) => setAccountId(event.target.value)}
        options={[
          { value: "", label: t("withdrawals.payable.choose"), disabled: true },
          ...payoutAccounts.map(({ id, bank, numberMasked, holder }) => ({ value: String(id), label: `${bank} ${numberMasked} · ${holder}` })),
        ]}
        error={errorOf("payoutAccountId")}
        required
      />
      <AmountField
        label={t("withdrawals.queueAmount")}
        hint={<Range from={least(minimum, available)} to={most} />}
        error={errorOf("amount") ?? (isOutside && typed !== "" ? <Range from={least(minimum, available)} to={most} /> : undefined)}
        value={typed}
        onChange={setTyped}
        required
      />
    </ChangeDialog>
  );
}

const Range = ({ from, to }: { from: bigint; to: bigint }) => (
  <>
    <Money minor={from} /> – <Money minor={to} />
  </>
);

/** What the officer should know first: whose name it is, what the day still allows, what waits and what was never staked. */
function Facts({ payable: { verifiedName, leftToday, countLeftToday, open, turnoverLeft } }: { payable: Payable }) {
  const t = useT();
  const left = (
    <>
      <Money minor={leftToday} /> · {t("withdrawals.terms.today.count", { count: countLeftToday })}
    </>
  );
  const lines = [
    { label: t("withdrawals.payable.verifiedName"), value: verifiedName ?? t("withdrawals.payable.noName") },
    { label: t("withdrawals.payable.leftToday"), value: left },
    ...(open.length === 0 ? [] : [{ label: t("withdrawals.payable.waiting"), value: <Waiting open={open} /> }]),
  ];
  return (
    <>
      <dl className="grid gap-2 text-sm">
        {lines.map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-6">
            <dt className="shrink-0 text-muted">{label}</dt>
            <dd className="min-w-0 text-end font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {turnoverLeft > 0n && (
        <p className="rounded-sm bg-info/14 px-4 py-3 text-sm">
          <strong>
            {t("withdrawals.terms.left")} <Money minor={turnoverLeft} />
          </strong>{" "}
          {t("withdrawals.payable.unstaked")}
        </p>
      )}
    </>
  );
}

const Waiting = ({ open }: Pick<Payable, "open">) => (
  <span className="grid">
    {open.map(({ id, reference, amount }) => (
      <span key={id} className="figures">
        {reference} <Money minor={amount} />
      </span>
    ))}
  </span>
);
