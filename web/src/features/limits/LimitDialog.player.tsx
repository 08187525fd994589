import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { Limit, TimeLimit } from "@laro/contract/limits";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { AmountField, Chip } from "../../ui/AmountField.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { showToast } from "../../ui/Toast.tsx";
import type { LimitName, SetLimit } from "./limitNames.ts";
import { useSetLimit, useSetTimeLimit } from "./limits.api.ts";

const CHIPS = ["200.00", "500.00", "1000.00", "5000.00"] as const;
const CHIPS_MINUTES = [30, 60, 120, 300] as const;

interface LimitDialogProps {
  name: LimitName | undefined;
  current: SetLimit | undefined;
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

function LimitForm({ name: { kind, period }, ...rest }: FormProps & { name: LimitName }) {
  return kind === "time" ? <TimeForm period={period} {...rest} /> : <MoneyForm kind={kind} period={period} {...rest} />;
}

interface FormProps {
  current: SetLimit | undefined;
  onDone: () => void;
}

function MoneyForm({ kind, period, current, onDone }: Pick<Limit, "kind" | "period"> & FormProps) {
  const t = useT();
  const fault = useFault();
  const set = useSetLimit();
  const [typed, setTyped] = useState(current ? formatAmount(current.amount) : "");
  const amount = parseAmount(typed);
  return (
    <ChangeForm
      next={amount}
      current={current}
      busy={set.isPending}
      onDone={onDone}
      onSet={(next, onSuccess) => set.mutate({ kind, period, amount: next }, { onSuccess })}
    >
      <AmountField label={t("limits.amount")} value={typed} onChange={setTyped} chips={CHIPS} error={set.error ? fault(set.error).text : undefined} required />
    </ChangeForm>
  );
}

const MINUTES = /^[1-9]\d{0,4}$/;

function TimeForm({ period, current, onDone }: Pick<TimeLimit, "period"> & FormProps) {
  const t = useT();
  const fault = useFault();
  const set = useSetTimeLimit();
  const [typed, setTyped] = useState(current ? String(current.amount) : "");
  return (
    <ChangeForm
      next={MINUTES.test(typed) ? BigInt(typed) : undefined}
      current={current}
      busy={set.isPending}
      onDone={onDone}
      onSet={(next, onSuccess) => set.mutate({ period, minutes: Number(next) }, { onSuccess })}
    >
      <div className="grid gap-3">
        <TextField
          label={t("limits.minutes")}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value.trim())}
          error={set.error ? fault(set.error).text : undefined}
          required
        />
        <div className="flex flex-wrap gap-2">
          {CHIPS_MINUTES.map((minutes) => (
            <Chip key={minutes} selected={String(minutes) === typed} onPress={() => setTyped(String(minutes))}>
              {t("limits.duration", { hours: Math.floor(minutes / 60), minutes: minutes % 60 })}
            </Chip>
          ))}
        </div>
      </div>
    </ChangeForm>
  );
}

interface ChangeFormProps extends FormProps {
  /** What was typed, if it is a limit at all. */
  next: bigint | undefined;
  busy: boolean;
  onSet: (next: bigint, onSuccess: () => void) => void;
  children: ReactNode;
}

function ChangeForm({ next, current, busy, onSet, onDone, children }: ChangeFormProps) {
  const t = useT();
  const hintId = useId();
  const isRaise = current !== undefined && next !== undefined && next > current.amount;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (next === undefined) return;
    onSet(next, () => {
      showToast(t(isRaise ? "limits.raised" : "limits.saved"), "success");
      onDone();
    });
  };
  return (
    <form onSubmit={submit} className="grid gap-5" aria-describedby={hintId}>
      {children}
      <p id={hintId} className="text-sm text-muted">
        {t(isRaise ? "limits.hint.raise" : "limits.hint.lower")}
      </p>
      <Button type="submit" size="lg" block busy={busy} disabled={next === undefined || next === 0n || next === current?.amount}>
        {t("ui.save")}
      </Button>
    </form>
  );
}
