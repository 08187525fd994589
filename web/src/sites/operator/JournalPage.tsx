import { adjustments } from "@laro/contract/adjustments";
import { useState } from "react";
import { useCsv } from "../../api/csv.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { ReversalDialogOperator } from "../../features/adjustments/ReversalDialog.operator.tsx";
import { type JournalFilter, JournalOperator } from "../../features/wallet/Journal.operator.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";

/** The journal, from which a reversal is proposed and which can be taken along as a file. */
export function JournalPage({ canReverse, canExport, canFreeze }: { canReverse: boolean; canExport: boolean; canFreeze: boolean }) {
  const [reversing, setReversing] = useState<{ memberName: string; reference: string; amount: bigint }>();
  return (
    <>
      <JournalOperator tools={canExport ? JournalFile : undefined} canFreeze={canFreeze} onReverse={canReverse ? setReversing : undefined} />
      {reversing && <ReversalDialogOperator {...reversing} onClose={() => setReversing(undefined)} />}
    </>
  );
}

function JournalFile(filter: JournalFilter) {
  const { button, error } = useCsv(adjustments.journalCsv, { ...filter });
  return (
    <div className="grid justify-items-end gap-2">
      <DownloadButton {...button} size="sm" />
      <FormFault error={error} />
    </div>
  );
}
