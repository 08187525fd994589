import type { Dispatch } from "@laro/contract/dispatches";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useResend } from "./dispatches.operator.api.ts";
import { stateWords, useTemplateWord } from "./outboxWords.operator.tsx";

/** Sends a letter again, with a reason. */
export function ResendDialogOperator({ letter: { id, target, template, state }, onClose }: { letter: Dispatch; onClose: () => void }) {
  const t = useT();
  const asking = useAsking();
  const templateWord = useTemplateWord();
  const command = useResend();
  const done = () => {
    showToast(t("dispatches.outbox.againToast"), "success");
    onClose();
  };
  return (
    <ChangeDialog
      title={t("dispatches.outbox.againTitle", { target })}
      changes={[{ label: templateWord(template), before: t(stateWords[state]), after: t(stateWords.queued) }]}
      {...asking(command, { verb: t("dispatches.outbox.again"), hint: t("dispatches.outbox.againHint") })}
      onConfirm={(reason) => command.mutate({ id, reason }, { onSuccess: done })}
      onCancel={onClose}
    />
  );
}
