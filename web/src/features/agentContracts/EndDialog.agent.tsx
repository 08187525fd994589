import type { AgentContract } from "@laro/contract/agentContracts";
import { useId, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { REASON_MIN, ReasonField } from "../../ui/ReasonField.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useRequestEnd } from "./agentContracts.api.ts";
import { kindWords } from "./contractWords.tsx";

/** Asks the other side to end a contract, with words. */
export function EndDialog({ contract: { id, kind, mine, uplineName, agentName }, onClose }: { contract: AgentContract; onClose: () => void }) {
  const t = useT();
  const formId = useId();
  const { submit, isPending, error } = useRequestEnd();
  const [reason, setReason] = useState("");
  const other = mine ? (uplineName ?? t("agentContracts.house")) : agentName;
  const isReady = reason.trim().length >= REASON_MIN;
  const footer = (
    <>
      <Button tone="secondary" onClick={onClose} disabled={isPending}>
        {t("ui.cancel")}
      </Button>
      <Button type="submit" form={formId} tone="danger" busy={isPending} disabled={!isReady}>
        {t("agentContracts.askEnd")}
      </Button>
    </>
  );
  const ask = () =>
    submit({ id, reason: reason.trim() }, () => {
      showToast(t("agentContracts.endSent", { name: other }), "success");
      onClose();
    });
  return (
    <Dialog
      open
      title={`${t("agentContracts.askEnd")}: ${t(kindWords[kind])}`}
      size="md"
      closeLabel={t("ui.cancel")}
      onClose={isPending ? undefined : onClose}
      footer={footer}
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isPending) ask();
        }}
      >
        <p className="text-sm text-muted">{t("agentContracts.endText", { name: other })}</p>
        <ReasonField label={t("agentContracts.words")} hint={t("agentContracts.wordsHint")} value={reason} onChange={setReason} data-autofocus />
        <FormFault error={error} />
      </form>
    </Dialog>
  );
}
