import { settings } from "@laro/contract/settings";
import type { OutputOf } from "@laro/contract/core/endpoint";
import type { Db, Tx } from "../../platform/db.ts";
import { routes, type Platform } from "../../platform/routes.ts";
import { flagsClosedByPack, flagsWithoutPort } from "./flags.ts";
import { getMenuSetting, listMenuVersions, restoreMenu, setMenu } from "./menu.ts";
import { packs } from "./packs.ts";
import { getRegisterRules, setRegisterRule } from "./registerRules.ts";
import { getCashier, getSessionSettings, getSiteSettings, setCashier, setFlag, setSessionSettings, setStatus } from "./settings.ts";

const getAll = async (db: Db | Tx, { config }: Platform): Promise<OutputOf<(typeof settings)["site"]>> => ({
  ...(await getSiteSettings(db, packs[config.pack])),
  packClosed: [...flagsClosedByPack(packs[config.pack])],
  portMissing: flagsWithoutPort(config),
  cashier: await getCashier(db, packs[config.pack]),
  sessions: await getSessionSettings(db),
  registerRules: [...(await getRegisterRules(db, packs[config.pack]))],
});

export const settingsRoutes = routes(settings, {
  site: async ({ db, platform }) => getAll(db, platform),
  setFlag: async ({ tx, input, now, platform }) => {
    await setFlag(tx, { ...input, ways: platform.config, pack: packs[platform.config.pack], now });
    return getAll(tx, platform);
  },
  setStatus: async ({ tx, input: { maintenance, regionRestriction, seen, until = null }, now, platform }) => {
    await setStatus(tx, { maintenance, regionRestriction, until: maintenance ? until : null, seen, now });
    return getAll(tx, platform);
  },
  setSessions: async ({ tx, input: { perMember }, now, platform }) => {
    await setSessionSettings(tx, { perMember, now });
    return getAll(tx, platform);
  },
  setCashier: async ({ tx, input: { autoReceiptMinutes }, now, platform }) => {
    await setCashier(tx, { autoReceiptMinutes, now });
    return getAll(tx, platform);
  },
  menu: async ({ db }) => getMenuSetting(db),
  menuVersions: async ({ db, input }) => listMenuVersions(db, input),
  setMenu: async ({ tx, input, actor, now }) => setMenu(tx, { ...input, by: actor.id, now }),
  restoreMenu: async ({ tx, input, actor, now }) => restoreMenu(tx, { ...input, by: actor.id, now }),
  setRegisterRule: async ({ tx, input: { field, reason: _, ...rule }, now, platform }) => {
    await setRegisterRule(tx, { field, rule, now });
    return getAll(tx, platform);
  },
});
