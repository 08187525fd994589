import { aml } from "@laro/contract/aml";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { closeAlert, listAlerts, listRules, openCase } from "./aml.ts";

export const amlRoutes = routes(aml, {
  alerts: async ({ db, input }) => listAlerts(db, input),
  rules: async ({ platform }) => listRules(packs[platform.config.pack]),
  openCase: async ({ tx, actor, input, now }) => openCase(tx, { ...input, officer: actor, now }),
  close: async ({ tx, actor, input, now }) => closeAlert(tx, { ...input, officer: actor, now }),
});
