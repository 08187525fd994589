import { useT } from "../../api/language.ts";
import { KeysDialog } from "../../ui/queue.tsx";

/** Which key does what in the queue. */
export function KeysDialogOperator({ onClose }: { onClose: () => void }) {
  const t = useT();
  const lines = [
    { caps: ["J", "K"], text: t("withdrawals.queueKeysMove") },
    { caps: ["Enter"], text: t("withdrawals.queueKeysOpen") },
    { caps: ["A"], text: t("withdrawals.queueApprove") },
    { caps: ["R"], text: t("withdrawals.queueReject") },
    { caps: ["Ctrl K"], text: t("withdrawals.queueKeysSearch") },
    { caps: ["?"], text: t("withdrawals.queueKeysHelp") },
  ];
  return <KeysDialog title={t("withdrawals.queueKeys")} lines={lines} closeLabel={t("ui.close")} onClose={onClose} />;
}
