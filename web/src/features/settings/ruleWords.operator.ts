import type { RuledField } from "@laro/contract/core/registerFields";
import type { RegistrationType } from "@laro/contract/core/registrationTypes";
import type { RegisterRule } from "@laro/contract/site";
import { useT } from "../../api/language.ts";

/** A register rule in the words of staff. */
export function useRuleWords() {
  const t = useT();
  const typeOf = (type: RegistrationType): string => t(type === "mobile" ? "settings.ruleTypeMobile" : "settings.ruleTypeUsername");
  return {
    nameOf: (field: RuledField): string => (field === "paymentPassword" ? t("accounts.registerPaymentPassword") : t(`accounts.${field}`)),
    typeOf,
    askedOf: ({ enabled, required }: Pick<RegisterRule, "enabled" | "required">): string =>
      t(!enabled ? "settings.ruleOff" : required ? "settings.ruleRequired" : "settings.ruleOptional"),
    whereOf: (types: readonly RegistrationType[]): string => (types.length === 0 ? "–" : types.map(typeOf).join(", ")),
    summaryOf: ({ enabled, required, patternId, minLength, maxLength }: Omit<RegisterRule, "field" | "acceptedPattern">): string =>
      t("settings.ruleSummary", { isAsked: enabled, isRequired: required, id: patternId, minimum: minLength, maximum: maxLength }),
  };
}
