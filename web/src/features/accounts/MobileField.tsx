import type { PhoneCountry } from "@laro/contract/phones";
import { useSpeech } from "../../api/language.ts";
import { TextField } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";

interface MobileFieldProps {
  countries: readonly PhoneCountry[];
  /** The dialling code that is chosen. */
  dialing: string;
  onDialing: (dialing: string) => void;
  label: string;
  required: boolean;
  isFirst: boolean;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A mobile number and its country; of one country alone only the dialling code is said. */
export function MobileField({ countries, dialing, onDialing, label, required, isFirst, value, error, onChange }: MobileFieldProps) {
  const { t } = useSpeech();
  const names = new Intl.DisplayNames([t.locale], { type: "region" });
  const chosen = countries.find(({ countryDialingCode }) => countryDialingCode === dialing);
  const lengths = chosen?.lengths ?? [];
  const digits = lengths.length > 1 ? `${Math.min(...lengths)}–${Math.max(...lengths)}` : lengths[0];
  return (
    <div className="grid gap-4">
      {countries.length > 1 && (
        <Select
          label={t("accounts.countryDialingCode")}
          name="countryDialingCode"
          options={countries.map(({ country, countryDialingCode: code }) => ({ value: code, label: `${names.of(country) ?? country} (${code})` }))}
          value={dialing}
          onChange={(event) => onDialing(event.target.value)}
        />
      )}
      <TextField
        label={label}
        name="mobileNum"
        type="tel"
        autoComplete="tel-national"
        required={required}
        data-autofocus={isFirst || undefined}
        hint={chosen === undefined ? undefined : t("accounts.phoneDigits", { 0: digits ?? "", code: dialing })}
        error={error}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
