import type { ExclusionCase } from "@laro/contract/protection";
import { useState } from "react";
import { CasesOperator } from "../../features/protection/Cases.operator.tsx";
import { PayOutDialogOperator } from "../../features/withdrawals/PayOutDialog.operator.tsx";

interface ProtectionPageProps {
  canExclude: boolean;
  canEnd: boolean;
  canPayOut: boolean;
}

/** The exclusion cases, from which an officer sees to the balance of a member who cannot log in. */
export function ProtectionPage({ canPayOut, ...rights }: ProtectionPageProps) {
  const [paying, setPaying] = useState<ExclusionCase>();
  return (
    <>
      <CasesOperator {...rights} onPayOut={canPayOut ? setPaying : undefined} />
      {paying && <PayOutDialogOperator memberId={paying.memberId} memberName={paying.memberName} onClose={() => setPaying(undefined)} />}
    </>
  );
}
