import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { type FormEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { AmountField } from "../../ui/AmountField.tsx";
import { Button } from "../../ui/Button.tsx";
import type { ChosenImage } from "../../ui/ImageField.tsx";
import { Money } from "../../ui/Money.tsx";
import { ProofField } from "./ProofField.player.tsx";

export interface Missing {
  readonly remaining: bigint;
  readonly proof: string | undefined;
}

interface MissingFormProps {
  payout: bigint;
  /** Of what was sent at least this is missing: all of it, or something. */
  isPart: boolean;
  needsProof: boolean;
  /** The most that can be missing. */
  most: bigint;
  busy: boolean;
  error: Error | null;
  onSubmit: (missing: Missing) => void;
}

/** How much did not arrive, with the picture that shows it. */
export function MissingForm({ payout, isPart, needsProof, most, busy, error, onSubmit }: MissingFormProps) {
  const t = useT();
  const fault = useFault();
  const [typed, setTyped] = useState("");
  const [proof, setProof] = useState<ChosenImage>();
  const refused = error ? fault(error) : undefined;
  const errorOf = (field: string) => (refused?.field === field ? refused.text : undefined);
  const remaining = isPart ? parseAmount(typed) : payout;
  const isTooMuch = remaining !== undefined && remaining > most;
  const isReady = remaining !== undefined && remaining > 0n && !isTooMuch && (!needsProof || proof !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onSubmit({ remaining, proof: proof?.base64 });
  };
  return (
    <form onSubmit={submit} className="grid gap-5">
      <p className="text-sm text-muted">{t("withdrawals.missing.text")}</p>
      {isPart && (
        <AmountField
          label={t("withdrawals.missing.remaining")}
          hint={remaining !== undefined && !isTooMuch && <Arrived minor={payout - remaining} />}
          error={isTooMuch ? t("errors.withdrawals.remaining_too_large", { maximum: formatAmount(most) }) : errorOf("remaining")}
          value={typed}
          onChange={setTyped}
          required
        />
      )}
      <ProofField value={proof} onChange={setProof} error={errorOf("proof")} required={needsProof} />
      <FormFault error={error} fields={["remaining", "proof"]} />
      <Button type="submit" size="lg" block busy={busy} disabled={!isReady}>
        {t("withdrawals.missing.send")}
      </Button>
    </form>
  );
}

function Arrived({ minor }: { minor: bigint }) {
  const t = useT();
  return (
    <>
      {t("withdrawals.missing.arrived")} <Money minor={minor} className="font-semibold text-text" />
    </>
  );
}
