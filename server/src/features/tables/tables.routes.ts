import { tables } from "@laro/contract/tables";
import { isAbroadOf } from "../../core/limits/abroad.ts";
import { packs } from "../../core/settings/packs.ts";
import { type Platform, routes } from "../../platform/routes.ts";
import { actOnTicket } from "./tables.act.ts";
import { buyTicket } from "./tables.bet.ts";
import { cashOutTicket } from "./tables.cashOut.ts";
import { listDesk, listDraws } from "./tables.desk.ts";
import { OpenStakes } from "./tables.stakes.ts";
import { getTable, listMine, listTables } from "./tables.ts";

/** A process knows what it took on each draw. */
const taken = new WeakMap<Platform, OpenStakes>();

function stakesOf(platform: Platform): OpenStakes {
  const stakes = taken.get(platform) ?? new OpenStakes(platform);
  taken.set(platform, stakes);
  return stakes;
}

export const tablesRoutes = routes(tables, {
  list: async ({ db, now, platform }) => listTables(db, packs[platform.config.pack], now),
  get: async ({ db, input, now, platform }) => getTable(db, { code: input.series, pack: packs[platform.config.pack], now }),
  clock: async ({ now }) => ({ at: now.toISOString() }),
  bet: async ({ db, ledger, actor, input, now, platform }) => {
    const { id: accountId, standing, session } = actor;
    const pack = packs[platform.config.pack];
    return buyTicket({ db, ledger, stakes: stakesOf(platform), pack, now, accountId, standing, isAbroad: isAbroadOf(platform, actor), session }, input);
  },
  desk: async ({ db }) => listDesk(db),
  draws: async ({ db, input }) => listDraws(db, input),
  cashOut: async ({ db, begin, actor, input, now, platform }) =>
    cashOutTicket({ db, begin, platform, now, accountId: actor.id, session: actor.session }, input),
  act: async ({ db, begin, actor, input, now, platform }) => actOnTicket({ db, begin, platform, now, accountId: actor.id, session: actor.session }, input),
  mine: async ({ db, actor, input }) => listMine(db, { accountId: actor.id, code: input.series }),
});
