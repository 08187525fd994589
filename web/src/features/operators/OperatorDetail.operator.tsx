import type { Operator } from "@laro/contract/operators";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import type { Act } from "./ActDialog.operator.tsx";
import { StateBadge, useRoleWord } from "./operatorWords.operator.tsx";

interface OperatorDetailProps {
  operator: Operator;
  isMe: boolean;
  canChange: boolean;
  onAct: (operator: Operator, act: Act) => void;
  onClose: () => void;
}

/** One of the staff, and what can be done about their account. */
export function OperatorDetailOperator({ operator, isMe, canChange, onAct, onClose }: OperatorDetailProps) {
  const t = useT();
  const roleWord = useRoleWord();
  const { name, roles, closed, hasFactor, openSessions, lastLoginAt, createdAt } = operator;
  const acts: readonly Act[] = closed
    ? ["reopen"]
    : ["setRoles", "resetPassword", ...(hasFactor ? (["resetFactor"] as const) : []), ...(openSessions > 0 ? (["endSessions"] as const) : []), "close"];
  const facts = [
    { label: t("operators.roles"), value: roles.map(roleWord).join(", ") },
    { label: t("operators.state"), value: <StateBadge operator={operator} /> },
    { label: t("operators.factor"), value: t(hasFactor ? "operators.factorOn" : "operators.factorOff") },
    { label: t("operators.sessions"), value: <span className="figures">{openSessions}</span> },
    { label: t("operators.lastLogin"), value: lastLoginAt === null ? t("operators.never") : <DateTime at={lastLoginAt} shape="exact" /> },
    { label: t("operators.since"), value: <DateTime at={createdAt} shape="exact" /> },
  ];
  return (
    <Dialog open title={name} size="md" onClose={onClose} closeLabel={t("ui.close")}>
      <dl className="grid gap-3">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex items-center justify-between gap-4">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-sm font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {canChange && isMe && <p className="mt-5 text-sm text-muted">{t("operators.ownText")}</p>}
      {canChange && !isMe && (
        <div className="mt-5 flex flex-wrap gap-2">
          {acts.map((act) => (
            <Button key={act} tone={act === "close" ? "danger" : "secondary"} size="sm" onClick={() => onAct(operator, act)}>
              {t(`operators.${act}`)}
            </Button>
          ))}
        </div>
      )}
    </Dialog>
  );
}
