import { isEmvcoIntact, parseEmvco } from "@laro/contract/core/emvco";
import { expect, test } from "vitest";
import { buildQrPh } from "./qrph.ts";

test("a QR Ph payload is dynamic, in pesos, in the Philippines, for the amount, and names the scheme and the reference", () => {
  const payload = buildQrPh({ amount: "1234.50", reference: "A1B2C3" });
  expect(isEmvcoIntact(payload)).toBe(true);
  const qr = parseEmvco(payload);
  expect([...(qr?.keys() ?? [])]).toEqual(["00", "01", "27", "52", "53", "54", "58", "59", "60", "62", "63"]);
  expect([qr?.get("01"), qr?.get("53"), qr?.get("54"), qr?.get("58")]).toEqual(["12", "608", "1234.50", "PH"]);
  expect(parseEmvco(qr?.get("27") ?? "")?.get("00")).toBe("com.p2pqrpay");
  expect(parseEmvco(qr?.get("62") ?? "")?.get("05")).toBe("A1B2C3");
});
