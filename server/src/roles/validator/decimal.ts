/** Foreign wallets write money with as many digits as they like: judged in units of 10⁻¹⁸, so that nothing is rounded away. */
const SCALE = 18;
export const CENT = 10n ** BigInt(SCALE - 2);

const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]{1,18}))?$/;

/** A decimal text or number as units; undefined for anything else. */
export function unitsOf(value: unknown): bigint | undefined {
  const [, minus, whole, fraction = ""] = DECIMAL.exec(typeof value === "number" ? String(value) : typeof value === "string" ? value : "") ?? [];
  if (whole === undefined) return undefined;
  const units = BigInt(whole + fraction.padEnd(SCALE, "0"));
  return minus === "-" ? -units : units;
}

/** Units as people write them: two decimals, more where there are more. */
export function textOf(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(SCALE + 1, "0");
  const fraction = digits.slice(-SCALE).replace(/0+$/, "").padEnd(2, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -SCALE)}.${fraction}`;
}
