import { refuse } from "@laro/contract/core/errors";
import { expressionOf, type PatternId } from "@laro/contract/core/patterns";
import { findRuleFault, ruledFields, type FieldRule, type RuledField } from "@laro/contract/core/registerFields";
import { registrationTypes } from "@laro/contract/core/registrationTypes";
import type { RegisterRule } from "@laro/contract/site";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { JurisdictionPack } from "./packs.ts";
import { findSetting, mergeSetting } from "./settings.ts";

const rule = (patternId: PatternId, minLength: number, maxLength: number, change: Partial<FieldRule> = {}): FieldRule => ({
  enabled: false,
  required: false,
  patternId,
  minLength,
  maxLength,
  types: registrationTypes,
  ...change,
});

const shippedPassword = rule(20, 8, 64, { enabled: true, required: true });

/** How fields are checked before any operator touches them; the patterns are those of the specification's generic list. */
const shipped: Readonly<Record<RuledField, FieldRule>> = {
  username: rule(2, 6, 16, { enabled: true, required: true, types: ["username"] }),
  mobileNum: rule(8, 7, 15, { enabled: true, required: true, types: ["mobile"] }),
  password: shippedPassword,
  verificationCode: rule(8, 6, 6, { types: ["username"] }),
  paymentPassword: rule(8, 6, 6, { enabled: true, required: true, types: ["mobile"] }),
  payeeName: rule(22, 3, 80),
  nickname: rule(1, 2, 20),
  birthday: rule(13, 10, 10),
  nationality: rule(1, 2, 60),
  occupation: rule(1, 2, 60),
  address: rule(1, 5, 200),
  email: rule(5, 6, 254),
  idNumber: rule(20, 5, 32),
  qqNum: rule(8, 5, 12),
  line: rule(20, 2, 32),
  whatsapp: rule(8, 7, 15),
  facebook: rule(20, 2, 64),
  wechat: rule(20, 6, 20),
  telegram: rule(20, 2, 32),
  zalo: rule(8, 9, 15),
  recommenderId: rule(6, 4, 16),
  affiliateCode: rule(6, 6, 12, { enabled: true }),
  captcha: rule(1, 1, 16),
};

const wire = (field: RuledField, { types, ...own }: FieldRule): RegisterRule => ({
  ...own,
  field,
  types: [...types],
  acceptedPattern: expressionOf(own.patternId as PatternId),
});

/** The rule of a password before any operator touches it: what staff's own are checked by. */
export const shippedPasswordRule: RegisterRule = wire("password", shippedPassword);

type Changes = Partial<Record<RuledField, FieldRule>>;

/** How the fields of the registration are asked for and checked now: the operators' word, else the brand's. Where identities are declared, the full name is asked for. */
export async function getRegisterRules(db: Db | Tx, { declaration }: Pick<JurisdictionPack, "declaration">): Promise<readonly RegisterRule[]> {
  const changes = (await findSetting<Changes>(db, "registerRules")) ?? {};
  const ofPack: Changes = declaration ? { payeeName: { ...shipped.payeeName, enabled: true, required: true } } : {};
  return ruledFields.map((field) => wire(field, changes[field] ?? ofPack[field] ?? shipped[field]));
}

/** The password's rule as operators left it. */
export async function getPasswordRule(db: Db | Tx): Promise<RegisterRule> {
  const changes = (await findSetting<Changes>(db, "registerRules")) ?? {};
  return wire("password", changes.password ?? shippedPassword);
}

const isRuledField = (field: string): field is RuledField => (ruledFields as readonly string[]).includes(field);

/**
 * Sets one field's rule for every look from the commit on. Refuses a field that no rule is about with `settings.unknown_field`, and what the platform
 * could not take with `settings.rule_out_of_bounds`, which names the input at fault.
 */
export async function setRegisterRule(tx: Tx, { field, rule: wanted, now }: { field: string; rule: FieldRule; now: Date }): Promise<void> {
  if (!isRuledField(field)) refuse("settings.unknown_field", { field: "field" });
  const kept: FieldRule = { ...wanted, types: registrationTypes.filter((type) => wanted.types.includes(type)) };
  const fault = findRuleFault(field, kept);
  if (fault !== undefined) refuse("settings.rule_out_of_bounds", { field: fault });
  await mergeSetting(tx, { key: "registerRules", value: { [field]: kept }, now });
  staleOnCommit(tx, ["accounts.validationRules", "accounts.registerSettings"], ["everyone"]);
}
