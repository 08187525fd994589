import { OperatorName, operatorRoles, type OperatorRole } from "@laro/contract/operators";
import { type FormEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { REASON_MIN, ReasonField } from "../../ui/ReasonField.tsx";
import { Select } from "../../ui/Select.tsx";
import type { Given } from "./GivenPassword.operator.tsx";
import { useCreate } from "./operators.operator.api.ts";
import { useRoleWord } from "./operatorWords.operator.tsx";

const NAME_MAX = 32;
const FIELDS = ["name", "reason"] as const;

/** Opens an account for someone new on the staff. */
export function CreateDialogOperator({ onGiven, onClose }: { onGiven: (given: Given) => void; onClose: () => void }) {
  const t = useT();
  const faultOf = useFault();
  const command = useCreate();
  const [name, setName] = useState("");
  const [role, setRole] = useState<OperatorRole>("support");
  const [reason, setReason] = useState("");
  const isReady = OperatorName.safeParse(name).success && reason.trim().length >= REASON_MIN;
  const refused = command.error === null ? undefined : faultOf(command.error);
  const errorOf = (field: (typeof FIELDS)[number]) => (refused?.field === field ? refused.text : undefined);
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isReady || command.isPending) return;
    try {
      const { password } = await command.mutateAsync({ name, role, reason: reason.trim() });
      onGiven({ name, password });
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
        {t("operators.add")}
      </Button>
    </>
  );
  return (
    <Dialog open title={t("operators.add")} size="md" onClose={command.isPending ? undefined : onClose} closeLabel={t("ui.cancel")} footer={footer}>
      <form id="createOperator" className="grid gap-4" onSubmit={(event) => void create(event)}>
        <p className="text-sm text-muted">{t("operators.addText")}</p>
        <FormFault error={command.error} fields={FIELDS} />
        <Whom {...{ name, setName, role, setRole, error: errorOf("name") }} />
        <ReasonField label={t("ui.reason")} hint={t("operators.reasonHint")} error={errorOf("reason")} value={reason} onChange={setReason} />
      </form>
    </Dialog>
  );
}

interface WhomProps {
  name: string;
  setName: (name: string) => void;
  role: OperatorRole;
  setRole: (role: OperatorRole) => void;
  error: string | undefined;
}

/** What the new one is called, and what they may do. */
function Whom({ name, setName, role, setRole, error }: WhomProps) {
  const t = useT();
  const roleWord = useRoleWord();
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
      <Select
        label={t("operators.role")}
        options={operatorRoles.map((value) => ({ value, label: roleWord(value) }))}
        value={role}
        onChange={(event) => setRole(operatorRoles.find((one) => one === event.target.value) ?? "support")}
      />
    </>
  );
}
