import { expect, test } from "vitest";
import { isDue } from "./reminder.ts";

const asked = { enabled: true, isComplete: false, status: "N" } as const;
const kept = (...names: readonly string[]) => ({ getItem: (name: string) => (names.includes(name) ? "1" : null) });

test("the dialog opens under five conditions, and flipping any one of them stops it [KYC-09]", () => {
  expect(isDue(asked, kept())).toBe(true);
  expect(isDue({ ...asked, enabled: false }, kept())).toBe(false);
  expect(isDue({ ...asked, isComplete: true }, kept())).toBe(false);
  for (const status of ["P", "A", "R"] as const) expect(isDue({ ...asked, status }, kept())).toBe(false);
  expect(isDue(asked, kept("securityAlreadyUpLoad"))).toBe(false);
  expect(isDue(asked, kept("verifyLater"))).toBe(false);
});
