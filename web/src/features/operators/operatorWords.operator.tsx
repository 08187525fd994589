import { operatorRoles, type Operator } from "@laro/contract/operators";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";

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
