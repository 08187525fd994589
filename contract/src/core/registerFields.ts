import { patternIds, type PatternId } from "./patterns.ts";
import { registrationTypes, type RegistrationType } from "./registrationTypes.ts";

/** A rule holds at most so many characters, which is also the most a verification code may have (VALID-41). */
export const RULE_LENGTH_MAX = 255;

/** What may be made of a field's rule: no one may ask for a text the platform could not take. */
interface FieldBounds {
  readonly patterns: readonly PatternId[];
  readonly minLength: number;
  readonly maxLength: number;
  /** Where the field is asked for and required, whatever anyone says. */
  readonly always: readonly RegistrationType[];
}

const free: FieldBounds = { patterns: patternIds, minLength: 0, maxLength: RULE_LENGTH_MAX, always: [] };
const sixDigits: FieldBounds = { patterns: [8], minLength: 6, maxLength: 6, always: [] };

/** The fields a register rule can be about, in the order of the form. */
export const fieldBounds = {
  username: { patterns: [2, 6, 7, 9], minLength: 1, maxLength: 64, always: ["username"] },
  mobileNum: { patterns: [8], minLength: 4, maxLength: 15, always: ["mobile"] },
  password: { patterns: [20, 21], minLength: 8, maxLength: 128, always: registrationTypes },
  verificationCode: sixDigits,
  paymentPassword: sixDigits,
  payeeName: free,
  nickname: { ...free, maxLength: 20 },
  birthday: { patterns: [13], minLength: 10, maxLength: 10, always: [] },
  nationality: free,
  occupation: free,
  address: free,
  email: { ...free, patterns: [5] },
  idNumber: free,
  qqNum: free,
  line: free,
  whatsapp: free,
  facebook: free,
  wechat: free,
  telegram: free,
  zalo: free,
  recommenderId: free,
  affiliateCode: { ...free, patterns: [6] },
  captcha: free,
} as const satisfies Record<string, FieldBounds>;

export type RuledField = keyof typeof fieldBounds;
export const ruledFields = Object.keys(fieldBounds) as readonly RuledField[];
export const boundsOf = (field: RuledField): FieldBounds => fieldBounds[field];

/** What operators set of one field. */
export interface FieldRule {
  readonly enabled: boolean;
  readonly required: boolean;
  readonly patternId: number;
  readonly minLength: number;
  readonly maxLength: number;
  /** The ways to register in which the field is asked for. */
  readonly types: readonly RegistrationType[];
}

/** What of a rule is outside its field's bounds, as the name of the input at fault; undefined where the rule can stand. */
export function findRuleFault(field: RuledField, { enabled, required, patternId, minLength, maxLength, types }: FieldRule): keyof FieldRule | undefined {
  const bounds = boundsOf(field);
  if (!bounds.patterns.some((id) => id === patternId)) return "patternId";
  if (minLength < bounds.minLength || minLength > maxLength) return "minLength";
  if (maxLength > bounds.maxLength) return "maxLength";
  if (bounds.always.length === 0) return undefined;
  if (!enabled) return "enabled";
  if (!bounds.always.every((type) => types.includes(type))) return "types";
  return required ? undefined : "required";
}

/** Whether a field is asked for in one way to register. */
export const isAsked = ({ enabled, types }: Pick<FieldRule, "enabled" | "types">, type: RegistrationType): boolean => enabled && types.includes(type);
