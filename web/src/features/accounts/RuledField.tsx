import type { ComponentProps } from "react";
import { useT } from "../../api/language.ts";
import { TextField } from "../../ui/Field.tsx";
import { OtpField } from "../../ui/OtpField.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { strengthOf } from "./passwordStrength.ts";
import { type FormRule, hintOf, type RegisterField } from "./registerRules.ts";

const inputs: Readonly<Partial<Record<RegisterField, ComponentProps<"input">>>> = {
  username: { autoComplete: "username", autoCapitalize: "none", spellCheck: false },
  payeeName: { autoComplete: "name" },
  nickname: { autoComplete: "nickname" },
  birthday: { type: "date", autoComplete: "bday" },
  nationality: { autoComplete: "country-name" },
  occupation: { autoComplete: "organization-title" },
  address: { autoComplete: "street-address" },
  email: { type: "email", autoComplete: "email" },
  mobileNum: { type: "tel", autoComplete: "tel-national" },
  idNumber: { autoComplete: "off" },
};

interface RuledFieldProps {
  rule: FormRule;
  value: string;
  error: string | undefined;
  /** Takes the focus when the dialog opens. */
  isFirst: boolean;
  onChange: (value: string) => void;
}

/** One field of the registration, as its rule asks for it. */
export function RuledField({ rule, value, error, isFirst, onChange }: RuledFieldProps) {
  const t = useT();
  const { field, required } = rule;
  const label = field === "paymentPassword" ? t("accounts.registerPaymentPassword") : t(`accounts.${field}`);
  if (field === "paymentPassword" || field === "confirmPaymentPassword")
    return <OtpField masked label={label} name={field} hint={hintOf(rule, t)} error={error} value={value} onChange={onChange} />;
  const shared = {
    label,
    name: field,
    required,
    hint: hintOf(rule, t),
    error,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (field !== "password" && field !== "confirmPassword") return <TextField {...inputs[field]} {...shared} data-autofocus={isFirst || undefined} />;
  const level = strengthOf(value);
  // A password that is refused is not praised.
  const strength = field === "password" && value !== "" && error === undefined ? { level, text: t("accounts.strength", { level }) } : undefined;
  return <PasswordField {...shared} labels={{ show: t("ui.show"), hide: t("ui.hide") }} autoComplete="new-password" strength={strength} />;
}
