import { areRolesApart, OperatorName, type OperatorRole } from "@laro/contract/operators";
import { type FormEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { REASON_MIN, ReasonField } from "../../ui/ReasonField.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useCreate } from "./operators.operator.api.ts";
import { RolesField } from "./operatorWords.operator.tsx";

const NAME_MAX = 32;
const FIELDS = ["name", "roles", "reason"] as const;

/** Proposes an account for someone new on the staff. */
export function CreateDialogOperator({ onClose }: { onClose: () => void }) {
  const t = useT();
  const faultOf = useFault();
  const command = useCreate();
  const [name, setName] = useState("");
  const [roles, setRoles] = useState<readonly OperatorRole[]>(["support"]);
  const [reason, setReason] = useState("");
  const isReady = OperatorName.safeParse(name).success && roles.length > 0 && !areRolesApart(roles) && reason.trim().length >= REASON_MIN;
  const refused = command.error === null ? undefined : faultOf(command.error);
  const errorOf = (field: (typeof FIELDS)[number]) => (refused?.field === field ? refused.text : undefined);
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isReady || command.isPending) return;
    try {
      await command.mutateAsync({ name, roles: [...roles], reason: reason.trim() });
      showToast(t("operators.proposedToast"), "success");
      onClose();
    } catch {
      // The refusal is shown from `command.error`.
    }
  };
  const footer = (
    <>
      <Button tone="secondary" onClick={onClose} disabled={command.isPending} className="flex-1 sm:flex-none">
        {t("ui.cancel")}
      </Button>
      <Button type="submit" form="createOperator" busy={command.isPending} disabled={!isReady} className="flex-1 sm:flex-none">
        {t("operators.propose")}
      </Button>
    </>
  );
  return (
    <Dialog open title={t("operators.add")} size="md" onClose={command.isPending ? undefined : onClose} closeLabel={t("ui.cancel")} footer={footer}>
      <form id="createOperator" className="grid gap-4" onSubmit={(event) => void create(event)}>
        <p className="text-sm text-muted">{t("operators.addText")}</p>
        <FormFault error={command.error} fields={FIELDS} />
        <Whom {...{ name, setName, roles, setRoles, error: errorOf("name") }} />
        <ReasonField label={t("ui.reason")} hint={t("operators.reasonHint")} error={errorOf("reason")} value={reason} onChange={setReason} />
      </form>
    </Dialog>
  );
}

interface WhomProps {
  name: string;
  setName: (name: string) => void;
  roles: readonly OperatorRole[];
  setRoles: (roles: readonly OperatorRole[]) => void;
  error: string | undefined;
}

/** What the new one is called, and what they may do. */
function Whom({ name, setName, roles, setRoles, error }: WhomProps) {
  const t = useT();
  return (
    <>
      <TextField
        label={t("operators.name")}
        hint={t("operators.nameHint")}
        error={error}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={NAME_MAX}
        value={name}
        onChange={(event) => setName(event.target.value.trim())}
        data-autofocus
      />
      <RolesField value={roles} onChange={setRoles} />
    </>
  );
}
