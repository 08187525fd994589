import type { CompiledIcuChoices, CompiledMessage } from "@lingui/message-utils/compileMessage";

/** Compiled messages by their keys. */
export type Messages = Readonly<Record<string, CompiledMessage>>;
type Part = CompiledMessage[number];
type Values = Readonly<Record<string, unknown>>;

/** From here on a number is written in groups. */
const GROUPED_FROM = 1_000;

/**
 * How a language writes numbers and which form it counts with. A browser takes 20 ms for its first `Intl.NumberFormat`, 80 on a telephone, before which a page stands
 * still; what it writes of whole numbers below a thousand is their digits (all our languages write 0 to 9), so most pages never need one.
 */
export class Numerals {
  readonly #locale: string;
  readonly #forms: Intl.PluralRules;
  #format: Intl.NumberFormat | undefined;

  constructor(locale: string) {
    this.#locale = locale;
    this.#forms = new Intl.PluralRules(locale);
  }

  write(number: number): string {
    if (Number.isInteger(number) && Math.abs(number) < GROUPED_FROM) return String(number);
    this.#format ??= new Intl.NumberFormat(this.#locale);
    return this.#format.format(number);
  }

  formOf(number: number): Intl.LDMLPluralRule {
    return this.#forms.select(number);
  }
}

/** The first of these branches that there is; what came from outside names nothing else. */
const branchOf = (branches: CompiledIcuChoices, ...names: readonly string[]): CompiledMessage | undefined =>
  branches[names.find((name) => name !== "offset" && Object.hasOwn(branches, name)) ?? "other"];

/** A compiled message with its values; a value that is not there leaves nothing in its place. */
export function say(message: CompiledMessage | undefined, values: Values, numerals: Numerals, counted = ""): string {
  if (message === undefined) return "";
  const sayPart = (part: Part): string => {
    if (typeof part === "string") return part === "#" && counted !== "" ? counted : part;
    const [name, kind, format] = part;
    const value = values[name];
    if (kind === undefined) return String(value ?? "");
    if (kind === "number") return numerals.write(Number(value));
    const branches = format as CompiledIcuChoices;
    if (kind === "select") return say(branchOf(branches, String(value), "other"), values, numerals, counted);
    if (kind !== "plural") throw new Error(`No message of ours has a ${kind}.`);
    const count = Number(value) - (branches.offset ?? 0);
    return say(branchOf(branches, String(value), numerals.formOf(count), "other"), values, numerals, numerals.write(count));
  };
  return message.map(sayPart).join("");
}
