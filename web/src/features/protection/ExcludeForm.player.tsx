import { type FormEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { leaveSession } from "../../api/session.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { formatManila } from "../../ui/DateTime.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { Helpline } from "./Helpline.player.tsx";
import { PeriodChoice } from "./PeriodChoice.tsx";
import { periodWords } from "./periodWords.ts";
import { useExcludeMyself } from "./protection.api.ts";

const WITHDRAW = "/member/withdraw";

interface ExcludeFormProps {
  periods: readonly string[];
  onCancel: () => void;
}

/** Two steps: how long and what it does; then the password that says it is really the member. */
export function ExcludeForm({ periods, onCancel }: ExcludeFormProps) {
  const t = useT();
  const [period, setPeriod] = useState<string>();
  const [isUnderstood, setUnderstood] = useState(false);
  const [isSure, setSure] = useState(false);
  if (isSure && period !== undefined) return <Confirm period={period} onBack={() => setSure(false)} />;
  return (
    <div className="grid gap-5">
      <PeriodChoice periods={periods} value={period} onChange={setPeriod} />
      <ul className="grid list-disc gap-2 ps-5 text-sm">
        {(["out", "noPlay", "money", "firm"] as const).map((word) => (
          <li key={word}>{t(`protection.exclude.${word}`)}</li>
        ))}
        <li>
          {t("protection.exclude.balance")}{" "}
          <Anchor to={WITHDRAW} className="font-semibold text-primary-text underline underline-offset-4">
            {t("protection.exclude.withdraw")}
          </Anchor>
        </li>
      </ul>
      <Checkbox label={t("protection.exclude.understood")} checked={isUnderstood} onChange={(event) => setUnderstood(event.target.checked)} />
      <div className="flex gap-3">
        <Button tone="secondary" size="lg" className="flex-1" onClick={onCancel}>
          {t("ui.cancel")}
        </Button>
        <Button size="lg" className="flex-1" disabled={period === undefined || !isUnderstood} onClick={() => setSure(true)}>
          {t("ui.next")}
        </Button>
      </div>
      <Helpline />
    </div>
  );
}

function Confirm({ period, onBack }: { period: string; onBack: () => void }) {
  const t = useT();
  const fault = useFault();
  const exclude = useExcludeMyself();
  const [password, setPassword] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const told = ({ until }: { until: string }) => {
      showToast(t("protection.exclude.started", { until: formatManila(until) }), "info");
      leaveSession();
    };
    exclude.mutate({ period, password }, { onSuccess: told });
  };
  const refused = exclude.error ? fault(exclude.error) : undefined;
  return (
    <form onSubmit={submit} className="grid gap-5">
      <p className="text-sm">{t("protection.exclude.last", { period: periodWords(t, period) })}</p>
      <PasswordField
        label={t("protection.exclude.password")}
        labels={{ show: t("ui.show"), hide: t("ui.hide") }}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={refused?.field === "password" ? refused.text : undefined}
        autoComplete="current-password"
        required
      />
      <FormFault error={exclude.error} fields={["password"]} />
      <div className="flex gap-3">
        <Button tone="secondary" size="lg" className="flex-1" onClick={onBack} disabled={exclude.isPending}>
          {t("ui.back")}
        </Button>
        <Button type="submit" tone="danger" size="lg" className="flex-1" busy={exclude.isPending} disabled={password === ""}>
          {t("protection.exclude.confirm")}
        </Button>
      </div>
    </form>
  );
}
