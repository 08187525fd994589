import { nationalities } from "@laro/contract/core/nationalities";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { idTypes, natureOfWorks, type PersonalForm, sourcesOfIncome, type verifications } from "@laro/contract/verifications";
import type { Translator } from "@laro/locales/t";
import { type FormEvent, type ReactNode, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { nowMs } from "../../api/clock.ts";
import { type Key, useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { dayIn } from "../../ui/days.ts";
import { TextField } from "../../ui/Field.tsx";
import { Select, type SelectOption } from "../../ui/Select.tsx";
import { useSetPersonalInfo } from "./verifications.api.ts";

type Field = keyof PersonalForm;
type Typed = Readonly<Record<Field, string>>;

const fields = [
  "idType",
  "payeename",
  "birthday",
  "address",
  "permanentAddress",
  "placeOfBirth",
  "nationality",
  "sourceOfIncome",
  "occupation",
  "employerName",
] as const satisfies readonly Field[];

const blank = Object.fromEntries(fields.map((field) => [field, field === "nationality" ? "Philippines" : ""])) as Typed;

const typedOf = (form: PersonalForm | null): Typed =>
  form === null ? blank : (Object.fromEntries(fields.map((field) => [field, String(form[field])])) as Typed);

interface PersonalFormPartProps {
  /** What was filled in before. */
  form: PersonalForm | null;
  later: ReactNode;
  onSaved: (saved: OutputOf<(typeof verifications)["setPersonalInfo"]>) => void;
}

/** The ten fields; a refusal stands at the field it is about, and the step stays. */
export function PersonalFormPart({ form, later, onSaved }: PersonalFormPartProps) {
  const t = useT();
  const faultOf = useFault();
  const { timeZone } = usePermission().jurisdiction;
  const save = useSetPersonalInfo();
  const [typed, setTyped] = useState(typedOf(form));
  const [isSame, setSame] = useState(form !== null && form.address === form.permanentAddress);
  const fault = save.error === null ? undefined : faultOf(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { idType, sourceOfIncome, occupation, ...rest } = typed;
    const numbers = { idType: Number(idType), sourceOfIncome: Number(sourceOfIncome), occupation: Number(occupation) };
    const permanentAddress = isSame ? rest.address : rest.permanentAddress;
    save.mutate({ ...rest, ...numbers, permanentAddress }, { onSuccess: onSaved });
  };
  const wired: Wiring = (field) => ({
    name: field,
    value: typed[field],
    error: fault?.field === field ? fault.text : undefined,
    onChange: (event: { target: { value: string } }) => {
      setTyped({ ...typed, [field]: event.target.value });
      if (fault?.field === field) save.reset();
    },
  });
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Select label={t("verifications.idType")} {...wired("idType")} options={chooseFirst(t, labelled(t, "verifications.idTypes", idTypes))} required />
      <TextField
        label={t("verifications.payeename")}
        hint={t("verifications.payeenameHint")}
        {...wired("payeename")}
        autoComplete="name"
        maxLength={80}
        required
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          type="date"
          label={t("verifications.birthday")}
          {...wired("birthday")}
          min="1900-01-01"
          max={dayIn(timeZone, nowMs())}
          autoComplete="bday"
          required
        />
        <TextField label={t("verifications.placeOfBirth")} {...wired("placeOfBirth")} minLength={2} maxLength={100} required />
      </div>
      <TextField label={t("verifications.address")} {...wired("address")} autoComplete="street-address" minLength={5} maxLength={200} required />
      <Checkbox label={t("verifications.sameAddress")} checked={isSame} onChange={(event) => setSame(event.target.checked)} />
      {!isSame && <TextField label={t("verifications.permanentAddress")} {...wired("permanentAddress")} minLength={5} maxLength={200} required />}
      <Livelihood wired={wired} />
      <FormFault error={save.error} fields={fields} />
      <div className="flex flex-wrap justify-end gap-3">
        {later}
        <Button type="submit" busy={save.isPending}>
          {t("verifications.next")}
        </Button>
      </div>
    </form>
  );
}

type Wiring = (field: Field) => { name: string; value: string; error: string | undefined; onChange: (event: { target: { value: string } }) => void };

/** Where somebody is from and what they live on. */
function Livelihood({ wired }: { wired: Wiring }) {
  const t = useT();
  return (
    <>
      <Select
        label={t("verifications.nationality")}
        {...wired("nationality")}
        options={nationalities.map(({ code, name }) => ({ value: name, label: countryIn(t.locale, code, name) }))}
        required
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label={t("verifications.sourceOfIncome")}
          {...wired("sourceOfIncome")}
          options={chooseFirst(t, labelled(t, "verifications.income", sourcesOfIncome))}
          required
        />
        <Select
          label={t("verifications.natureOfWorks")}
          {...wired("occupation")}
          options={chooseFirst(t, labelled(t, "verifications.works", natureOfWorks))}
          required
        />
      </div>
      <TextField
        label={t("verifications.employerName")}
        hint={t("verifications.employerNameHint")}
        {...wired("employerName")}
        autoComplete="organization"
        maxLength={100}
      />
    </>
  );
}

/** The options of one of the specification's lists in the reader's words, which stand under one beginning; the key is what is sent. */
const labelled = (t: Translator, words: string, options: Readonly<Record<string, string>>): readonly SelectOption[] =>
  Object.keys(options).map((value) => ({ value, label: t(`${words}.${value}` as Key) }));

const chooseFirst = (t: Translator, entries: readonly SelectOption[]): readonly SelectOption[] => [
  { value: "", label: t("verifications.choose"), disabled: true },
  ...entries,
];

/** A country in the reader's language; the English name where the browser knows none. */
function countryIn(locale: string, code: string, name: string): string {
  if (locale === "en") return name;
  return new Intl.DisplayNames([locale], { type: "region", fallback: "none" }).of(code) ?? name;
}
