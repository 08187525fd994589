import { boundsOf, findRuleFault, type FieldRule, type RuledField } from "@laro/contract/core/registerFields";
import { registrationTypes } from "@laro/contract/core/registrationTypes";
import { findBrokenRule } from "@laro/contract/core/rules";
import type { RegisterRule } from "@laro/contract/site";
import { sayRefusal } from "@laro/locales/refusals";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useRuleWords } from "./ruleWords.operator.ts";
import { useSetRegisterRule } from "./settings.api.ts";

const FIELDS = ["enabled", "required", "patternId", "minLength", "maxLength", "types"] as const satisfies readonly (keyof FieldRule)[];
const DIGITS_MAX = 3;

/** Changes one field's rule: within its bounds, with a text to try it on, and with a reason. */
export function RuleDialogOperator({ rule, onDone }: { rule: RegisterRule; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const { nameOf, summaryOf } = useRuleWords();
  const set = useSetRegisterRule();
  const [wanted, setWanted] = useState<FieldRule>(rule);
  const field = rule.field as RuledField;
  const name = nameOf(field);
  const fault = findRuleFault(field, wanted);
  const change = { ...wanted, types: [...wanted.types] };
  const done = {
    onSuccess: () => {
      showToast(t("settings.changed", { name, state: summaryOf(change) }), "success");
      onDone();
    },
  };
  const confirm = (reason: string) => {
    const { enabled, required, patternId, minLength, maxLength, types } = change;
    set.mutate({ field, enabled, required, patternId, minLength, maxLength, types, reason }, done);
  };
  return (
    <ChangeDialog
      title={t("settings.ruleChange", { name })}
      changes={[{ label: name, before: summaryOf(rule), after: fault === undefined ? summaryOf(change) : "–" }]}
      isBlocked={fault !== undefined || FIELDS.every((key) => String(wanted[key]) === String(rule[key]))}
      {...asking(set, { verb: t("settings.confirm"), hint: t("settings.reasonHint"), fields: FIELDS })}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <RuleInputs field={field} rule={wanted} fault={fault} onChange={setWanted} />
      <Preview rule={wanted} />
    </ChangeDialog>
  );
}

interface RuleInputsProps {
  field: RuledField;
  rule: FieldRule;
  fault: keyof FieldRule | undefined;
  onChange: (rule: FieldRule) => void;
}

function RuleInputs({ field, rule, fault, onChange }: RuleInputsProps) {
  const t = useT();
  const { typeOf } = useRuleWords();
  const errorOf = (key: keyof FieldRule) => (fault === key ? t("errors.settings.rule_out_of_bounds") : undefined);
  const figure = (key: "minLength" | "maxLength", label: string) => (
    <TextField
      label={label}
      name={key}
      inputMode="numeric"
      autoComplete="off"
      error={errorOf(key)}
      value={String(rule[key])}
      onChange={(event) => onChange({ ...rule, [key]: Number(event.target.value.replace(/\D/g, "").slice(0, DIGITS_MAX)) })}
    />
  );
  const turn = (type: (typeof registrationTypes)[number], isOn: boolean) =>
    onChange({ ...rule, types: registrationTypes.filter((one) => (one === type ? isOn : rule.types.includes(one))) });
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Checkbox
          label={t("settings.ruleAsked")}
          name="enabled"
          checked={rule.enabled}
          error={errorOf("enabled")}
          onChange={(event) => onChange({ ...rule, enabled: event.target.checked })}
        />
        <Checkbox
          label={t("settings.ruleRequired")}
          name="required"
          checked={rule.required}
          error={errorOf("required")}
          onChange={(event) => onChange({ ...rule, required: event.target.checked })}
        />
        {registrationTypes.map((type) => (
          <Checkbox
            key={type}
            label={typeOf(type)}
            name={type}
            checked={rule.types.includes(type)}
            error={errorOf("types")}
            onChange={(event) => turn(type, event.target.checked)}
          />
        ))}
      </div>
      <Select
        label={t("settings.rulePattern")}
        name="patternId"
        error={errorOf("patternId")}
        hint={t(`patterns.${rule.patternId}` as "patterns.1", { minimum: rule.minLength, maximum: rule.maxLength, exact: rule.minLength === rule.maxLength })}
        options={boundsOf(field).patterns.map((id) => ({ value: String(id), label: t("settings.rulePatternNumber", { id }) }))}
        value={String(rule.patternId)}
        onChange={(event) => onChange({ ...rule, patternId: Number(event.target.value) })}
      />
      <div className="grid grid-cols-2 gap-3">
        {figure("minLength", t("settings.ruleMinimum"))}
        {figure("maxLength", t("settings.ruleMaximum"))}
      </div>
    </>
  );
}

/** What members would be told of a text, before anyone is. */
function Preview({ rule }: { rule: FieldRule }) {
  const t = useT();
  const [text, setText] = useState("");
  const broken = text === "" ? undefined : findBrokenRule(rule, text);
  const { minLength: minimum, maxLength: maximum } = rule;
  const error = broken === undefined ? undefined : sayRefusal(t, "accounts.rule_broken", { rule: broken, minimum, maximum, exact: minimum === maximum });
  return (
    <TextField
      label={t("settings.rulePreview")}
      name="preview"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      hint={text === "" ? undefined : t("settings.rulePreviewFits")}
      error={error}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
