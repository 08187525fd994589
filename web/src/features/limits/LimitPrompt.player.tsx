import { parseAmount } from "@laro/contract/core/money";
import { type FormEvent, useState } from "react";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { AmountField } from "../../ui/AmountField.tsx";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useRemembered } from "../../ui/remembered.ts";
import { showToast } from "../../ui/Toast.tsx";
import { useLimits, useSetLimit } from "./limits.api.ts";

const CHIPS = ["200.00", "500.00", "1000.00", "5000.00"] as const;

/** One amount and one press: the most that may be paid in on a day. */
export function DepositLimitForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const fault = useFault();
  const set = useSetLimit();
  const [typed, setTyped] = useState("");
  const amount = parseAmount(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (amount === undefined) return;
    const told = () => {
      showToast(t("limits.saved"), "success");
      onDone();
    };
    set.mutate({ kind: "deposit", period: "day", amount }, { onSuccess: told });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <AmountField
        label={t("limits.prompt.amount")}
        value={typed}
        onChange={setTyped}
        chips={CHIPS}
        error={set.error ? fault(set.error).text : undefined}
        required
      />
      <Button type="submit" block busy={set.isPending} disabled={amount === undefined || amount === 0n}>
        {t("limits.prompt.set")}
      </Button>
    </form>
  );
}

/** Offers a deposit limit before money is paid in: set in one step, or declined once in this browser. Nothing where there is one. */
export function LimitPrompt() {
  const t = useT();
  const [isDeclined, setDeclined] = useRemembered("limitPromptDeclined", false);
  const { data } = useLimits({ enabled: !isDeclined });
  if (isDeclined || data === undefined || data.list.some(({ kind }) => kind === "deposit")) return null;
  const decline = (
    <Button tone="ghost" size="sm" onClick={() => setDeclined(true)}>
      {t("limits.prompt.decline")}
    </Button>
  );
  return (
    <Panel title={t("limits.prompt.title")} text={t("limits.prompt.text")} aside={decline}>
      <DepositLimitForm onDone={() => undefined} />
    </Panel>
  );
}
