import { areRolesApart, type Operator, type OperatorRole } from "@laro/contract/operators";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useSetRoles, useSimpleAct, useSimpleProposal } from "./operators.operator.api.ts";
import { RolesField, useRoleWord } from "./operatorWords.operator.tsx";

export type Act = "setRoles" | "resetPassword" | "resetFactor" | "endSessions" | "close" | "reopen";

interface ActDialogProps {
  operator: Operator;
  act: Act;
  onClose: () => void;
}

export function ActDialogOperator({ act, ...rest }: ActDialogProps) {
  if (act === "setRoles") return <RolesDialog {...rest} />;
  return act === "close" || act === "endSessions" ? <SimpleDialog act={act} {...rest} /> : <ProposalDialog act={act} {...rest} />;
}

const toasts = { close: "operators.closedToast", endSessions: "operators.endedToast" } as const;

function SimpleDialog({ operator, act, onClose }: Omit<ActDialogProps, "act"> & { act: keyof typeof toasts }) {
  const t = useT();
  const asking = useAsking();
  const command = useSimpleAct(act);
  const { id, name, closed, openSessions } = operator;
  const state = { label: t("operators.state"), before: t(closed ? "operators.closed" : "operators.open"), after: t("operators.closed") };
  const open = { label: t("operators.sessions"), before: openSessions, after: 0 };
  const done = () => {
    showToast(t(toasts[act], { name }), "success");
    onClose();
  };
  return (
    <ChangeDialog
      title={t(`operators.${act}Title`, { name })}
      changes={act === "close" ? [state, open] : [open]}
      tone={act === "close" ? "danger" : "primary"}
      {...asking(command, { verb: t(`operators.${act}`), hint: t("operators.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id, reason }, { onSuccess: done })}
      onCancel={onClose}
    />
  );
}

/** What another superadmin must confirm; nothing happens yet. */
function ProposalDialog({ operator, act, onClose }: Omit<ActDialogProps, "act"> & { act: "reopen" | "resetPassword" | "resetFactor" }) {
  const t = useT();
  const asking = useAsking();
  const command = useSimpleProposal(act);
  const { id, name, openSessions } = operator;
  const changes = {
    reopen: { label: t("operators.state"), before: t("operators.closed"), after: t("operators.open") },
    resetPassword: { label: t("operators.sessions"), before: openSessions, after: 0 },
    resetFactor: { label: t("operators.factor"), before: t("operators.factorOn"), after: t("operators.factorOff") },
  };
  return (
    <ChangeDialog
      title={t(`operators.${act}Title`, { name })}
      changes={[changes[act]]}
      {...asking(command, { verb: t("operators.propose"), hint: t("operators.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id, reason }, { onSuccess: () => proposed(t("operators.proposedToast"), onClose) })}
      onCancel={onClose}
    >
      <p className="text-sm text-muted">{t("operators.proposeText")}</p>
    </ChangeDialog>
  );
}

function proposed(toast: string, onClose: () => void): void {
  showToast(toast, "success");
  onClose();
}

function RolesDialog({ operator: { id, name, roles, openSessions }, onClose }: Omit<ActDialogProps, "act">) {
  const t = useT();
  const asking = useAsking();
  const roleWord = useRoleWord();
  const command = useSetRoles();
  const [wanted, setWanted] = useState<readonly OperatorRole[]>(roles as OperatorRole[]);
  const isSame = wanted.length === roles.length && wanted.every((role) => roles.includes(role));
  const inWords = (list: readonly string[]) => list.map(roleWord).join(", ");
  return (
    <ChangeDialog
      title={t("operators.setRolesTitle", { name })}
      changes={[
        { label: t("operators.roles"), before: inWords(roles), after: inWords(wanted) },
        { label: t("operators.sessions"), before: openSessions, after: 0 },
      ]}
      {...asking(command, { verb: t("operators.propose"), hint: t("operators.reasonHint"), fields: ["roles"] })}
      isBlocked={isSame || wanted.length === 0 || areRolesApart(wanted)}
      onConfirm={(reason) => command.mutate({ id, roles: [...wanted], reason }, { onSuccess: () => proposed(t("operators.proposedToast"), onClose) })}
      onCancel={onClose}
    >
      <RolesField value={wanted} onChange={setWanted} />
      <p className="text-sm text-muted">{t("operators.proposeText")}</p>
    </ChangeDialog>
  );
}
