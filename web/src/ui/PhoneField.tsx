import { TextField } from "./Field.tsx";
import { Select } from "./Select.tsx";

export interface PhoneNumber {
  countryDialingCode: string;
  mobileNum: string;
}

export interface PhoneFieldProps {
  labels: { country: string; number: string };
  /** The first is chosen until another is; where it is the only one, nothing is asked. */
  countries: readonly { readonly countryDialingCode: string; readonly label: string; readonly example: string; readonly hint: string }[];
  value: PhoneNumber;
  error: string | undefined;
  required?: boolean;
  isFirst?: boolean;
  onChange: (value: PhoneNumber) => void;
}

/** A mobile number with its country. */
export function PhoneField({ labels, countries, value, error, required = true, isFirst = false, onChange }: PhoneFieldProps) {
  const dialing = value.countryDialingCode || (countries[0]?.countryDialingCode ?? "");
  const country = countries.find(({ countryDialingCode }) => countryDialingCode === dialing);
  return (
    <div className={countries.length > 1 ? "grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-3" : "grid"}>
      {countries.length > 1 && (
        <Select
          label={labels.country}
          name="countryDialingCode"
          options={countries.map(({ countryDialingCode, label }) => ({ value: countryDialingCode, label }))}
          value={dialing}
          onChange={(event) => onChange({ ...value, countryDialingCode: event.target.value })}
        />
      )}
      <TextField
        label={labels.number}
        name="mobileNum"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={40}
        required={required}
        data-autofocus={isFirst || undefined}
        placeholder={country?.example}
        hint={country?.hint}
        error={error}
        value={value.mobileNum}
        onChange={(event) => onChange({ countryDialingCode: dialing, mobileNum: event.target.value })}
      />
    </div>
  );
}
