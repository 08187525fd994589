import { expect, test } from "vitest";
import { buildEmvco, crc16, isEmvcoIntact, parseEmvco, writeEmvcoObjects } from "./emvco.ts";

/** The worked example of EMV QRCPS Merchant-Presented Mode, with text in two scripts. */
const example =
  "00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304A13A";

test("a payload with one changed, missing or added character is not intact", () => {
  expect(isEmvcoIntact(example.replace("23.72", "23.73"))).toBe(false);
  expect(isEmvcoIntact(example.slice(0, -1))).toBe(false);
  expect(isEmvcoIntact(`${example}0`)).toBe(false);
  expect(isEmvcoIntact("")).toBe(false);
  expect(isEmvcoIntact(crc16(""))).toBe(false);
});

test("text that is not made of objects is not read", () => {
  for (const text of ["0", "0002", "000301", "xx0201", "0000", "000201000201"]) expect(parseEmvco(text)).toBeUndefined();
});

test("a value the format cannot hold is not written", () => {
  expect(() => writeEmvcoObjects([["59", ""]])).toThrow(RangeError);
  expect(() => writeEmvcoObjects([["59", "x".repeat(100)]])).toThrow(RangeError);
});

test("the checksum is that of CRC-16/CCITT-FALSE's own check value", () => {
  expect(crc16("123456789")).toBe("29B1");
});

test("the standard's worked example is intact and is read character by character, not byte by byte", () => {
  expect(isEmvcoIntact(example)).toBe(true);
  const objects = parseEmvco(example);
  expect(objects?.get("54")).toBe("23.72");
  expect(parseEmvco(objects?.get("64") ?? "")?.get("01")).toBe("最佳运输");
});

test("what is written is read back the same", () => {
  const objects = [
    ["00", "01"],
    ["59", "Peña 店"],
    ["62", writeEmvcoObjects([["05", "D-1"]])],
  ] as const;
  const payload = buildEmvco(objects);
  expect(isEmvcoIntact(payload)).toBe(true);
  expect([...(parseEmvco(payload) ?? [])].slice(0, -1)).toEqual(objects);
});
