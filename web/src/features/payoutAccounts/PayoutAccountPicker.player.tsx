import type { PayoutAccount } from "@laro/contract/payoutAccounts";
import { Plus } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { usePayoutAccounts } from "./payoutAccounts.api.ts";
import { PayoutAccountForm } from "./PayoutAccountForm.player.tsx";

interface PayoutAccountPickerProps {
  value: PayoutAccount | undefined;
  onChange: (account: PayoutAccount) => void;
}

/** Where the money is to go: one of the bound accounts, the first unless another is chosen. */
export function PayoutAccountPicker({ value, onChange }: PayoutAccountPickerProps) {
  const t = useT();
  const name = useId();
  const refusal = useRefusal();
  const { data, isPending, error, refetch } = usePayoutAccounts();
  const [isAdding, setAdding] = useState(false);
  const first = data?.list[0];
  useEffect(() => {
    if (value === undefined && first !== undefined) onChange(first);
  }, [value, first, onChange]);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t("payoutAccounts.to")}</legend>
      {isPending && <Skeleton className="h-14 w-full" />}
      {data === undefined && error !== null && <RefusedState {...refusal({ error, refetch })} />}
      {data?.list.map((account) => (
        <label
          key={String(account.id)}
          className={cx(
            "flex cursor-pointer items-center gap-3 rounded-sm border px-4 py-3 transition has-focus-visible:outline-2 has-focus-visible:outline-primary-text",
            account.id === value?.id ? "border-primary-text bg-primary/8" : "border-line bg-field hover:border-muted",
          )}
        >
          <input type="radio" name={name} checked={account.id === value?.id} onChange={() => onChange(account)} className="size-4 accent-(--primary-text)" />
          <span className="grid min-w-0 flex-1">
            <span className="text-sm font-semibold">{account.bank}</span>
            <span className="truncate text-xs text-muted">{account.holder}</span>
          </span>
          <span className="figures text-sm">{account.numberMasked}</span>
        </label>
      ))}
      <Button size="sm" tone="ghost" icon={<Plus />} className="justify-self-start" onClick={() => setAdding(true)}>
        {t("payoutAccounts.add")}
      </Button>
      <Dialog open={isAdding} title={t("payoutAccounts.add")} onClose={() => setAdding(false)} closeLabel={t("ui.close")}>
        <PayoutAccountForm
          onDone={(account) => {
            onChange(account);
            setAdding(false);
          }}
        />
      </Dialog>
    </fieldset>
  );
}
