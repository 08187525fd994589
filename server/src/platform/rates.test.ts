import { expect, test } from "vitest";
import { Rates } from "./rates.ts";

const HOUR_MS = 3_600_000;
const MORE_THAN_ARE_COUNTED = 120_000;

test("whoever keeps calling stays counted for the hour, however many others begin to call meanwhile", () => {
  const rates = new Rates();
  const call = (): void => rates.count("slow", "member:1", { count: 10, windowMs: HOUR_MS });
  for (let other = 0; other < MORE_THAN_ARE_COUNTED; other += 1) {
    rates.count("quick", `member:${other}`, { count: 10, windowMs: HOUR_MS });
    if (other % (MORE_THAN_ARE_COUNTED / 10) === 0) call();
  }
  expect(call).toThrow(expect.objectContaining({ code: "request.too_many" }));
});
