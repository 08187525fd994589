import { operatorRoles, type Operator, type OperatorRole } from "@laro/contract/operators";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import type { Given } from "./GivenPassword.operator.tsx";
import { useResetPassword, useSetRole, useSimpleAct } from "./operators.operator.api.ts";
import { useRoleWord } from "./operatorWords.operator.tsx";

export type Act = "setRole" | "resetPassword" | "endSessions" | "close" | "reopen";

interface ActDialogProps {
  operator: Operator;
  act: Act;
  onGiven: (given: Given) => void;
  onClose: () => void;
}

export function ActDialogOperator({ act, ...rest }: ActDialogProps) {
  if (act === "setRole") return <RoleDialog {...rest} />;
  return act === "resetPassword" ? <PasswordDialog {...rest} /> : <SimpleDialog act={act} {...rest} />;
}

const toasts = { close: "operators.closedToast", reopen: "operators.reopenedToast", endSessions: "operators.endedToast" } as const;

function SimpleDialog({ operator, act, onClose }: Omit<ActDialogProps, "act"> & { act: keyof typeof toasts }) {
  const t = useT();
  const asking = useAsking();
  const command = useSimpleAct(act);
  const { id, name, closed, openSessions } = operator;
  const word = (isClosed: boolean) => t(isClosed ? "operators.closed" : "operators.open");
  const state = { label: t("operators.state"), before: word(closed), after: word(act === "close") };
  const open = { label: t("operators.sessions"), before: openSessions, after: 0 };
  const done = () => {
    showToast(t(toasts[act], { name }), "success");
    onClose();
  };
  return (
    <ChangeDialog
      title={t(`operators.${act}Title`, { name })}
      changes={act === "endSessions" ? [open] : act === "close" ? [state, open] : [state]}
      tone={act === "close" ? "danger" : "primary"}
      {...asking(command, { verb: t(`operators.${act}`), hint: t("operators.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id, reason }, { onSuccess: done })}
      onCancel={onClose}
    />
  );
}

function RoleDialog({ operator: { id, name, role, openSessions }, onClose }: Omit<ActDialogProps, "act">) {
  const t = useT();
  const asking = useAsking();
  const roleWord = useRoleWord();
  const command = useSetRole();
  const [wanted, setWanted] = useState<OperatorRole>();
  const done = () => {
    showToast(t("operators.roleToast", { name }), "success");
    onClose();
  };
  const options = [{ value: "", label: roleWord(role) }, ...operatorRoles.filter((one) => one !== role).map((value) => ({ value, label: roleWord(value) }))];
  return (
    <ChangeDialog
      title={t("operators.setRoleTitle", { name })}
      changes={[
        { label: t("operators.role"), before: roleWord(role), after: roleWord(wanted ?? role) },
        { label: t("operators.sessions"), before: openSessions, after: 0 },
      ]}
      {...asking(command, { verb: t("operators.setRole"), hint: t("operators.reasonHint") })}
      isBlocked={wanted === undefined}
      onConfirm={(reason) => wanted !== undefined && command.mutate({ id, role: wanted, reason }, { onSuccess: done })}
      onCancel={onClose}
    >
      <Select
        label={t("operators.role")}
        options={options}
        value={wanted ?? ""}
        onChange={(event) => setWanted(operatorRoles.find((one) => one === event.target.value))}
      />
    </ChangeDialog>
  );
}

function PasswordDialog({ operator: { id, name, openSessions }, onGiven, onClose }: Omit<ActDialogProps, "act">) {
  const t = useT();
  const asking = useAsking();
  const command = useResetPassword();
  const give = async (reason: string): Promise<void> => {
    try {
      const { password } = await command.mutateAsync({ id, reason });
      onGiven({ name, password });
      onClose();
    } catch {
      // The refusal is shown from `command.error`.
    }
  };
  return (
    <ChangeDialog
      title={t("operators.resetPasswordTitle", { name })}
      changes={[{ label: t("operators.sessions"), before: openSessions, after: 0 }]}
      {...asking(command, { verb: t("operators.resetPassword"), hint: t("operators.reasonHint") })}
      onConfirm={(reason) => void give(reason)}
      onCancel={onClose}
    />
  );
}
