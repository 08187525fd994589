import { AUTO_RECEIPT_MINUTES_MAX, AUTO_RECEIPT_MINUTES_MIN, type settings } from "@laro/contract/settings";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useSetCashier } from "./settings.api.ts";

type Cashier = OutputOf<typeof settings.site>["cashier"];

/** After how long a member's silence counts as receipt. */
export function CashierCardOperator({ cashier: { autoReceiptMinutes }, disabled }: { cashier: Cashier; disabled: boolean }) {
  const t = useT();
  const [isChanging, setChanging] = useState(false);
  return (
    <section aria-labelledby="cashier" className="overflow-clip rounded-md border border-line bg-card">
      <h2 id="cashier" className="border-b border-line bg-raised px-4 py-3 text-base font-bold">
        {t("settings.cashier")}
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-4 px-4 py-3">
        <div className="grid min-w-0">
          <span className="text-sm font-medium">{t("settings.autoReceipt")}</span>
          <span className="text-xs text-muted">{t("settings.autoReceiptText")}</span>
        </div>
        <div className="flex items-center gap-3">
          <span className="figures text-sm font-semibold">{t("settings.minutes", { count: autoReceiptMinutes })}</span>
          <Button size="sm" tone="secondary" aria-label={t("settings.autoReceiptChange")} disabled={disabled} onClick={() => setChanging(true)}>
            {t("settings.change")}
          </Button>
        </div>
      </div>
      {isChanging && <MinutesDialog now={autoReceiptMinutes} onDone={() => setChanging(false)} />}
    </section>
  );
}

function MinutesDialog({ now, onDone }: { now: number; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const change = useSetCashier();
  const [typed, setTyped] = useState(String(now));
  const minutes = Number(typed);
  const isInside = minutes >= AUTO_RECEIPT_MINUTES_MIN && minutes <= AUTO_RECEIPT_MINUTES_MAX;
  const range = t("settings.autoReceiptRange", { minimum: AUTO_RECEIPT_MINUTES_MIN, maximum: AUTO_RECEIPT_MINUTES_MAX });
  const done = {
    onSuccess: () => {
      showToast(t("settings.changed", { name: t("settings.autoReceipt"), state: t("settings.minutes", { count: minutes }) }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("settings.autoReceiptChange")}
      changes={[
        {
          label: t("settings.autoReceipt"),
          before: t("settings.minutes", { count: now }),
          after: isInside ? t("settings.minutes", { count: minutes }) : "–",
        },
      ]}
      isBlocked={!isInside || minutes === now}
      {...asking(change, { verb: t("settings.confirm"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => change.mutate({ autoReceiptMinutes: minutes, reason }, done)}
      onCancel={onDone}
    >
      <TextField
        label={t("settings.autoReceiptMinutes")}
        hint={range}
        error={typed !== "" && !isInside ? range : undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, "").slice(0, 4))}
        inputMode="numeric"
        autoComplete="off"
        required
      />
    </ChangeDialog>
  );
}
