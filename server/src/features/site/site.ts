import type { Permission } from "@laro/contract/site";
import { providers } from "@laro/contract/core/providers";
import { demoAccounts } from "../../core/accounts/demo.ts";
import { countryOf } from "../../core/countries/countries.ts";
import { barredGroups, brand, packs } from "../../core/settings/packs.ts";
import { getRegisterRules } from "../../core/settings/registerRules.ts";
import { getMinimumAge, getSiteSettings, systemStatusOf } from "../../core/settings/settings.ts";
import type { Db } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";

/** Everything a site needs before it mounts. */
export async function getPermission(db: Db, { config, keys, clock }: Platform, ip: string): Promise<Permission> {
  const pack = packs[config.pack];
  const settings = await getSiteSettings(db, pack);
  const { kty, crv, x, y, kid } = keys.seal;
  return {
    ...settings,
    systemStatus: systemStatusOf(settings),
    registerRules: [...(await getRegisterRules(db, pack))],
    resources: [...brand.resources],
    domainRoute: brand.domainRoute,
    mainDomain: brand.mainDomain,
    analyticsId: config.analytics?.id ?? null,
    analyticsUrl: config.analytics?.url ?? null,
    customerService: { ...brand.customerService, email: config.supportEmail ?? (pack.playMoney ? brand.demoEmail : null) },
    imageCdnList: [...config.imageCdn],
    launchCdnList: [...config.launchCdn],
    location: { ip, country: countryOf(config, ip) },
    merchantCode: brand.merchantCode,
    platform: "WEB",
    lotteryType: brand.lotteryType,
    languages: [...brand.languages],
    defaultLanguage: brand.defaultLanguage,
    currency: brand.currency,
    currencySymbol: brand.currencySymbol,
    jurisdiction: {
      code: pack.code,
      minimumAge: await getMinimumAge(db, pack),
      timeZone: pack.timeZone,
      playMoney: pack.playMoney,
      helpline: pack.helpline,
      barredGroups: [...barredGroups],
      verifiedOnly: pack.verifiedOnly,
      memberTransfers: pack.memberTransfers,
      agentKinds: [...pack.agents.kinds],
      licence: config.licence ?? null,
    },
    serverTime: clock.now().toISOString(),
    sealKey: { kty, crv, x, y, kid },
    social: providers.filter((provider) => config[provider] !== undefined),
    demoAccounts: config.pack === "sandbox" ? [...demoAccounts] : [],
  };
}
