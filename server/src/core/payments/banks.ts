import { refuse } from "@laro/contract/core/errors";

/** Where a payout can go: our code and the name people know it by. */
export const banks = [
  { code: "GCASH", name: "GCash" },
  { code: "MAYA", name: "Maya" },
  { code: "BPI", name: "BPI" },
  { code: "BDO", name: "BDO" },
  { code: "UNIONBANK", name: "UnionBank" },
  { code: "METROBANK", name: "Metrobank" },
] as const;

export type BankCode = (typeof banks)[number]["code"];

/** A bank's code as it was given, or a refusal that points at the field. */
export const readBank = (code: string): BankCode => banks.find((bank) => bank.code === code)?.code ?? refuse("request.invalid", { field: "bank" });

/** The name people know a stored code by; a bank no longer offered keeps its code. */
export const bankName = (code: string): string => banks.find((bank) => bank.code === code)?.name ?? code;

const DIGITS_SHOWN = 4;

/** An account number as its owner may see it on a screen. */
export const maskNumber = (number: string): string => `•••• ${number.slice(-DIGITS_SHOWN)}`;
