import { type FormEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { REASON_MIN, ReasonField } from "../../ui/ReasonField.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { periodWords } from "./periodWords.ts";
import { useExclude } from "./protection.api.ts";

/** What both packs offer; the server refuses any other. */
const PERIODS = ["6m", "1y", "5y"] as const;
const KINDS = ["family", "operator"] as const;
const MEMBER_ID = /^[1-9]\d{0,17}$/;
const FIELDS = ["memberId"] as const;

/** Excludes a member on a family's request or the operator's own decision. */
export function ExcludeDialogOperator({ onClose }: { onClose: () => void }) {
  const t = useT();
  const fault = useFault();
  const exclude = useExclude();
  const [memberId, setMemberId] = useState("");
  const [kind, setKind] = useState<(typeof KINDS)[number]>("family");
  const [period, setPeriod] = useState<string>(PERIODS[0]);
  const [reason, setReason] = useState("");
  const isReady = MEMBER_ID.test(memberId) && reason.trim().length >= REASON_MIN;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const told = ({ memberName }: { memberName: string }) => {
      showToast(t("protection.cases.excludedToast", { member: memberName }), "success");
      onClose();
    };
    exclude.mutate({ memberId: BigInt(memberId), kind, period, reason: reason.trim() }, { onSuccess: told });
  };
  const refused = exclude.error ? fault(exclude.error) : undefined;
  const footer = (
    <>
      <Button tone="secondary" onClick={onClose} disabled={exclude.isPending} className="flex-1 sm:flex-none">
        {t("ui.cancel")}
      </Button>
      <Button type="submit" form="exclude" tone="danger" busy={exclude.isPending} disabled={!isReady} className="flex-1 sm:flex-none">
        {t("protection.cases.exclude")}
      </Button>
    </>
  );
  return (
    <Dialog open title={t("protection.cases.exclude")} onClose={exclude.isPending ? undefined : onClose} closeLabel={t("ui.close")} footer={footer}>
      <form id="exclude" onSubmit={submit} className="grid gap-4">
        <p className="text-sm text-muted">{t("protection.cases.excludeText")}</p>
        <TextField
          label={t("protection.cases.memberId")}
          inputMode="numeric"
          autoComplete="off"
          value={memberId}
          onChange={(event) => setMemberId(event.target.value.trim())}
          error={refused?.field === "memberId" ? refused.text : undefined}
          required
          data-autofocus
        />
        <Select
          label={t("protection.cases.kind")}
          options={KINDS.map((value) => ({ value, label: t(`protection.kind.${value}`) }))}
          value={kind}
          onChange={(event) => setKind(KINDS.find((known) => known === event.target.value) ?? "family")}
        />
        <Select
          label={t("protection.howLong")}
          options={PERIODS.map((value) => ({ value, label: periodWords(t, value) }))}
          value={period}
          onChange={(event) => setPeriod(event.target.value)}
        />
        <ReasonField label={t("ui.reason")} hint={t("protection.cases.reasonHint")} value={reason} onChange={setReason} />
        <FormFault error={exclude.error} fields={FIELDS} />
      </form>
    </Dialog>
  );
}
