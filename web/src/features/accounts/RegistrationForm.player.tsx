import type { RegisterSettings } from "@laro/contract/core/registerSettings";
import { formatAmount } from "@laro/contract/core/money";
import { type ComponentType, type ReactNode, type SubmitEvent, useEffect } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { useDialingCountries } from "../../api/phones.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { groupThousands, useCurrencySymbol } from "../../ui/Money.tsx";
import { PhoneField } from "../../ui/PhoneField.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { CodeDialog } from "./CodeDialog.player.tsx";
import { RuledField } from "./RuledField.tsx";
import { type Given, useRegistrationForm } from "./useRegistrationForm.ts";

/** A part of the form that another feature draws. */
type Part<Value> = ComponentType<{ value: Value; error: string | undefined; onChange: (value: Value) => void }>;

/** What the form is given from outside its own feature. */
export interface RegistrationParts {
  /** The sentence of age and terms that must be agreed to. */
  agreement: ReactNode;
  /** The regulator's notice. */
  notice: ReactNode;
  captcha: Part<{ key: string; answer: string }>;
  venue: Part<string>;
}

interface RegistrationFormProps extends Given, RegistrationParts {
  onBusy: (isBusy: boolean) => void;
}

const BESIDE = ["agreed", "declared", "venue", "captcha", "verificationCode"];

/** Which fields there are, and how each is checked, is the server's word. */
export function RegistrationForm({ agreement, notice, captcha: Captcha, venue: Venue, onBusy, ...given }: RegistrationFormProps) {
  const t = useT();
  const { settings } = given;
  const form = useRegistrationForm(given);
  const { type, shown, beside, setBeside, errorBeside, error, isBusy, waitUntil } = form;
  useEffect(() => onBusy(isBusy), [onBusy, isBusy]);
  const words = { username: t("accounts.username"), mobile: t("accounts.mobileNum") };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <>
      <form id="register" noValidate onSubmit={submit} className="grid gap-4">
        {settings.bonus !== null && <Newcomer {...settings.bonus} />}
        {settings.types.length > 1 && (
          <Tabs fill label={t("accounts.registerType")} items={settings.types.map((id) => ({ id, label: words[id] }))} value={type} onChange={form.setType} />
        )}
        <Fields form={form} />
        {settings.venue && <Venue value={beside.venue} error={errorBeside("venue")} onChange={(venue) => setBeside({ venue })} />}
        {form.isCaptchaAsked && <Captcha value={beside.captcha} error={errorBeside("captcha")} onChange={(captcha) => setBeside({ captcha })} />}
        {notice}
        {settings.declaration && (
          <Checkbox
            label={t("accounts.declare")}
            name="declared"
            checked={beside.declared}
            error={errorBeside("declared")}
            onChange={(event) => setBeside({ declared: event.target.checked })}
          />
        )}
        <Checkbox
          label={agreement}
          name="agreed"
          checked={beside.agreed}
          error={errorBeside("agreed")}
          onChange={(event) => setBeside({ agreed: event.target.checked })}
        />
        {waitUntil === undefined && <FormFault error={error} fields={[...shown.map(({ field }) => field), ...BESIDE]} />}
      </form>
      {waitUntil !== undefined && (
        <CodeDialog
          number={form.number}
          waitUntil={waitUntil}
          isSending={form.isSending}
          isRegistering={isBusy && !form.isSending}
          error={error}
          onCode={form.send}
          onAgain={form.sendCode}
          onOther={form.leaveCode}
        />
      )}
    </>
  );
}

/** What a campaign gives newcomers, in the campaign's own figures (CONST-37). */
function Newcomer({ amount, wagering }: NonNullable<RegisterSettings["bonus"]>) {
  const t = useT();
  const money = `${useCurrencySymbol()}${groupThousands(formatAmount(amount))}`;
  const { verifiedOnly } = usePermission().jurisdiction;
  return (
    <p className="rounded-md border border-line bg-primary/12 px-4 py-3 text-sm font-semibold">
      {wagering === null ? t("accounts.newcomer.cash", { amount: money }) : t("accounts.newcomer.bonus", { amount: money, wagering })}
      {verifiedOnly && ` ${t("accounts.newcomer.verified")}`}
    </p>
  );
}

function Fields({ form }: { form: ReturnType<typeof useRegistrationForm> }) {
  const t = useT();
  const { shown, typed, beside, setBeside, change, errorOf } = form;
  const countries = useDialingCountries(shown.some(({ field }) => field === "mobileNum"));
  return shown.map((rule, index) => {
    const { field } = rule;
    const shared = { value: typed[field] ?? "", error: errorOf(rule), isFirst: index === 0, onChange: (value: string) => change(field, value) };
    return field === "mobileNum" ? (
      <PhoneField
        key={field}
        labels={{ country: t("phones.country"), number: t("accounts.mobileNum") }}
        countries={countries}
        value={{ countryDialingCode: beside.dialing, mobileNum: shared.value }}
        error={shared.error}
        required={rule.required}
        isFirst={shared.isFirst}
        onChange={({ countryDialingCode: dialing, mobileNum }) => {
          setBeside({ dialing });
          shared.onChange(mobileNum);
        }}
      />
    ) : (
      <RuledField key={field} rule={rule} {...shared} />
    );
  });
}
