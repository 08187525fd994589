import { countries } from "@laro/contract/countries";
import { settings } from "@laro/contract/settings";
import { useApiCommand, useApiQuery } from "../../api/query.ts";

export const useSiteSettings = () => useApiQuery(settings.site, {});
export const useSetFlag = () => useApiCommand(settings.setFlag, { stale: [settings.site] });
export const useSetStatus = () => useApiCommand(settings.setStatus, { stale: [settings.site] });
export const useSetCashier = () => useApiCommand(settings.setCashier, { stale: [settings.site] });
export const useSetSessions = () => useApiCommand(settings.setSessions, { stale: [settings.site] });
export const useSetRegisterRule = () => useApiCommand(settings.setRegisterRule, { stale: [settings.site] });
export const useCountries = (enabled: boolean) => useApiQuery(countries.database, {}, { enabled });
