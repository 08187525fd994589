import { phones } from "@laro/contract/phones";
import { routes } from "../../platform/routes.ts";
import { packs } from "../settings/packs.ts";
import { listPhoneCountries } from "./phones.ts";

export const phonesRoutes = routes(phones, {
  countries: async ({ platform }) => ({ list: await listPhoneCountries(packs[platform.config.pack].phoneCountries) }),
});
