import { bonuses } from "@laro/contract/bonuses";
import { listBonusBets } from "../../core/bonuses/bonusBets.ts";
import { forfeitBonus, releaseBonus } from "../../core/bonuses/bonuses.ts";
import { checkMay } from "../../core/limits/gates.ts";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { getBonus, listMyBonuses, listRewards } from "./bonuses.ts";

export const bonusesRoutes = routes(bonuses, {
  bets: async ({ db, actor, now }) => listBonusBets(db, { accountId: actor.id, now }),
  mine: async ({ db, actor, input, platform: { timeZone } }) => listMyBonuses(db, { ...input, accountId: actor.id, timeZone }),
  rewards: async ({ db, actor, platform: { timeZone } }) => listRewards(db, { accountId: actor.id, timeZone }),
  release: async ({ tx, actor, input: { id }, now, platform: { timeZone, config } }) => {
    checkMay("bonus", actor.standing, { pack: packs[config.pack], now, isAbroad: false });
    await releaseBonus(tx, { now, timeZone }, { accountId: actor.id, id });
    return getBonus(tx, { accountId: actor.id, id, timeZone });
  },
  forfeit: async ({ tx, actor, input: { id }, now, platform: { timeZone } }) => {
    await forfeitBonus(tx, { now, timeZone }, { accountId: actor.id, id });
    return getBonus(tx, { accountId: actor.id, id, timeZone });
  },
});
