import type { ComponentType } from "react";
import { useT } from "../../api/language.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/Faces.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { SendForm } from "./SendForm.tsx";
import { TransferGate } from "./TransferGate.tsx";
import { TransferList } from "./TransferList.tsx";
import { useToUpline } from "./transfers.api.ts";

/** Money passed to the member's own upline. */
export function TransferUpline({ remedy, verifyTo }: { remedy: ComponentType<{ onDone: () => void }>; verifyTo: string }) {
  const t = useT();
  const toUpline = useToUpline();
  const send = (asked: { amount: bigint; paymentPassword: string }, onSent: () => void) =>
    toUpline.submit(asked, ({ reference }) => {
      onSent();
      showToast(t("transfers.sent", { reference }), "success");
    });
  const verifyAction = (
    <ButtonLink to={verifyTo} tone="secondary">
      {t("transfers.verify")}
    </ButtonLink>
  );
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[1fr_1.4fr]">
      <TransferGate title={t("transfers.upline")} text={t("transfers.upline.text")} remedy={remedy} verifyAction={verifyAction}>
        {(terms) =>
          terms.upline === null ? (
            <EmptyState drawing="banca" text={t("errors.transfers.no_upline")} />
          ) : (
            <SendForm sending={{ ...toUpline, send }} terms={terms} receiver={terms.upline}>
              <p className="text-sm">
                {t("transfers.upline.name")} <strong className="font-semibold">{terms.upline}</strong>
              </p>
            </SendForm>
          )
        }
      </TransferGate>
      <TransferList />
    </div>
  );
}
