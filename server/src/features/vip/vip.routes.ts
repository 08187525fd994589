import { vip } from "@laro/contract/vip";
import { routes } from "../../platform/routes.ts";
import { assignHost, listHosts, listMembers, saveHost } from "./vip.hosts.ts";
import { decideLevels, getTable, proposeLevels } from "./vip.levels.ts";
import { checkVip, getMine, listOpenLevels } from "./vip.ts";
import { exportWeek, listPayouts, listWeeks } from "./vip.weeks.ts";

export const vipRoutes = routes(vip, {
  mine: async ({ db, actor, now, platform: { timeZone } }) => getMine(db, { actor, now, timeZone }),
  levels: async ({ db }) => listOpenLevels(db),
  weeks: async ({ db, actor, input }) => {
    await checkVip(db);
    return listWeeks(db, { ...input, accountId: actor.id });
  },
  table: async ({ db }) => getTable(db),
  proposeLevels: async ({ tx, input, actor: by, now }) => proposeLevels(tx, { ...input, by, now }),
  confirmLevels: async ({ tx, input, actor: by, now }) => ({ version: await decideLevels(tx, "confirmed", { ...input, by, now }) }),
  declineLevels: async ({ tx, input, actor: by, now }) => ({ version: await decideLevels(tx, "declined", { ...input, by, now }) }),
  members: async ({ db, input }) => listMembers(db, input),
  payouts: async ({ db, input }) => listPayouts(db, input),
  weekCsv: async ({ db, input }) => exportWeek(db, input),
  hosts: async ({ db, input }) => listHosts(db, input),
  saveHost: async ({ tx, input, now }) => saveHost(tx, { ...input, now }),
  assign: async ({ tx, input }) => assignHost(tx, input),
});
