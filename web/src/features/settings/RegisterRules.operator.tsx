import type { RuledField } from "@laro/contract/core/registerFields";
import type { RegisterRule } from "@laro/contract/site";
import { useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { RuleDialogOperator } from "./RuleDialog.operator.tsx";
import { useRuleWords } from "./ruleWords.operator.ts";
import { useSiteSettings } from "./settings.api.ts";

export interface RegisterRulesProps {
  canChange: boolean;
}

/** Which fields the registration asks for and how each is checked; a row opens the field's rule. */
export function RegisterRulesOperator({ canChange }: RegisterRulesProps) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useSiteSettings();
  const rules = asked.data?.registerRules ?? [];
  const [openField, setOpenField] = useState<string>();
  const opened = rules.find(({ field }) => field === openField);
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("settings.registerRules")}</h1>
        <p className="text-muted">{t(canChange ? "settings.registerRulesText" : "settings.readOnly")}</p>
      </header>
      <DataTable
        caption={t("settings.registerRules")}
        columns={useColumns()}
        rows={rules}
        rowKey={({ field }) => field}
        face={faceOf(asked, rules.length)}
        empty={<EmptyState text={t("settings.ruleOff")} />}
        refused={<RefusedState {...refusal(asked)} />}
        onOpen={canChange ? ({ field }) => setOpenField(field) : undefined}
      />
      {opened && <RuleDialogOperator rule={opened} onDone={() => setOpenField(undefined)} />}
    </div>
  );
}

function useColumns(): readonly Column<RegisterRule>[] {
  const t = useT();
  const { nameOf, askedOf, whereOf } = useRuleWords();
  return [
    {
      key: "field",
      label: t("settings.ruleField"),
      primary: true,
      render: ({ field }) => (
        <span className="grid">
          <span className="font-semibold">{nameOf(field as RuledField)}</span>
          <code className="text-xs text-muted">{field}</code>
        </span>
      ),
    },
    { key: "asked", label: t("settings.ruleAsked"), render: (rule) => <span className={rule.enabled ? "" : "text-muted"}>{askedOf(rule)}</span> },
    { key: "where", label: t("settings.ruleWhere"), render: ({ types }) => whereOf(types) },
    { key: "pattern", label: t("settings.rulePattern"), align: "end", render: ({ patternId }) => <span className="figures">{patternId}</span> },
    {
      key: "length",
      label: t("settings.ruleLengths"),
      align: "end",
      render: ({ minLength, maxLength }) => <span className="figures">{minLength === maxLength ? minLength : `${minLength}–${maxLength}`}</span>,
    },
  ];
}
