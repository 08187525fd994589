import { expect, test } from "vitest";
import { maskAddress, networkOf } from "./addresses.ts";

test("an address of version 6 counts by its /64, however it is written", () => {
  expect(networkOf("203.0.113.9")).toBe("203.0.113.9");
  expect(networkOf("2001:DB8::1")).toBe("2001:db8:0:0::/64");
  expect(networkOf("2001:db8:0:0:ffff::2")).toBe("2001:db8:0:0::/64");
  expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(networkOf("::1")).toBe("0:0:0:0::/64");
});

test("version 4 in the clothes of version 6 is version 4, and what is no address stays as it is", () => {
  expect(["::ffff:203.0.113.9", "::FFFF:203.0.113.9", "fe80::1%eth0", "", "unix"].map(networkOf)).toEqual([
    "203.0.113.9",
    "203.0.113.9",
    "fe80:0:0:0::/64",
    "",
    "unix",
  ]);
});

test("half an address is shown", () => {
  expect(["203.0.113.9", "2001:db8:1::2", "::ffff:203.0.113.9"].map(maskAddress)).toEqual(["203.0.…", "2001:db8:…", "203.0.…"]);
});
