import { expect, test } from "vitest";
import { RefusedCall } from "./call.ts";
import { type ErrorCode, errorStatus } from "./errors.ts";

test("a refusal is a fault of ours exactly where its status says so, and a site, a game or a card table that is closed, full or changing hands is none", () => {
  const codes = Object.keys(errorStatus) as ErrorCode[];
  const faults = codes.filter((message) => new RefusedCall({ success: false, message, text: "", value: {}, requestId: "id" }).isFault);
  expect(faults).toEqual(codes.filter((code) => errorStatus[code] >= 500 && !/^(site|games|pvp)\./.test(code)));
});
