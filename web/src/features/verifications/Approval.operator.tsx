import { checklist, type VerificationCase } from "@laro/contract/verifications";
import { type FormEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useApprove, useReadDocument } from "./verifications.operator.api.ts";

/** What is printed on the document, then the checklist: an approval needs both. */
export function ApprovalOperator({ row }: { row: VerificationCase }) {
  const t = useT();
  return (
    <>
      <Panel title={t("verifications.document")}>
        <DocumentForm row={row} />
      </Panel>
      <Panel title={t("verifications.checklist")}>
        <Checklist row={row} />
      </Panel>
    </>
  );
}

function DocumentForm({ row: { id, printed } }: { row: VerificationCase }) {
  const t = useT();
  const faultOf = useFault();
  const read = useReadDocument();
  const [documentNumber, setNumber] = useState(printed?.documentNumber ?? "");
  const [expiresOn, setExpiresOn] = useState(printed?.expiresOn ?? "");
  const [birthday, setBirthday] = useState(printed?.birthday ?? "");
  const fault = read.error === null ? undefined : faultOf(read.error);
  const errorOf = (field: string) => (fault?.field === field ? fault.text : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const kept = () => showToast(t("verifications.documentKept"), "success");
    read.mutate({ id, documentNumber: documentNumber.trim(), birthday, ...(expiresOn === "" ? {} : { expiresOn }) }, { onSuccess: kept });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <TextField
        label={t("verifications.documentNumber")}
        value={documentNumber}
        onChange={(event) => setNumber(event.target.value)}
        error={errorOf("documentNumber")}
        minLength={3}
        maxLength={40}
        autoComplete="off"
        required
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          type="date"
          label={t("verifications.expiresOn")}
          hint={t("verifications.expiresOnHint")}
          value={expiresOn}
          onChange={(event) => setExpiresOn(event.target.value)}
          error={errorOf("expiresOn")}
        />
        <TextField
          type="date"
          label={t("verifications.printedBirthday")}
          value={birthday}
          onChange={(event) => setBirthday(event.target.value)}
          error={errorOf("birthday")}
          required
        />
      </div>
      <FormFault error={read.error} fields={["documentNumber", "expiresOn", "birthday"]} />
      <Button type="submit" tone="secondary" busy={read.isPending} className="justify-self-start">
        {t("verifications.keepDocument")}
      </Button>
    </form>
  );
}

const CHECKED = { legible: true, original: true, name: true, birthday: true, selfie: true, listed: true } as const;

function Checklist({ row: { id, reference, form, printed } }: { row: VerificationCase }) {
  const t = useT();
  const approve = useApprove();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [holds, setHolds] = useState(false);
  const differs = printed !== null && printed.birthday !== form.birthday;
  const isReady = printed !== null && checklist.every((line) => ticked.includes(line)) && (!differs || holds);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sayWhat = ({ state }: VerificationCase) =>
      showToast(t(state === "approved" ? "verifications.approvedToast" : "verifications.decidedToast", { reference }), "success");
    // An approved case leaves the screen, maybe before its answer is here: a callback of `mutate` would go with it.
    if (isReady) void approve.mutateAsync({ id, checked: CHECKED, ...(differs ? { printedHolds: holds } : {}) }).then(sayWhat, () => undefined);
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      {checklist.map((line) => (
        <Checkbox
          key={line}
          label={t(`verifications.check.${line}`)}
          checked={ticked.includes(line)}
          onChange={(event) => setTicked(event.target.checked ? [...ticked, line] : ticked.filter((one) => one !== line))}
        />
      ))}
      {differs && <Checkbox label={t("verifications.printedHolds")} checked={holds} onChange={(event) => setHolds(event.target.checked)} />}
      <FormFault error={approve.error} fields={[]} />
      <Button id="approve" type="submit" tone="success" aria-keyshortcuts="A" busy={approve.isPending} disabled={!isReady} className="justify-self-start">
        {t("verifications.approve")}
      </Button>
    </form>
  );
}
