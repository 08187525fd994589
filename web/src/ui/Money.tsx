import { createContext, use } from "react";
import { cx } from "./cx.ts";

const CurrencyContext = createContext("₱");

/** The site's currency symbol, as the server states it. */
export const CurrencyProvider = CurrencyContext.Provider;

export const useCurrencySymbol = () => use(CurrencyContext);

/** Writes "1234567.5" as "1,234,567.5" without ever leaving the decimal string. */
export function groupThousands(decimal: string): string {
  const [whole = "", fraction] = decimal.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Hundredths as a multiple without needless zeros: 150 is "1.5×", 100000 is "1,000×". */
export const multiple = (hundredths: number): string => `${bareMultiple(hundredths)}×`;

/** The same without the sign, where space is short. */
export const bareMultiple = (hundredths: number): string => groupThousands(String(hundredths / 100));

function decimalOf(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export interface MoneyProps {
  minor: bigint;
  masked?: boolean | undefined;
  /** Colours a gain and a loss, and writes the plus of a gain. */
  signed?: boolean | undefined;
  className?: string | undefined;
}

const HiddenContext = createContext(false);

/** Whether whoever looks has hidden what they own. */
export const HiddenBalanceProvider = HiddenContext.Provider;

/** What someone owns: hidden wherever it stands, once they hide it. */
export const Balance = (props: Omit<MoneyProps, "masked">) => <Money {...props} masked={use(HiddenContext)} />;

export function Money({ minor, masked, signed, className }: MoneyProps) {
  const symbol = useCurrencySymbol();
  if (masked) return <span className={cx("figures", className)}>{symbol} ••••••</span>;
  const sign = minor < 0n ? "−" : signed && minor > 0n ? "+" : "";
  const color = signed && minor !== 0n && (minor > 0n ? "text-win-text" : "text-accent-text");
  return (
    <span className={cx("figures", color, className)}>
      {/* An amount is written from left to right in every language. */}
      <bdi dir="ltr">
        {sign}
        {symbol} {groupThousands(decimalOf(minor))}
      </bdi>
    </span>
  );
}
