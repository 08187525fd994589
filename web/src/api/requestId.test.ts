import { expect, test } from "vitest";
import { newRequestId } from "./requestId.ts";

test("a request id is a UUID of version 7 that carries its moment", () => {
  const nowMs = Date.UTC(2026, 10, 21, 8, 30);
  const id = newRequestId(nowMs);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(nowMs);
});

test("two request ids of the same moment differ", () => {
  expect(newRequestId(1)).not.toBe(newRequestId(1));
});
