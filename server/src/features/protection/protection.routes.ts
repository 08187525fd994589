import { protection } from "@laro/contract/protection";
import { packs } from "../../core/settings/packs.ts";
import { keepPlay } from "../../core/wallet/playDays.ts";
import { routes } from "../../platform/routes.ts";
import { endCase, excludeMember, listCases } from "./protection.cases.ts";
import { readPositions } from "./protection.positions.ts";
import { answerReality, chooseReality, excludeMyself, getProtection, takeBreak } from "./protection.ts";

export const protectionRoutes = routes(protection, {
  mine: async ({ db, actor, now, platform }) => {
    await keepPlay(platform.reports, { accountId: actor.id, now });
    return getProtection(db, { accountId: actor.id, now, pack: packs[platform.config.pack] });
  },
  positions: async ({ db, actor, now, platform }) => {
    await keepPlay(platform.reports, { accountId: actor.id, now });
    return readPositions(db, { accountId: actor.id, now, timeZone: platform.timeZone });
  },
  takeBreak: async ({ tx, actor, input, now, platform }) =>
    takeBreak(tx, { ...input, accountId: actor.id, name: actor.name, now, pack: packs[platform.config.pack] }),
  excludeMyself: async ({ db, begin, actor, input, now, platform }) =>
    excludeMyself({ db, begin }, { ...input, accountId: actor.id, name: actor.name, now, pack: packs[platform.config.pack] }),
  setReality: async ({ tx, actor, input, now, platform }) => chooseReality(tx, { ...input, accountId: actor.id, pack: packs[platform.config.pack], now }),
  answerReality: async ({ tx, actor, now }) => answerReality(tx, { accountId: actor.id, now }),
  cases: async ({ db, input, now }) => listCases(db, { ...input, now }),
  exclude: async ({ tx, actor, input, now, platform }) => excludeMember(tx, { ...input, officer: actor, now, pack: packs[platform.config.pack] }),
  endExclusion: async ({ tx, actor, input, now, platform }) => endCase(tx, { ...input, officer: actor, now, pack: packs[platform.config.pack] }),
});
