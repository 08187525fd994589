import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { site } from "@laro/contract/site";
import { expect, onTestFinished, test } from "vitest";
import { StartupError } from "../../platform/config.ts";
import { Person } from "../../testing/person.ts";
import { createWorld } from "../../testing/world.ts";
import { checkCountries, countriesBuiltAt, countryOf } from "./countries.ts";

test.each([
  ["112.198.0.1", "PH"],
  ["49.144.0.1", "PH"],
  ["120.28.0.1", "PH"],
  ["180.190.0.1", "PH"],
  ["::ffff:112.198.0.1", "PH"],
  ["2001:4450::1", "PH"],
  ["8.8.8.8", "US"],
  ["133.11.0.1", "JP"],
  ["2001:4860:4860::8888", "US"],
])("the address %s is of %s", (address, country) => {
  expect(countryOf({}, address)).toBe(country);
  expect(countryOf({}, address)).toBe(country);
});

test.each([["127.0.0.1"], ["10.1.2.3"], ["192.168.1.1"], ["172.16.0.1"], ["::1"], ["fd00::1"], ["fe80::1"], ["::ffff:10.0.0.1"], ["nonsense"], [""]])(
  "the local or unknown address %s is of no country",
  (address) => expect(countryOf({}, address)).toBeNull(),
);

test("the database says when it was made", () => {
  expect(countriesBuiltAt({}).getUTCFullYear()).toBeGreaterThanOrEqual(2026);
});

test("a database that cannot be read stops the start with a way out", () => {
  const folder = mkdtempSync(join(tmpdir(), "laro-countries-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "countries.mmdb");
  expect(() => checkCountries({ geoDb: file })).toThrow(StartupError);
  writeFileSync(file, "no database");
  expect(() => checkCountries({ geoDb: file })).toThrow(/^LARO_GEO_DB cannot be read: .*leave it out/);
  checkCountries({});
});

test("a site is told the country its visitor's network stands in", async () => {
  const world = await createWorld();
  onTestFinished(() => world.close());
  const at = async (ip: string) => (await new Person({ address: world.address, clock: world.clock, ip }).call(site.permission, {})).location;
  expect(await at("112.198.0.1")).toEqual({ ip: "112.198.0.1", country: "PH" });
  expect(await at("8.8.8.8")).toEqual({ ip: "8.8.8.8", country: "US" });
  expect((await at("10.0.0.9")).country).toBeNull();
});
