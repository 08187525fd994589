import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { type FormEvent, type ReactNode, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { AmountField } from "../../ui/AmountField.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Balance, Money } from "../../ui/Money.tsx";
import { OtpField } from "../../ui/OtpField.tsx";
import type { TransferTerms } from "./TransferGate.tsx";
import { useBalance } from "./transfers.api.ts";

const PAYMENT_PASSWORD_LENGTH = 6;
const CHIPS_MINOR = [100_00n, 500_00n, 1_000_00n] as const;

interface Sending {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly send: (asked: { amount: bigint; paymentPassword: string }, onSent: () => void) => void;
  readonly reset: () => void;
}

interface SendFormProps {
  sending: Sending;
  terms: Pick<TransferTerms, "leftToday" | "minimum" | "receivedToday">;
  /** Who gets it, as the last look before the payment password shows it; undefined until that is known. */
  receiver: string | undefined;
  /** Fields that stand above the amount. */
  children?: ReactNode;
}

/** How much; the payment password in a dialog sends it. */
export function SendForm({ sending, terms: { leftToday, minimum, receivedToday }, receiver, children }: SendFormProps) {
  const t = useT();
  const available = useBalance().data?.balance ?? 0n;
  const [typed, setTyped] = useState("");
  const [isConfirming, setConfirming] = useState(false);
  const amount = parseAmount(typed);
  // What came by transfer today goes on tomorrow at the earliest.
  const passable = available > receivedToday ? available - receivedToday : 0n;
  const most = passable < leftToday ? passable : leftToday;
  const isAbove = amount !== undefined && amount > most;
  const isBelow = amount !== undefined && amount < minimum;
  const isReady = amount !== undefined && !isBelow && !isAbove && receiver !== undefined;
  const faultWord = () => {
    if (isBelow) return t("errors.transfers.below_minimum", { minimum: formatAmount(minimum) });
    if (amount === undefined || amount > available) return t("errors.wallet.insufficient_funds");
    return amount > passable ? t("transfers.aboveReceived", { received: formatAmount(receivedToday) }) : t("transfers.aboveToday");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    sending.reset();
    setConfirming(true);
  };
  const sent = () => {
    setConfirming(false);
    setTyped("");
  };
  return (
    <>
      <form onSubmit={submit} className="grid gap-4">
        {children}
        <AmountField
          label={t("transfers.amount")}
          hint={
            <>
              {t("transfers.available")} <Balance minor={available} /> · {t("transfers.leftToday")} <Money minor={leftToday} />
            </>
          }
          value={typed}
          onChange={setTyped}
          chips={CHIPS_MINOR.filter((chip) => chip <= most).map(formatAmount)}
          error={isAbove || isBelow ? faultWord() : undefined}
          required
        />
        <Button type="submit" size="lg" block disabled={!isReady}>
          {t("transfers.next")}
        </Button>
      </form>
      <Dialog open={isConfirming} title={t("transfers.confirm")} onClose={() => setConfirming(false)} closeLabel={t("ui.close")}>
        {isReady && <Confirm amount={amount} receiver={receiver} sending={sending} onSent={sent} />}
      </Dialog>
    </>
  );
}

function Confirm({ amount, receiver, sending, onSent }: { amount: bigint; receiver: string; sending: Sending; onSent: () => void }) {
  const t = useT();
  const fault = useFault();
  const [paymentPassword, setPaymentPassword] = useState("");
  const refused = sending.error ? fault(sending.error) : undefined;
  const isComplete = paymentPassword.length === PAYMENT_PASSWORD_LENGTH;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete) sending.send({ amount, paymentPassword }, onSent);
  };
  return (
    <form onSubmit={submit} className="grid gap-5">
      <div className="grid gap-1 rounded-md border border-line bg-field p-4 text-center">
        <span className="text-sm text-muted">{t("transfers.confirm.to", { receiver })}</span>
        <Money minor={amount} className="font-display text-2xl font-bold" />
      </div>
      <p className="text-sm text-muted">{t("transfers.confirm.text")}</p>
      <OtpField
        masked
        autoFocus
        label={t("transfers.paymentPassword")}
        value={paymentPassword}
        onChange={setPaymentPassword}
        error={refused?.field === "paymentPassword" ? refused.text : undefined}
      />
      <FormFault error={sending.error} fields={["paymentPassword"]} />
      <Button type="submit" size="lg" block busy={sending.isPending} disabled={!isComplete}>
        {t("transfers.send")}
      </Button>
    </form>
  );
}
