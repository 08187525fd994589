import { expect, test } from "vitest";
import { readTimeCursor } from "./pages.ts";

const DAY = /^([0-9]{4}-[0-9]{2}-[0-9]{2})_([0-9]{1,18})$/;
const MOMENT = /^([0-9TZ:.-]{24})_([0-9]{1,18})$/;

test("a cursor with a day or a moment that the calendar does not have begins at the first page, as any other text does", () => {
  expect(readTimeCursor(DAY, "2024-02-29_17")).toEqual(["2024-02-29", "17"]);
  expect(readTimeCursor(MOMENT, "2025-12-31T23:59:59.999Z_17")).toEqual(["2025-12-31T23:59:59.999Z", "17"]);
  for (const day of ["2025-02-29", "2025-02-31", "2025-04-31", "2025-99-99", "2025-00-10", "2025-01-00", "0000-01-01"]) {
    expect([day, readTimeCursor(DAY, `${day}_17`)]).toEqual([day, []]);
    expect([day, readTimeCursor(MOMENT, `${day}T00:00:00.000Z_17`)]).toEqual([day, []]);
  }
  for (const moment of [
    "2025-01-01T24:00:00.000Z",
    "2025-01-01T23:60:00.000Z",
    "2025-01-01T00:00:60.000Z",
    "2025-01-01T00-00:00.000Z",
    "------------------------",
  ])
    expect([moment, readTimeCursor(MOMENT, `${moment}_17`)]).toEqual([moment, []]);
  for (const text of [undefined, "", "17", "2025-01-01", "2025-01-01_x"]) expect(readTimeCursor(DAY, text)).toEqual([]);
});
