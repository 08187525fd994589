import type { Withdrawal } from "@laro/contract/withdrawals";
import { PackageCheck, PackageX, Scissors } from "lucide-react";
import { useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { MissingForm, type Missing } from "./MissingForm.player.tsx";
import { useConfirmWithdrawal } from "./withdrawals.api.ts";

type Problem = "notReceived" | "partlyReceived";

interface ReceiptQuestionProps {
  withdrawal: Withdrawal;
  onSilence: () => void;
}

/** Asks whether the money arrived, and says before it happens that silence will count as yes. */
export function ReceiptQuestion({ withdrawal: { id, payout, paidAt, receivedBy }, onSilence }: ReceiptQuestionProps) {
  const t = useT();
  const confirm = useConfirmWithdrawal();
  const [problem, setProblem] = useState<Problem>();
  const ask = (next: Problem | undefined) => {
    confirm.reset();
    setProblem(next);
  };
  const send = ({ remaining, proof }: Missing) => {
    if (problem) confirm.mutate({ id, answer: problem, ...(problem === "partlyReceived" ? { remaining } : {}), ...(proof ? { proof } : {}) });
  };
  return (
    <Panel
      title={t("withdrawals.receipt.title")}
      text={
        <>
          {t("withdrawals.receipt.text")} <Money minor={payout} className="font-semibold text-text" />
        </>
      }
      className="border-primary-text"
    >
      <Button
        size="lg"
        block
        tone="success"
        icon={<PackageCheck />}
        busy={confirm.isPending && !problem}
        onClick={() => confirm.mutate({ id, answer: "received" })}
      >
        {t("withdrawals.receipt.yes")}
      </Button>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button block tone="secondary" icon={<PackageX />} onClick={() => ask("notReceived")}>
          {t("withdrawals.receipt.notReceived")}
        </Button>
        <Button block tone="secondary" icon={<Scissors />} onClick={() => ask("partlyReceived")}>
          {t("withdrawals.receipt.partlyReceived")}
        </Button>
      </div>
      {!problem && <FormFault error={confirm.error} />}
      {receivedBy && paidAt && <Silence paidAt={paidAt} receivedBy={receivedBy} onEnd={onSilence} />}
      <Dialog open={problem !== undefined} title={problem && t(`withdrawals.receipt.${problem}`)} onClose={() => ask(undefined)} closeLabel={t("ui.close")}>
        <MissingForm
          payout={payout}
          isPart={problem === "partlyReceived"}
          needsProof={problem === "notReceived"}
          most={problem === "partlyReceived" ? payout - 1n : payout}
          busy={confirm.isPending}
          error={confirm.error}
          onSubmit={send}
        />
      </Dialog>
    </Panel>
  );
}

const MINUTE_MS = 60_000;

function Silence({ paidAt, receivedBy, onEnd }: { paidAt: string; receivedBy: string; onEnd: () => void }) {
  const t = useT();
  const minutes = Math.round((Date.parse(receivedBy) - Date.parse(paidAt)) / MINUTE_MS);
  return (
    <div className="grid gap-1 rounded-sm bg-primary/10 px-4 py-3 text-sm">
      <p className="font-semibold">
        {t("withdrawals.receipt.left")} <Countdown until={Date.parse(receivedBy)} onEnd={onEnd} className="text-primary-text" /> (
        <DateTime at={receivedBy} shape="time" />)
      </p>
      <p className="text-muted">
        {t("withdrawals.receipt.auto", { 0: minutes })} {t("withdrawals.receipt.final")}
      </p>
    </div>
  );
}
