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

/** The countries whose mobile numbers the server takes, named in the reader's language; empty until they are known. */
export function useDialingCountries(): readonly DialingCountry[] {
  const { t, language } = useSpeech();
  const { data } = useApiQuery(phones.countries, {});
  const names = new Intl.DisplayNames([language === "TY" ? "fil" : "en"], { type: "region" });
  return (data?.list ?? []).map(({ country, countryDialingCode, lengths, example }) => {
    const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
    const hint = t("phones.digits", { shortest, longest, exact: String(shortest === longest) });
    return { countryDialingCode, example, hint, label: `${names.of(country) ?? country} ${countryDialingCode}` };
  });
}
