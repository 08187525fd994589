import { PROOFS_MAX, type Withdrawal, type WithdrawalCase } from "@laro/contract/withdrawals";
import { type ComponentType, type FormEvent, type ReactNode, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import type { ChosenImage } from "../../ui/ImageField.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { MissingForm } from "./MissingForm.player.tsx";
import { ProofField } from "./ProofField.player.tsx";
import { useAddProof, useDisputeWithdrawal } from "./withdrawals.api.ts";

/** Shows one of the member's own pictures. */
export type Picture = ComponentType<{ id: string; label: string }>;

/** What did not arrive, the pictures so far, and while officers look, room for more. */
export function CasePanel({ withdrawal, opened, picture: ProofPicture }: { withdrawal: Withdrawal; opened: WithdrawalCase; picture: Picture }) {
  const t = useT();
  const { id, state, returned } = withdrawal;
  const { proofs, openedAt, received, remaining } = opened;
  const isOpen = state === "investigating";
  return (
    <Panel
      title={t(isOpen ? "withdrawals.case.open" : "withdrawals.case.closed")}
      text={t(!isOpen ? "withdrawals.case.decided" : proofs.length === 0 ? "withdrawals.case.instruction" : "withdrawals.case.waits")}
      className={isOpen ? "border-primary-text" : undefined}
    >
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Figure label={t("withdrawals.case.received")}>
          <Money minor={received} />
        </Figure>
        <Figure label={t("withdrawals.case.remaining")}>
          <Money minor={remaining} />
        </Figure>
        <Figure label={t(returned === null ? "withdrawals.case.openedAt" : "withdrawals.case.returned")}>
          {returned === null ? <DateTime at={openedAt} /> : <Money minor={returned} />}
        </Figure>
      </dl>
      {proofs.length > 0 && (
        <ul aria-label={t("withdrawals.case.proofs")} className="flex flex-wrap gap-3">
          {proofs.map((proof, at) => (
            <li key={proof}>
              <ProofPicture id={proof} label={t("withdrawals.case.proof", { number: at + 1 })} />
            </li>
          ))}
        </ul>
      )}
      {isOpen && proofs.length < PROOFS_MAX && <ProofForm key={proofs.length} id={id} isFirst={proofs.length === 0} />}
    </Panel>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-sm font-semibold">{children}</dd>
    </div>
  );
}

/** Asks for the first picture; once one is in, another is the member's wish alone. */
function ProofForm({ id, isFirst }: { id: string; isFirst: boolean }) {
  const t = useT();
  const [isWanted, setWanted] = useState(isFirst);
  const fault = useFault();
  const add = useAddProof();
  const [proof, setProof] = useState<ChosenImage>();
  const refused = add.error ? fault(add.error) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (proof) add.mutate({ id, proof: proof.base64 });
  };
  if (!isWanted) {
    return (
      <Button tone="secondary" size="sm" onClick={() => setWanted(true)} className="justify-self-start">
        {t("withdrawals.case.another")}
      </Button>
    );
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <ProofField value={proof} onChange={setProof} error={refused?.field === "proof" ? refused.text : undefined} required={isFirst} />
      <FormFault error={add.error} fields={["proof"]} />
      <Button type="submit" busy={add.isPending} disabled={proof === undefined} className="justify-self-start">
        {t("withdrawals.case.upload")}
      </Button>
    </form>
  );
}

/** What a forced receipt means, and the one thing that is left while the time for a case lasts. */
export function ReceiptPanel({ withdrawal: { id, payout, forced, disputableUntil } }: { withdrawal: Withdrawal }) {
  const t = useT();
  const dispute = useDisputeWithdrawal();
  const [isOpen, setOpen] = useState(false);
  const setDispute = (open: boolean) => {
    dispute.reset();
    setOpen(open);
  };
  if (!forced && disputableUntil === null) return null;
  return (
    <Panel
      title={t(forced ? "withdrawals.forced.title" : "withdrawals.dispute.title")}
      text={forced ? t(disputableUntil === null ? "withdrawals.forced.text" : "withdrawals.forced.case") : undefined}
    >
      {disputableUntil !== null && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-muted">
            {t("withdrawals.dispute.until")} <DateTime at={disputableUntil} className="font-semibold text-text" />
          </p>
          <Button tone="secondary" size="sm" onClick={() => setDispute(true)}>
            {t("withdrawals.dispute.open")}
          </Button>
        </div>
      )}
      <Dialog open={isOpen} title={t("withdrawals.dispute.open")} onClose={() => setDispute(false)} closeLabel={t("ui.close")}>
        <MissingForm
          payout={payout}
          isPart
          needsProof
          most={payout}
          busy={dispute.isPending}
          error={dispute.error}
          onSubmit={({ remaining, proof = "" }) => dispute.mutate({ id, remaining, proof })}
        />
      </Dialog>
    </Panel>
  );
}
