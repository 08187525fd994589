import { expect, test } from "vitest";
import { isInNetworks, readConfig } from "../../platform/config.ts";

test("the console's login is open to the networks that are named, and to all where none is", () => {
  const { staffNets } = readConfig({ LARO_STAFF_NETS: "10.0.0.0/8, 203.0.113.7,2001:db8::/32" });
  expect(["10.1.2.3", "203.0.113.7", "2001:db8::5"].map((ip) => isInNetworks(ip, staffNets))).toEqual([true, true, true]);
  expect(["11.1.2.3", "203.0.113.8", "2001:db9::5", "nobody"].map((ip) => isInNetworks(ip, staffNets))).toEqual([false, false, false, false]);
  expect(isInNetworks("198.51.100.1", readConfig({}).staffNets)).toBe(true);
});

test.each(["10.0.0.0/33", "10.0.0", "everyone", "10.0.0.0/8/8", "::1/129", "10.0.0.0/-1"])("%s is no network, and the start says so", (nets) => {
  expect(() => readConfig({ LARO_STAFF_NETS: nets })).toThrow(/^LARO_STAFF_NETS names no networks/);
});
