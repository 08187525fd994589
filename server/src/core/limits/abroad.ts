import type { Platform } from "../../platform/routes.ts";
import { isAbroad } from "../countries/countries.ts";
import { type JurisdictionPack, packs } from "../settings/packs.ts";

/** Whether a call comes from outside the countries of the running market. */
export function isAbroadOf({ config }: Pick<Platform, "config">, { ip }: { readonly ip: string }): boolean {
  const { countries }: JurisdictionPack = packs[config.pack];
  return isAbroad(config, countries, ip);
}
