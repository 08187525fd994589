import { eligibilityCauses } from "@laro/contract/eligibility";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { causeWord, stateWord } from "./caseWords.tsx";
import { useOpenCase } from "./eligibility.operator.api.ts";

const NUMBER = /^[1-9][0-9]{0,17}$/;
const NUMBER_MAX = 18;

/** Closes an account by its number, with the cause. */
export function OpenDialogOperator({ onClose }: { onClose: () => void }) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const command = useOpenCase();
  const [memberId, setMemberId] = useState("");
  const [cause, setCause] = useState<(typeof eligibilityCauses)[number]>("underage");
  const fault = command.error === null ? undefined : faultOf(command.error);
  const done = ({ reference }: { reference: string }) => {
    showToast(t("eligibility.openToast", { reference }), "success");
    onClose();
  };
  return (
    <ChangeDialog
      title={t("eligibility.openTitle")}
      changes={[{ label: t("eligibility.state"), before: "–", after: t(stateWord("open")) }]}
      warning={t("eligibility.openWarning")}
      tone="danger"
      {...asking(command, { verb: t("eligibility.open"), hint: t("eligibility.reasonHint"), fields: ["memberId"] })}
      isBlocked={!NUMBER.test(memberId.trim())}
      onConfirm={(reason) => command.mutate({ memberId: BigInt(memberId.trim()), cause, reason }, { onSuccess: done })}
      onCancel={onClose}
    >
      <TextField
        label={t("eligibility.memberNumber")}
        error={fault?.field === "memberId" ? fault.text : undefined}
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={NUMBER_MAX}
        value={memberId}
        onChange={(event) => setMemberId(event.target.value)}
      />
      <Select
        label={t("eligibility.cause")}
        value={cause}
        options={eligibilityCauses.map((value) => ({ value, label: t(causeWord(value)) }))}
        onChange={(event) => setCause(eligibilityCauses.find((known) => known === event.target.value) ?? cause)}
      />
    </ChangeDialog>
  );
}
