import { settings } from "@laro/contract/settings";
import { routes } from "../../platform/routes.ts";
import { getSiteSettings, setFlag, setStatus } from "./settings.ts";

export const settingsRoutes = routes(settings, {
  site: async ({ db }) => getSiteSettings(db),
  setFlag: async ({ tx, input, now }) => {
    await setFlag(tx, { ...input, now });
    return getSiteSettings(tx);
  },
  setStatus: async ({ tx, input, now }) => {
    await setStatus(tx, { ...input, now });
    return getSiteSettings(tx);
  },
});
