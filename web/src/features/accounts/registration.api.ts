import { accounts } from "@laro/contract/accounts";
import { phones, type PhoneCountry } from "@laro/contract/phones";
import { useApiQuery } from "../../api/query.ts";

/** What the register popup asks for: both answers are kept for the tab, so that a second opening calls nothing. */
export function useRegistration() {
  const settings = useApiQuery(accounts.registerSettings, {}, { isKept: true });
  const rules = useApiQuery(accounts.validationRules, {}, { isKept: true });
  const known = settings.data !== undefined && rules.data !== undefined ? { settings: settings.data, rules: rules.data.rules } : undefined;
  return { known, error: settings.error ?? rules.error, refetch: () => void Promise.all([settings.refetch(), rules.refetch()]) };
}

const NONE: readonly PhoneCountry[] = [];

/** The countries whose numbers are taken; asked for only where a number is. */
export const usePhoneCountries = (isAsked: boolean): readonly PhoneCountry[] =>
  useApiQuery(phones.countries, {}, { isKept: true, enabled: isAsked }).data?.list ?? NONE;
