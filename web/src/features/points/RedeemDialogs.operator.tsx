import { RefusedCall } from "@laro/contract/core/call";
import { points, type QueuedRedeem } from "@laro/contract/points";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { useAsking } from "../../api/asking.tsx";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { readAgain } from "../../api/readAgain.ts";
import { Button } from "../../ui/Button.tsx";
import { type Change, ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Count } from "../../ui/Count.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type Decision, useDecide, useSent } from "./points.operator.api.ts";

interface DecisionProps {
  row: QueuedRedeem;
  decision: Decision;
  onDone: () => void;
  onCancel: () => void;
}

/** Says yes or no to a redeem, in words its member reads. */
export function RedeemDecisionOperator({ row, decision, onDone, onCancel }: DecisionProps) {
  const t = useT();
  const asking = useAsking();
  const client = useQueryClient();
  const command = useDecide(decision);
  const isApproving = decision === "approve";
  const { reference, name, points: cost, quantity, units } = row;
  const changes: readonly Change[] = [
    { label: t("points.status"), before: t(`points.status.${row.status}`), after: t(isApproving ? "points.status.approved" : "points.status.rejected") },
    { label: t("points.backPoints"), before: <Count of={0} />, after: <Count of={isApproving ? 0 : cost} /> },
    { label: name, before: `${quantity} ${units}`, after: t(isApproving ? "points.queue.toSend" : "points.backStock") },
  ];
  const decide = (remark: string) =>
    command.mutate(
      { id: row.id, remark, ...(row.status === "approved" && { status: "approved" }) },
      {
        onSuccess: () => {
          showToast(t(isApproving ? "points.approved" : "points.rejected", { reference }), "success");
          onDone();
        },
        onError: (refusal) => {
          if (!(refusal instanceof RefusedCall && refusal.code === "points.not_in_process")) return;
          showToast(refusal.text, "problem");
          void readAgain(client, [points.queue.name]);
          onDone();
        },
      },
    );
  return (
    <ChangeDialog
      title={t(isApproving ? "points.approveOf" : "points.rejectOf", { reference })}
      changes={changes}
      tone={isApproving ? "success" : "danger"}
      {...asking(command, {
        verb: t(isApproving ? "points.approve" : "points.reject"),
        hint: t("points.remarkHint"),
        reason: { label: t("points.remark"), field: "remark" },
      })}
      onConfirm={decide}
      onCancel={onCancel}
    />
  );
}

const WORD_MAX = 60;

/** Who carries it, and under which number. */
export function SentDialogOperator({ row, onDone }: { row: QueuedRedeem; onDone: () => void }) {
  const t = useT();
  const sent = useSent();
  const [carrier, setCarrier] = useState(row.carrier);
  const [trackingNumber, setTrackingNumber] = useState(row.trackingNumber);
  const isReady = carrier.trim() !== "" && trackingNumber.trim() !== "";
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isReady) return;
    sent.mutate(
      { id: row.id, carrier, trackingNumber },
      {
        onSuccess: () => {
          showToast(t("points.sentToast", { reference: row.reference }), "success");
          onDone();
        },
      },
    );
  };
  return (
    <Dialog open title={t("points.sendOf", { reference: row.reference })} onClose={onDone} closeLabel={t("ui.cancel")}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label={t("points.carrier")}
          name="carrier"
          maxLength={WORD_MAX}
          required
          data-autofocus
          value={carrier}
          onChange={(event) => setCarrier(event.target.value)}
        />
        <TextField
          label={t("points.trackingNumber")}
          name="trackingNumber"
          maxLength={WORD_MAX}
          required
          value={trackingNumber}
          onChange={(event) => setTrackingNumber(event.target.value)}
        />
        <FormFault error={sent.error} />
        <Button type="submit" block busy={sent.isPending} disabled={!isReady}>
          {t("points.send")}
        </Button>
      </form>
    </Dialog>
  );
}
