import type { Run } from "@laro/contract/settlements";
import { useAsking } from "../../api/asking.tsx";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useApprove, useDiscard } from "./settlements.operator.api.ts";
import { writeDays } from "./settlementWords.operator.tsx";

interface RunDialogProps {
  run: Run;
  onClose: () => void;
}

/** Approves the sum that stands on the screen: the server refuses where it is another by now. */
export function ApproveDialog({ run, onClose }: RunDialogProps) {
  const t = useT();
  const command = useApprove();
  const { figures, approvals, approvalsNeeded } = run;
  const isLast = approvals.length + 1 >= approvalsNeeded;
  const approve = () =>
    command.mutate(
      { id: run.id, pay: figures.pay },
      {
        onSuccess: () => {
          showToast(t(isLast ? "settlements.approvedToast" : "settlements.firstToast"), "success");
          onClose();
        },
      },
    );
  const body = (
    <div className="grid gap-3">
      <p className="flex items-baseline justify-between gap-4 text-text">
        {t("commissions.kind", { kind: run.kind })}, {writeDays(run)}
        <Money minor={figures.pay} className="font-display text-xl font-bold" />
      </p>
      <p>{t(isLast ? "settlements.approveText" : "settlements.approveFirst", { count: figures.paying })}</p>
      {figures.held > 0 && <p>{t("settlements.heldStay", { count: figures.held })}</p>}
      <FormFault error={command.error} />
    </div>
  );
  return (
    <ConfirmDialog
      open
      title={t("settlements.approveTitle")}
      body={body}
      confirmLabel={t("settlements.approve")}
      cancelLabel={t("ui.cancel")}
      busy={command.isPending}
      onConfirm={approve}
      onCancel={onClose}
    />
  );
}

export function DiscardDialog({ run, onClose }: RunDialogProps) {
  const t = useT();
  const asking = useAsking();
  const command = useDiscard();
  const done = () => {
    showToast(t("settlements.discardedToast"), "success");
    onClose();
  };
  return (
    <ChangeDialog
      title={t("settlements.discardTitle")}
      changes={[
        {
          label: `${t("commissions.kind", { kind: run.kind })}, ${writeDays(run)}`,
          before: t("settlements.runState", { state: run.state }),
          after: t("settlements.runState", { state: "discarded" }),
        },
      ]}
      tone="danger"
      {...asking(command, { verb: t("settlements.discard"), hint: t("settlements.discardHint") })}
      onConfirm={(reason) => command.mutate({ id: run.id, reason }, { onSuccess: done })}
      onCancel={onClose}
    />
  );
}
