import { createHash, pbkdf2Sync } from "node:crypto";
import { expect, test } from "vitest";
import { solveWork } from "./work.ts";

const SALT = "00112233445566778899aabbccddeeff";
const derived = pbkdf2Sync("7", Buffer.from(SALT, "hex"), 10, 32, "sha256");
const work = { iterations: 10, triesMax: 12, salt: SALT, target: createHash("sha256").update(derived).digest("hex") };

test("the sum is done by trying each number, and the answer is the beginning of what was derived", async () => {
  const told: number[] = [];
  const answer = await solveWork(work, (share) => told.push(share), new AbortController().signal);
  expect(answer).toBe(derived.toString("hex").slice(0, 16));
  expect(told).toHaveLength(7);
});

test("a sum that no number fits, or that is called off, has no answer", async () => {
  expect(await solveWork({ ...work, triesMax: 7 }, () => undefined, new AbortController().signal)).toBeUndefined();
  expect(await solveWork(work, () => undefined, AbortSignal.abort())).toBeUndefined();
});
