import { z } from "zod";

/** Largest amount the platform accepts in one movement: 1,000,000,000.00, far below 2^63 minor units. */
export const AMOUNT_MAX_MINOR = 100_000_000_000n;

const DECIMAL = /^(0|[1-9][0-9]{0,15})(\.[0-9]{1,2})?$/;

/**
 * Reads a decimal string such as "12.50" as minor units (1250n).
 * Accepts ASCII digits and at most two decimals; anything else (signs, exponents, other digits, floats) gives undefined.
 */
export function parseAmount(text: string): bigint | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));
}

/** Writes minor units as a decimal string with two decimals: -1250n becomes "-12.50". */
export function formatAmount(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, "0");
  return `${minor < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Whether a bound lets more through than the one in force, minor units: null bounds nothing. */
export const isHigherBound = (wanted: bigint | null, set: bigint | null): boolean => set !== null && (wanted === null || wanted > set);

const SIGNED_DECIMAL = /^-?(0|[1-9][0-9]{0,15})\.[0-9]{2}$/;

/** An amount a person asks for: a positive decimal string on the wire, minor units in code. Refuses zero, signs, floats and more than two decimals. */
export const Amount = z.codec(
  z
    .string()
    .max(20)
    .meta({ title: "amount", examples: ["20.00"] }),
  z.bigint(),
  {
    decode: (text, context) => {
      const minor = parseAmount(text);
      if (minor !== undefined && minor > 0n && minor <= AMOUNT_MAX_MINOR) return minor;
      context.issues.push({ code: "custom", message: "amount", input: text });
      return z.NEVER;
    },
    encode: formatAmount,
  },
);

/** A part of an amount that somebody names: as `Amount`, zero included. */
export const Share = z.codec(
  z
    .string()
    .max(20)
    .meta({ title: "amount", examples: ["0.00"] }),
  z.bigint(),
  {
    decode: (text, context) => {
      const minor = parseAmount(text);
      if (minor !== undefined && minor <= AMOUNT_MAX_MINOR) return minor;
      context.issues.push({ code: "custom", message: "amount", input: text });
      return z.NEVER;
    },
    encode: formatAmount,
  },
);

/** An amount we state: any sign, zero included; a decimal string on the wire, minor units in code. */
export const Balance = z.codec(
  z
    .string()
    .regex(SIGNED_DECIMAL)
    .meta({ title: "signed amount", examples: ["-20.00"] }),
  z.bigint(),
  {
    decode: (text) => (text.startsWith("-") ? -1n : 1n) * (parseAmount(text.replace("-", "")) ?? 0n),
    encode: formatAmount,
  },
);
