import { adjustments } from "@laro/contract/adjustments";
import { useState } from "react";
import { CsvButton } from "../../api/CsvButton.tsx";
import { ReversalDialogOperator } from "../../features/adjustments/ReversalDialog.operator.tsx";
import { JournalOperator } from "../../features/wallet/Journal.operator.tsx";

/** The journal, from which a reversal is proposed and which can be taken along as a file. */
export function JournalPage({ canReverse, canExport }: { canReverse: boolean; canExport: boolean }) {
  const [reversing, setReversing] = useState<{ memberName: string; reference: string; amount: bigint }>();
  return (
    <>
      <JournalOperator
        tools={canExport ? (filter) => <CsvButton endpoint={adjustments.journalCsv} input={filter} /> : undefined}
        onReverse={canReverse ? setReversing : undefined}
      />
      {reversing && <ReversalDialogOperator {...reversing} onClose={() => setReversing(undefined)} />}
    </>
  );
}
