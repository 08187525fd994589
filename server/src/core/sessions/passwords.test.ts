import { expect, onTestFinished, test } from "vitest";
import { hashPassword, isPassword, newHashCost } from "./passwords.ts";

test("a hash is compared at the cost it was made for, so that who registered before the cost rose still logs in", async () => {
  const before = { ...newHashCost };
  onTestFinished(() => void Object.assign(newHashCost, before));
  const old = await hashPassword("Correct-horse-7");
  Object.assign(newHashCost, { memory: before.memory * 2, passes: before.passes + 1 });
  const made = await hashPassword("Correct-horse-7");
  expect(made.split("$").slice(0, 3)).not.toEqual(old.split("$").slice(0, 3));
  expect(await Promise.all([old, made].map((stored) => isPassword("Correct-horse-7", stored)))).toEqual([true, true]);
  expect(await Promise.all([old, made, null, undefined, ""].map((stored) => isPassword("Correct-horse-8", stored)))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
