import type { LotteryEntry } from "./lottery.ts";

/** Longer texts are no pick of any bet. */
const TEXT_MAX = 64;
const SEPARATORS = /[\s,;.\-+]+/;

/** Reads what somebody typed by a bet's board: the normal form of its pick, or undefined. */
export function readPick(entry: LotteryEntry, text: string): string | undefined {
  const typed = text.slice(0, TEXT_MAX + 1).trim();
  if (typed === "" || typed.length > TEXT_MAX) return undefined;
  if (entry.kind === "options") return entry.options.includes(typed) ? typed : undefined;
  const count = entry.kind === "digits" ? entry.places : entry.count;
  const parts = partsOf(typed, count, String(entry.to).length);
  if (parts === undefined) return undefined;
  const numbers = parts.map(Number);
  if (numbers.some((one) => one < entry.from || one > entry.to)) return undefined;
  const isDistinct = entry.kind === "choose" || entry.distinct === true;
  if (isDistinct && new Set(numbers).size < count) return undefined;
  return (entry.kind === "choose" ? numbers.sort((one, other) => one - other) : numbers).join("-");
}

/** The numbers of a text, parted by signs or, without them, each as wide as the largest. */
function partsOf(typed: string, count: number, width: number): readonly string[] | undefined {
  const parted = typed.split(SEPARATORS);
  const parts = parted.length === 1 && typed.length === count * width ? (typed.match(new RegExp(`.{${width}}`, "g")) ?? []) : parted;
  return parts.length === count && parts.every((part) => part.length <= width && /^[0-9]+$/.test(part)) ? parts : undefined;
}

export const numbersOf = (pick: string): readonly number[] => pick.split("-").map(Number);

/** All orders of some numbers, each once. */
export function ordersOf(numbers: readonly number[]): readonly (readonly number[])[] {
  if (numbers.length <= 1) return [numbers];
  return [...new Set(numbers)].flatMap((first) => {
    const at = numbers.indexOf(first);
    return ordersOf([...numbers.slice(0, at), ...numbers.slice(at + 1)]).map((rest) => [first, ...rest]);
  });
}

/** How many orders some numbers have. */
export const countOrders = (numbers: readonly number[]): number => {
  const repeated = [...new Set(numbers)].map((one) => numbers.filter((other) => other === one).length);
  return factorial(numbers.length) / repeated.reduce((product, times) => product * factorial(times), 1);
};
const factorial = (count: number): number => (count <= 1 ? 1 : count * factorial(count - 1));

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
/** The whole numbers from one to another, both included. */
export const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
/** Whether some numbers are the same whatever their order. */
export const isSameSet = (one: readonly number[], other: readonly number[]): boolean => sorted(one) === sorted(other);
export const sorted = (numbers: readonly number[]): string => [...numbers].sort((a, b) => a - b).join("-");
