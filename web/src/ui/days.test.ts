import { expect, test } from "vitest";
import { dayIn, presetsFor, readSpan, spanOf } from "./days.ts";

const today = "2026-03-01";

test("a day of the record is Manila's, not the reader's", () => {
  expect(dayIn("Asia/Manila", Date.parse("2026-02-28T15:59:59Z"))).toBe("2026-02-28");
  expect(dayIn("Asia/Manila", Date.parse("2026-02-28T16:00:00Z"))).toBe(today);
});

test("each date preset fills the right first and last day", () => {
  const at = { today, to: "2026-02-10" };
  expect(spanOf("today", at)).toEqual({ from: today, to: today });
  expect(spanOf("past7", at)).toEqual({ from: "2026-02-23", to: today });
  expect(spanOf("past30", at)).toEqual({ from: "2026-01-31", to: today });
  expect(spanOf("next7", at)).toEqual({ from: "2026-02-11", to: "2026-02-17" });
  expect(spanOf("next30", at)).toEqual({ from: "2026-02-11", to: today });
});

test("the next days are offered only while the days shown lie in the past", () => {
  expect(presetsFor({ today, to: today })).toEqual(["today", "past7", "past30"]);
  expect(presetsFor({ today, to: "2026-02-28" })).toContain("next7");
});

test("a URL with nonsense for days shows the last seven", () => {
  const lastSeven = spanOf("past7", { today, to: today });
  for (const query of ["", "from=2026-02-01", "from=2026-02-05&to=2026-02-01", "from=2026-02-99&to=2026-03-99", "from=x&to=y"])
    expect(readSpan(new URLSearchParams(query), today)).toEqual(lastSeven);
  expect(readSpan(new URLSearchParams("from=2026-02-01&to=2026-02-05"), today)).toEqual({ from: "2026-02-01", to: "2026-02-05" });
});
