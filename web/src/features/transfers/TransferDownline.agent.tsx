import type { ComponentType, ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { SendForm } from "./SendForm.tsx";
import { TransferGate } from "./TransferGate.tsx";
import { TransferList } from "./TransferList.tsx";
import { useToDownline } from "./transfers.api.ts";

interface TransferDownlineProps {
  remedy: ComponentType<{ onDone: () => void }>;
  /** Where an identity is verified. */
  verifyTo: string;
  /** Chooses the direct downline. */
  picker: ReactNode;
  /** Who is chosen. */
  account: string | undefined;
  onSent: () => void;
}

/** Money an agent passes to a direct downline. */
export function TransferDownline({ remedy, verifyTo, picker, account, onSent }: TransferDownlineProps) {
  const t = useT();
  const toDownline = useToDownline();
  const send = (asked: { amount: bigint; paymentPassword: string }, onDone: () => void) =>
    toDownline.submit({ ...asked, account: account ?? "" }, ({ reference }) => {
      onDone();
      onSent();
      showToast(t("transfers.sent", { reference }), "success");
    });
  const verifyAction = (
    <ButtonLink to={verifyTo} tone="secondary">
      {t("transfers.verify")}
    </ButtonLink>
  );
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[1fr_1.4fr]">
      <TransferGate title={t("transfers.downline")} text={t("transfers.downline.text")} remedy={remedy} verifyAction={verifyAction}>
        {(terms) => (
          <SendForm sending={{ ...toDownline, send }} terms={terms} receiver={account}>
            {picker}
          </SendForm>
        )}
      </TransferGate>
      <TransferList />
    </div>
  );
}
