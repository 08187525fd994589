import type { NumberResult, Prize } from "@laro/engines/lottery/lottery";

/** What fell, as a page reads it: numbers in a row, or numbers prize by prize. */
export interface Fallen {
  readonly digits?: readonly number[];
  readonly numbers?: readonly string[];
}

/** A result from outside; what is no list of its kind is left out. */
export function readResult(result: Readonly<Record<string, unknown>> | null): Fallen | undefined {
  const { digits, numbers } = result ?? {};
  if (Array.isArray(digits) && digits.every((one) => typeof one === "number")) return { digits: digits as readonly number[] };
  if (Array.isArray(numbers) && numbers.every((one) => typeof one === "string")) return { numbers: numbers as readonly string[] };
  return undefined;
}

/** The numbers of a result by their prizes. */
export function byPrize({ numbers }: NumberResult, prizes: readonly Prize[]): readonly { readonly code: string; readonly numbers: readonly string[] }[] {
  let at = 0;
  return prizes.map(({ code, count }) => {
    const mine = numbers.slice(at, at + count);
    at += count;
    return { code, numbers: mine };
  });
}

/** The one row of a result that stands for it where there is little room: all of it, or the digits of its first number. */
export const headOf = ({ digits, numbers }: Fallen): readonly number[] => digits ?? [...(numbers?.[0] ?? "")].map(Number);

/** From where to where the numbers of a game's row go. */
export const rangeOf = (gameCode: string): { readonly from: number; readonly to: number } =>
  ({ PH_2D: { from: 1, to: 31 }, PK10: { from: 1, to: 10 }, PK10_5: { from: 1, to: 10 }, K3: { from: 1, to: 6 }, C11X5: { from: 1, to: 11 } })[gameCode] ?? {
    from: 0,
    to: 9,
  };

/** Games whose numbers are added up, and from which sum on it is big. */
export const sumBigFrom: Readonly<Record<string, number>> = { K3: 11, SSC: 23, SSC_5: 23, LUCKY28: 14, C11X5: 31 };
