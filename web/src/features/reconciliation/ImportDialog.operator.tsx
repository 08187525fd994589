import { STATEMENT_BYTES_MAX, STATEMENT_HEADING, STATEMENT_LINES_MAX } from "@laro/contract/reconciliation";
import { type FormEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { addDays, dayIn } from "../../ui/days.ts";
import { useNow } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { type ChosenFile, FileField } from "../../ui/FileField.tsx";
import { Money } from "../../ui/Money.tsx";
import { DigestOperator } from "./Digest.operator.tsx";
import { useImport } from "./reconciliation.operator.api.ts";
import { MANILA } from "./RunForm.operator.tsx";

const FORM = "import-statement";
const fields = ["firstDay", "lastDay", "file"] as const;

/** Asks for the bank's file and its days, and says what came of it. */
export function ImportDialogOperator({ onClose }: { onClose: () => void }) {
  const command = useImport();
  return command.data ? <Imported {...command.data} onClose={onClose} /> : <Asking command={command} onClose={onClose} />;
}

function Asking({ command, onClose }: { command: ReturnType<typeof useImport>; onClose: () => void }) {
  const t = useT();
  const faultOf = useFault();
  const yesterday = addDays(dayIn(MANILA, useNow()), -1);
  const [days, setDays] = useState({ firstDay: yesterday, lastDay: yesterday });
  const [file, setFile] = useState<ChosenFile>();
  const refused = command.error ? faultOf(command.error) : undefined;
  const errorOf = (field: (typeof fields)[number]) => (refused?.field === field ? refused.text : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file !== undefined && !command.isPending) command.mutate({ ...days, file: file.base64 });
  };
  const change = (field: keyof typeof days) => (day: string) => {
    setDays({ ...days, [field]: day });
    command.reset();
  };
  return (
    <Dialog
      open
      title={t("reconciliation.import")}
      size="md"
      onClose={command.isPending ? undefined : onClose}
      closeLabel={t("ui.close")}
      footer={
        <>
          <Button tone="secondary" onClick={onClose} disabled={command.isPending}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" form={FORM} busy={command.isPending} disabled={file === undefined}>
            {t("reconciliation.importSubmit")}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <DayField
            label={t("reconciliation.importFirstDay")}
            max={yesterday}
            value={days.firstDay}
            error={errorOf("firstDay")}
            onChange={change("firstDay")}
          />
          <DayField label={t("reconciliation.importLastDay")} max={yesterday} value={days.lastDay} error={errorOf("lastDay")} onChange={change("lastDay")} />
        </div>
        <FileField
          label={t("reconciliation.importFile")}
          hint={t("reconciliation.importText", { heading: STATEMENT_HEADING })}
          error={errorOf("file")}
          accept=".csv,text/csv"
          bytesMax={STATEMENT_BYTES_MAX}
          words={{
            choose: t("reconciliation.importChoose"),
            tooLarge: t("errors.reconciliation.statement_too_large", { bytes: STATEMENT_BYTES_MAX, lines: STATEMENT_LINES_MAX }),
          }}
          value={file}
          onChange={(chosen) => {
            setFile(chosen);
            command.reset();
          }}
        />
        <FormFault error={command.error} fields={fields} />
        <p role="status" className="text-sm text-muted empty:hidden">
          {command.isPending && t("reconciliation.importing")}
        </p>
      </form>
    </Dialog>
  );
}

interface DayFieldProps {
  label: string;
  max: string;
  value: string;
  error: string | undefined;
  onChange: (day: string) => void;
}

const DayField = ({ onChange, ...field }: DayFieldProps) => <TextField type="date" required {...field} onChange={(event) => onChange(event.target.value)} />;

type ImportedProps = NonNullable<ReturnType<typeof useImport>["data"]> & { onClose: () => void };

function Imported({ lines, matched, total, digest, isRepeated, importedBy, onClose }: ImportedProps) {
  const t = useT();
  const rows = [
    { label: t("reconciliation.statementTotal"), value: <Money minor={total} className="font-semibold" /> },
    { label: t("reconciliation.statementDigest"), value: <DigestOperator digest={digest} /> },
    { label: t("reconciliation.statementImported"), value: importedBy },
  ];
  return (
    <Dialog
      open
      title={t(isRepeated ? "reconciliation.importedAgain" : "reconciliation.importedTitle")}
      size="md"
      onClose={onClose}
      closeLabel={t("ui.close")}
      footer={<Button onClick={onClose}>{t("ui.close")}</Button>}
    >
      <div className="grid gap-4">
        <p>{t("reconciliation.importedText", { lines, matched })}</p>
        <dl className="grid rounded-sm border border-line bg-card">
          {rows.map(({ label, value }) => (
            <div key={label} className="flex items-center justify-between gap-6 border-b border-line px-4 py-2.5 last:border-b-0">
              <dt className="shrink-0 text-sm text-muted">{label}</dt>
              <dd className="min-w-0 text-end text-sm font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
