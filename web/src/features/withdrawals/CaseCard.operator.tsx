import type { QueuedWithdrawal, WithdrawalCase } from "@laro/contract/withdrawals";
import type { ComponentType, ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { DateTime } from "../../ui/DateTime.tsx";
import { Money } from "../../ui/Money.tsx";
import type { QueueRights } from "./queueRights.operator.ts";

/** Shows a member's picture to an officer who says why. */
export type PictureLook = ComponentType<{ id: string; label: string }>;

interface CaseCardProps {
  row: QueuedWithdrawal;
  opened: WithdrawalCase;
  rights: QueueRights;
  picture: PictureLook;
}

/** What the member says did not arrive, their proofs, and the return that waits for a second officer. */
export function CaseCardOperator({ row: { returned, proposedReturn }, opened, rights, picture: Picture }: CaseCardProps) {
  const t = useT();
  const { received, remaining, openedAt, proofs } = opened;
  return (
    <section aria-label={t("withdrawals.case.open")} className="grid gap-4 rounded-sm border border-line bg-card p-4">
      <dl className="grid grid-cols-2 gap-4 text-sm sm:grid-cols-4">
        <Figure label={t("withdrawals.case.received")}>
          <Money minor={received} />
        </Figure>
        <Figure label={t("withdrawals.case.remaining")}>
          <Money minor={remaining} />
        </Figure>
        <Figure label={t("withdrawals.case.openedAt")}>
          <DateTime at={openedAt} />
        </Figure>
        {returned !== null && (
          <Figure label={t("withdrawals.queueReturned")}>
            <Money minor={returned} />
          </Figure>
        )}
      </dl>
      {proofs.length === 0 ? (
        <p className="text-sm text-muted">{t("withdrawals.case.noProofs")}</p>
      ) : (
        rights.canSettleCases && (
          <p className="flex flex-wrap gap-2">
            {proofs.map((proof, at) => (
              <Picture key={proof} id={proof} label={t("withdrawals.case.proof", { number: at + 1 })} />
            ))}
          </p>
        )
      )}
      {proposedReturn && (
        <div className="grid gap-1 rounded-sm bg-primary/10 px-4 py-3 text-sm">
          <p>
            {t("withdrawals.case.proposedBy", { name: proposedReturn.officer })} <Money minor={proposedReturn.amount} className="font-semibold" />
          </p>
          <p className="text-muted">{proposedReturn.reason}</p>
          {proposedReturn.officer === rights.officer && <p className="font-semibold">{t("withdrawals.case.anotherConfirms")}</p>}
        </div>
      )}
    </section>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
