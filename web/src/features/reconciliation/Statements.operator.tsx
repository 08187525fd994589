import type { BankStatement } from "@laro/contract/reconciliation";
import { FileUp } from "lucide-react";
import { useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime, formatManila } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { DigestOperator } from "./Digest.operator.tsx";
import { ImportDialogOperator } from "./ImportDialog.operator.tsx";
import { useStatements } from "./reconciliation.operator.api.ts";

/** The bank's statements with the digest of each file, and the import of the next. */
export function StatementsOperator({ canImport }: { canImport: boolean }) {
  const t = useT();
  const [isImporting, setImporting] = useState(false);
  return (
    <section className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="text-base font-semibold">{t("reconciliation.statements")}</h2>
          <p className="text-sm text-muted">{t("reconciliation.statementsText")}</p>
        </div>
        {canImport && (
          <Button tone="secondary" icon={<FileUp />} onClick={() => setImporting(true)} className="max-sm:w-full">
            {t("reconciliation.import")}
          </Button>
        )}
      </div>
      <StatementTable />
      {isImporting && <ImportDialogOperator onClose={() => setImporting(false)} />}
    </section>
  );
}

function StatementTable() {
  const t = useT();
  const refusal = useRefusal();
  const asked = useStatements();
  const { rows } = asked;
  const columns: readonly Column<BankStatement>[] = [
    { key: "days", label: t("reconciliation.statementDays"), primary: true, render: (row) => <Days {...row} /> },
    { key: "lines", label: t("reconciliation.statementLines"), align: "end", render: ({ lines }) => lines },
    { key: "matched", label: t("reconciliation.statementMatched"), align: "end", render: (row) => <Matched {...row} /> },
    { key: "total", label: t("reconciliation.statementTotal"), align: "end", render: ({ total }) => <Money minor={total} className="font-semibold" /> },
    { key: "digest", label: t("reconciliation.statementDigest"), render: (row) => <DigestOperator {...row} /> },
    { key: "imported", label: t("reconciliation.statementImported"), align: "end", render: (row) => <Imported {...row} /> },
  ];
  return (
    <DataTable
      caption={t("reconciliation.statements")}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => String(id)}
      face={faceOf(asked, rows.length)}
      empty={<EmptyState text={t("reconciliation.noStatements")} />}
      refused={<RefusedState {...refusal(asked)} />}
      footer={<More {...asked} label={t("ui.more")} />}
    />
  );
}

function Days({ firstDay, lastDay }: BankStatement) {
  const [first, last] = [firstDay, lastDay].map((day) => formatManila(`${day}T00:00:00+08:00`, "date"));
  return firstDay === lastDay ? first : `${first} – ${last}`;
}

function Matched({ lines, matched, replacedAt }: BankStatement) {
  const t = useT();
  if (replacedAt !== null) return <Badge tone="neutral">{t("reconciliation.statementReplaced")}</Badge>;
  return <Badge tone={matched === lines ? "win" : "accent"}>{matched}</Badge>;
}

function Imported({ importedAt, importedBy }: BankStatement) {
  return (
    <span className="grid">
      <DateTime at={importedAt} />
      <span className="text-xs text-muted">{importedBy}</span>
    </span>
  );
}
