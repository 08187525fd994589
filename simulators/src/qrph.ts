import { buildEmvco, writeEmvcoObjects } from "@laro/contract/core/emvco";

interface QrPhPayment {
  /** A decimal string of pesos. */
  readonly amount: string;
  /** At most 25 characters: what the payer's bank carries back. */
  readonly reference: string;
}

/** The merchant as its acquirer registered it: scheme, acquiring bank, payment type (InstaPay) and merchant account. */
const MERCHANT_ACCOUNT = writeEmvcoObjects([
  ["00", "com.p2pqrpay"],
  ["01", "LAROPHM1XXX"],
  ["02", "99964403"],
  ["04", "000000100042"],
]);
const GAMBLING_CATEGORY = "7995"; // ISO 18245.
const PHILIPPINE_PESO = "608"; // ISO 4217.

/** The dynamic QR Ph payload of one payment. */
export const buildQrPh = ({ amount, reference }: QrPhPayment): string =>
  buildEmvco([
    ["00", "01"],
    ["01", "12"],
    ["27", MERCHANT_ACCOUNT],
    ["52", GAMBLING_CATEGORY],
    ["53", PHILIPPINE_PESO],
    ["54", amount],
    ["58", "PH"],
    ["59", "LARO"],
    ["60", "MANILA"],
    ["62", writeEmvcoObjects([["05", reference]])],
  ]);
