import { type FormEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { formatManila } from "../../ui/DateTime.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { PeriodChoice } from "./PeriodChoice.tsx";
import { useTakeBreak } from "./protection.api.ts";

interface BreakFormProps {
  periods: readonly string[];
  onDone: () => void;
  onCancel: () => void;
}

/** Chooses how long a time-out lasts and starts it. */
export function BreakForm({ periods, onDone, onCancel }: BreakFormProps) {
  const t = useT();
  const take = useTakeBreak();
  const [period, setPeriod] = useState(periods[0]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (period === undefined) return;
    const told = ({ until }: { until: string }) => {
      showToast(t("protection.break.started", { until: formatManila(until) }), "success");
      onDone();
    };
    take.mutate({ period }, { onSuccess: told });
  };
  return (
    <form onSubmit={submit} className="grid gap-5">
      <p className="text-sm text-muted">{t("protection.break.what")}</p>
      <PeriodChoice periods={periods} value={period} onChange={setPeriod} />
      <FormFault error={take.error} />
      <div className="flex gap-3">
        <Button tone="secondary" size="lg" className="flex-1" onClick={onCancel} disabled={take.isPending}>
          {t("ui.cancel")}
        </Button>
        <Button type="submit" size="lg" className="flex-1" busy={take.isPending} disabled={period === undefined}>
          {t("protection.break.start")}
        </Button>
      </div>
    </form>
  );
}
