import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { Limit } from "@laro/contract/limits";
import { type FormEvent, useId, useState } from "react";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { AmountField } from "../../ui/AmountField.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useSetLimit } from "./limits.api.ts";

const CHIPS = ["200.00", "500.00", "1000.00", "5000.00"] as const;

interface LimitDialogProps {
  name: Pick<Limit, "kind" | "period"> | undefined;
  current: Limit | undefined;
  onClose: () => void;
}

/** Sets, lowers or raises one limit, and says beforehand when the change will act. */
export function LimitDialog({ name, current, onClose }: LimitDialogProps) {
  const t = useT();
  const title = name && `${t(`limits.kind.${name.kind}`)} · ${t(`limits.period.${name.period}`)}`;
  return (
    <Dialog open={name !== undefined} title={title} onClose={onClose} closeLabel={t("ui.close")}>
      {name && <LimitForm key={`${name.kind} ${name.period}`} name={name} current={current} onDone={onClose} />}
    </Dialog>
  );
}

function LimitForm({ name, current, onDone }: { name: Pick<Limit, "kind" | "period">; current: Limit | undefined; onDone: () => void }) {
  const t = useT();
  const fault = useFault();
  const set = useSetLimit();
  const [typed, setTyped] = useState(current ? formatAmount(current.amount) : "");
  const hintId = useId();
  const amount = parseAmount(typed);
  const isRaise = current !== undefined && amount !== undefined && amount > current.amount;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (amount === undefined) return;
    set.mutate(
      { ...name, amount },
      {
        onSuccess: () => {
          showToast(t(isRaise ? "limits.raised" : "limits.saved"), "success");
          onDone();
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="grid gap-5" aria-describedby={hintId}>
      <AmountField label={t("limits.amount")} value={typed} onChange={setTyped} chips={CHIPS} error={set.error ? fault(set.error).text : undefined} required />
      <p id={hintId} className="text-sm text-muted">
        {t(isRaise ? "limits.hint.raise" : "limits.hint.lower")}
      </p>
      <Button type="submit" size="lg" block busy={set.isPending} disabled={amount === undefined || amount === 0n || amount === current?.amount}>
        {t("ui.save")}
      </Button>
    </form>
  );
}
