import { Plus } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { usePayoutAccounts } from "./payoutAccounts.api.ts";
import { PayoutAccountForm } from "./PayoutAccountForm.player.tsx";

interface PayoutAccountPickerProps {
  value: bigint | undefined;
  onChange: (id: bigint) => void;
}

/** Where the money is to go: one of the bound accounts, the first unless another is chosen. */
export function PayoutAccountPicker({ value, onChange }: PayoutAccountPickerProps) {
  const t = useT();
  const name = useId();
  const { data, isPending } = usePayoutAccounts();
  const [isAdding, setAdding] = useState(false);
  const firstId = data?.list[0]?.id;
  useEffect(() => {
    if (value === undefined && firstId !== undefined) onChange(firstId);
  }, [value, firstId, onChange]);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t("payoutAccounts.to")}</legend>
      {isPending && <Skeleton className="h-14 w-full" />}
      {data?.list.map(({ id, bank, holder, numberMasked }) => (
        <label
          key={String(id)}
          className={cx(
            "flex cursor-pointer items-center gap-3 rounded-sm border px-4 py-3 transition has-focus-visible:outline-2 has-focus-visible:outline-primary-text",
            id === value ? "border-primary-text bg-primary/8" : "border-line bg-field hover:border-muted",
          )}
        >
          <input type="radio" name={name} checked={id === value} onChange={() => onChange(id)} className="size-4 accent-(--primary-text)" />
          <span className="grid min-w-0 flex-1">
            <span className="text-sm font-semibold">{bank}</span>
            <span className="truncate text-xs text-muted">{holder}</span>
          </span>
          <span className="figures text-sm">{numberMasked}</span>
        </label>
      ))}
      <Button size="sm" tone="ghost" icon={<Plus />} className="justify-self-start" onClick={() => setAdding(true)}>
        {t("payoutAccounts.add")}
      </Button>
      <Dialog open={isAdding} title={t("payoutAccounts.add")} onClose={() => setAdding(false)} closeLabel={t("ui.close")}>
        <PayoutAccountForm
          onDone={({ id }) => {
            onChange(id);
            setAdding(false);
          }}
        />
      </Dialog>
    </fieldset>
  );
}
