import { phones } from "@laro/contract/phones";
import { useSpeech } from "./language.ts";
import { useApiQuery } from "./query.ts";

/** A country's mobile numbers as a form shows them. */
export interface DialingCountry {
  readonly countryDialingCode: string;
  readonly label: string;
  readonly example: string;
  /** How many digits are wanted, in words. */
  readonly hint: string;
}

/** The countries whose mobile numbers the server takes, named in the reader's language; empty until they are known, and asked for only where a number is. */
export function useDialingCountries(isAsked = true): readonly DialingCountry[] {
  const { t } = useSpeech();
  const { data } = useApiQuery(phones.countries, {}, { isKept: true, enabled: isAsked });
  const names = new Intl.DisplayNames([t.locale], { type: "region" });
  return (data?.list ?? []).map(({ country, countryDialingCode, lengths, example }) => {
    const digits = lengths.length > 1 ? `${Math.min(...lengths)}–${Math.max(...lengths)}` : (lengths[0] ?? "");
    const hint = t("phones.digits", { 0: digits, code: countryDialingCode });
    return { countryDialingCode, example, hint, label: `${names.of(country) ?? country} ${countryDialingCode}` };
  });
}
