import { countries, COUNTRIES_OLD_DAYS } from "@laro/contract/countries";
import { routes } from "../../platform/routes.ts";
import { countriesBuiltAt } from "./countries.ts";

const OLD_MS = COUNTRIES_OLD_DAYS * 24 * 60 * 60_000;

export const countriesRoutes = routes(countries, {
  database: async ({ now, platform: { config } }) => {
    const builtAt = countriesBuiltAt(config);
    return { builtAt: builtAt.toISOString(), isOwn: config.geoDb !== undefined, isOld: now.getTime() - builtAt.getTime() >= OLD_MS };
  },
});
