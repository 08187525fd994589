import { type ComponentType, useState } from "react";
import { useT } from "../../api/language.ts";
import { TextField } from "../../ui/Field.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { SendForm } from "./SendForm.tsx";
import { TransferGate } from "./TransferGate.tsx";
import { TransferList } from "./TransferList.tsx";
import { useToDownline } from "./transfers.api.ts";

/** Money an agent passes to a direct downline, by account name. */
export function TransferDownline({ remedy }: { remedy: ComponentType<{ onDone: () => void }> }) {
  const t = useT();
  const toDownline = useToDownline();
  const [account, setAccount] = useState("");
  const send = (asked: { amount: bigint; paymentPassword: string }, onSent: () => void) =>
    toDownline.submit({ ...asked, account: account.trim() }, ({ reference }) => {
      onSent();
      setAccount("");
      showToast(t("transfers.sent", { reference }), "success");
    });
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[1fr_1.6fr]">
      <TransferGate title={t("transfers.downline")} text={t("transfers.downline.text")} remedy={remedy}>
        {({ leftToday }) => (
          <SendForm sending={{ ...toDownline, send }} leftToday={leftToday} receiver={account.trim() === "" ? undefined : account.trim()}>
            <TextField
              label={t("transfers.downline.account")}
              value={account}
              autoComplete="off"
              onChange={(event) => setAccount(event.target.value)}
              required
            />
          </SendForm>
        )}
      </TransferGate>
      <TransferList />
    </div>
  );
}
