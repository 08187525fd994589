import { areRolesApart, operatorRoles, type Operator, type OperatorRole } from "@laro/contract/operators";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";

/** A role in words; one that this console does not know by its name. */
export function useRoleWord(): (role: string) => string {
  const t = useT();
  return (role) => {
    const known = operatorRoles.find((one) => one === role);
    return known === undefined ? role : t(`operators.role.${known}`);
  };
}

/** Whether the account is open, closed, or still has the password it was given. */
export function StateBadge({ operator: { closed, mustChangePassword } }: { operator: Operator }) {
  const t = useT();
  if (closed) return <Badge tone="accent">{t("operators.closed")}</Badge>;
  return mustChangePassword ? <Badge tone="primary">{t("operators.firstPassword")}</Badge> : <Badge tone="win">{t("operators.open")}</Badge>;
}

/** What someone may do: the union of the roles that are ticked. */
export function RolesField({ value, onChange }: { value: readonly OperatorRole[]; onChange: (roles: readonly OperatorRole[]) => void }) {
  const t = useT();
  const roleWord = useRoleWord();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t("operators.roles")}</legend>
      <div className="grid grid-cols-2 gap-2">
        {operatorRoles.map((role) => (
          <Checkbox
            key={role}
            label={roleWord(role)}
            checked={value.includes(role)}
            onChange={(event) => onChange(operatorRoles.filter((one) => (one === role ? event.target.checked : value.includes(one))))}
          />
        ))}
      </div>
      {areRolesApart(value) && (
        <p role="alert" className="text-xs text-accent-text">
          {t("errors.operators.roles_apart")}
        </p>
      )}
    </fieldset>
  );
}
