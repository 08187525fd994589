import { accounts } from "@laro/contract/accounts";
import { useApiQuery } from "../../api/query.ts";

/** What the register popup asks for: both answers are kept for the tab, so that a second opening calls nothing. */
export function useRegistration() {
  const settings = useApiQuery(accounts.registerSettings, {}, { isKept: true });
  const rules = useApiQuery(accounts.validationRules, {}, { isKept: true });
  const known = settings.data !== undefined && rules.data !== undefined ? { settings: settings.data, rules: rules.data.rules } : undefined;
  return { known, error: settings.error ?? rules.error, refetch: () => void Promise.all([settings.refetch(), rules.refetch()]) };
}
