import { groupThousands } from "../../../ui/Money.tsx";

/** Hundredths as two decimals: 198 is "1.98". */
export const hundredths = (value: number): string => groupThousands((value / 100).toFixed(2));

/** A multiplier as it is written: "1.98×". */
export const times = (value: number): string => `${hundredths(value)}×`;

/** What a stake pays at a multiplier in hundredths. */
export const paysAt = (stake: bigint, multiplier: number): bigint => (stake * BigInt(multiplier)) / 100n;

const PERCENT = 10_000n;

/** A fraction as a percentage with two decimals, rounded down. */
export const percentOf = ({ numerator, denominator }: { readonly numerator: bigint; readonly denominator: bigint }): string =>
  `${hundredths(Number((numerator * PERCENT) / denominator))}%`;
