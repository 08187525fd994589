import { RefusedCall } from "@laro/contract/core/call";
import type { ErrorCode } from "@laro/contract/core/errors";
import { useT, type Key } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { ButtonLink } from "../../ui/Button.tsx";

/** Where a refusal can be put right. */
const remedies: Partial<Record<ErrorCode, { to: string; label: Key }>> = {
  "wallet.insufficient_funds": { to: "/member/depositv2", label: "rounds.toDeposit" },
  "limits.loss_reached": { to: "/member/securityCenter", label: "rounds.toLimits" },
  "limits.stake_reached": { to: "/member/securityCenter", label: "rounds.toLimits" },
  "limits.time_reached": { to: "/member/securityCenter", label: "rounds.toLimits" },
  "protection.excluded": { to: "/member/securityCenter", label: "rounds.toBreak" },
  "limits.kyc_required": { to: "/member/securityCenter", label: "rounds.toVerify" },
};

/** Why a round was not played, where the result would stand, with the way to put it right. */
export function PlayFault({ fault, unanswered }: { fault: unknown; unanswered: boolean }) {
  const t = useT();
  const faultOf = useFault();
  if (fault === undefined && !unanswered) return null;
  const { text, requestId } = faultOf(fault);
  const remedy = fault instanceof RefusedCall ? remedies[fault.code] : undefined;
  return (
    <div role="alert" className="flex max-w-full flex-wrap items-center justify-center gap-x-3 gap-y-1 text-center text-sm">
      <span>{unanswered ? t("rounds.unanswered") : text}</span>
      {remedy && (
        <ButtonLink to={remedy.to} size="sm">
          {t(remedy.label)}
        </ButtonLink>
      )}
      {!remedy && !unanswered && requestId && <code className="text-xs text-muted select-all">{requestId}</code>}
    </div>
  );
}
