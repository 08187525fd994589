import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { PayoutAccount } from "@laro/contract/payoutAccounts";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { AmountField } from "../../ui/AmountField.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Balance, Money } from "../../ui/Money.tsx";
import { OtpField } from "../../ui/OtpField.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useRequestWithdrawal } from "./withdrawals.api.ts";
import type { Remedies, Terms } from "./WithdrawalTerms.player.tsx";

const CHIPS_MINOR = [200_00n, 500_00n, 1_000_00n, 5_000_00n, 10_000_00n] as const;
const PAYMENT_PASSWORD_LENGTH = 6;

interface WithdrawalFormProps {
  terms: Terms;
  isMet: boolean;
  payoutAccount: PayoutAccount | undefined;
  picker: ReactNode;
  /** Sets a new payment password in place of a forgotten one. */
  remedy: Remedies["paymentPassword"];
  onRequested: (id: string) => void;
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** How much and where to; the payment password in a dialog makes it a request. */
export function WithdrawalForm({ terms, isMet, payoutAccount, picker, remedy, onRequested }: WithdrawalFormProps) {
  const t = useT();
  const { minimum, available, fee } = terms;
  const maximum = smaller(terms.maximum, terms.leftToday > minimum ? terms.leftToday : minimum);
  const formId = useId();
  const [typed, setTyped] = useState("");
  const [isConfirming, setConfirming] = useState(false);
  const amount = parseAmount(typed);
  const most = smaller(available, maximum);
  const isOutside = amount !== undefined && (amount < minimum || amount > most);
  const range = (
    <>
      <Money minor={minimum} /> – <Money minor={maximum} />
    </>
  );
  const isReady = isMet && amount !== undefined && !isOutside && payoutAccount !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) setConfirming(true);
  };
  const all = (
    <button
      type="button"
      disabled={available < minimum}
      onClick={() => setTyped(formatAmount(most))}
      className="font-semibold text-primary-text hover:underline disabled:opacity-50"
    >
      {t("withdrawals.form.all")}
    </button>
  );
  const problem = amount !== undefined && amount > available ? t("withdrawals.form.aboveAvailable") : range;
  return (
    <Panel
      title={t("withdrawals.form.title")}
      text={
        <>
          {t("withdrawals.terms.available")}: <Balance minor={available} className="font-semibold text-text" />
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <AmountField
          label={t("withdrawals.form.amount")}
          hint={range}
          value={typed}
          onChange={setTyped}
          aside={all}
          chips={CHIPS_MINOR.filter((chip) => chip >= minimum && chip <= most).map(formatAmount)}
          error={isOutside ? problem : undefined}
          required
        />
      </form>
      {picker}
      <FeeLine terms={terms} amount={isOutside ? undefined : amount} />
      <Button type="submit" form={formId} size="lg" block disabled={!isReady}>
        {t("withdrawals.form.next")}
      </Button>
      <p className="text-xs text-muted">{t(isMet ? "withdrawals.form.text" : "withdrawals.form.blocked")}</p>
      {isMet && <p className="text-xs text-muted">{t("withdrawals.receipt.auto", { 0: terms.autoReceiptMinutes })}</p>}
      <Dialog open={isConfirming} title={t("withdrawals.confirm.title")} onClose={() => setConfirming(false)} closeLabel={t("ui.close")}>
        {isReady && <Confirm amount={amount} fee={fee} to={payoutAccount} remedy={remedy} onRequested={onRequested} />}
      </Dialog>
    </Panel>
  );
}

/** What this one costs, and what is left of it then. */
function FeeLine({ terms: { fee, freePerDay }, amount }: { terms: Terms; amount: bigint | undefined }) {
  const t = useT();
  return (
    <dl className="grid gap-1 rounded-sm border border-line bg-field px-4 py-3 text-sm">
      <div className="flex justify-between gap-4">
        <dt className="text-muted">{t("withdrawals.fee")}</dt>
        <dd>{fee > 0n ? <Money minor={fee} /> : t("withdrawals.fee.free")}</dd>
      </div>
      {amount !== undefined && (
        <div className="flex justify-between gap-4">
          <dt className="text-muted">{t("withdrawals.payout")}</dt>
          <dd>
            <Money minor={amount - fee} className="font-semibold" />
          </dd>
        </div>
      )}
      <div className="text-xs text-muted">
        <dt className="sr-only">{t("withdrawals.fee.rule")}</dt>
        <dd>{t("withdrawals.fee.perDay", { count: freePerDay })}</dd>
      </div>
    </dl>
  );
}

interface ConfirmProps extends Pick<WithdrawalFormProps, "remedy" | "onRequested"> {
  amount: bigint;
  fee: bigint;
  to: PayoutAccount;
}

/** What will be sent, to whom and at what cost, once more before the payment password says yes. */
function Confirm({ amount, fee, to, remedy: Remedy, onRequested }: ConfirmProps) {
  const t = useT();
  const fault = useFault();
  const request = useRequestWithdrawal();
  const [paymentPassword, setPaymentPassword] = useState("");
  const [isForgotten, setForgotten] = useState(false);
  const refused = request.error ? fault(request.error) : undefined;
  const isComplete = paymentPassword.length === PAYMENT_PASSWORD_LENGTH;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete) request.submit({ amount, payoutAccountId: to.id, paymentPassword }, ({ id }) => onRequested(id));
  };
  const remember = () => {
    request.reset();
    setPaymentPassword("");
    setForgotten(false);
  };
  if (isForgotten) return <Remedy onDone={remember} />;
  return (
    <form onSubmit={submit} className="grid gap-5">
      <div className="grid gap-1 rounded-md border border-line bg-field p-4 text-center">
        <span className="text-sm text-muted">{t("withdrawals.form.amount")}</span>
        <Money minor={amount} className="font-display text-2xl font-bold" />
        <dl className="mt-2 grid gap-2 border-t border-line pt-3 text-sm">
          <Line label={t("withdrawals.to")}>
            {to.bank} <span className="figures">{to.numberMasked}</span>
          </Line>
          <Line label={t("payoutAccounts.holder")}>{to.holder}</Line>
          <Line label={t("withdrawals.fee")}>{fee > 0n ? <Money minor={fee} /> : t("withdrawals.fee.free")}</Line>
          {fee > 0n && (
            <Line label={t("withdrawals.payout")}>
              <Money minor={amount - fee} />
            </Line>
          )}
        </dl>
      </div>
      <p className="text-sm text-muted">{t("withdrawals.confirm.text")}</p>
      <OtpField
        masked
        autoFocus
        label={t("withdrawals.confirm.paymentPassword")}
        value={paymentPassword}
        onChange={setPaymentPassword}
        error={refused?.field === "paymentPassword" ? refused.text : undefined}
      />
      <FormFault error={request.error} fields={["paymentPassword"]} />
      <Button type="submit" size="lg" block busy={request.isPending} disabled={!isComplete}>
        {t("withdrawals.confirm.send")}
      </Button>
      <button type="button" onClick={() => setForgotten(true)} className="justify-self-center text-sm font-semibold text-primary-text hover:underline">
        {t("withdrawals.confirm.forgot")}
      </button>
    </form>
  );
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted">{label}</dt>
    <dd className="text-end font-semibold">{children}</dd>
  </div>
);
