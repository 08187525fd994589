import { rounds } from "@laro/contract/rounds";
import { isAbroadOf } from "../../core/limits/abroad.ts";
import { packs } from "../../core/settings/packs.ts";
import { keepPlay } from "../../core/wallet/playDays.ts";
import type { MemberActor } from "../../platform/actor.ts";
import { routes, type Platform } from "../../platform/routes.ts";
import { playBonusBet } from "./rounds.bonusBets.ts";
import { Pace } from "./rounds.pace.ts";
import { getRound, listMyRounds, sumMyRounds } from "./rounds.record.ts";
import { actStepped, listRunning, openStepped } from "./rounds.steps.ts";
import { playRound } from "./rounds.ts";

/** A process has one pace for all its members. */
const paces = new WeakMap<Platform, Pace>();

function paceOf(platform: Platform): Pace {
  const pace = paces.get(platform) ?? new Pace();
  paces.set(platform, pace);
  return pace;
}

function tableOf(platform: Platform, { id: accountId, standing, ip, session }: MemberActor) {
  return { pace: paceOf(platform), pack: packs[platform.config.pack], accountId, standing, session, isAbroad: isAbroadOf(platform, { ip }) };
}

export const roundsRoutes = routes(rounds, {
  play: async ({ db, ledger, actor, input: { bonusBetId, ...input }, now, platform }) => {
    const table = { ...tableOf(platform, actor), db, now };
    return bonusBetId === undefined ? playRound({ ...table, ledger, platform }, input) : playBonusBet({ ...table, platform }, { ...input, bonusBetId });
  },
  open: async ({ db, actor, input, now, platform }) => openStepped({ ...tableOf(platform, actor), db, now, platform }, input),
  act: async ({ db, actor, input, now, platform }) => actStepped({ db, accountId: actor.id, session: actor.session, now, platform }, input),
  running: async ({ db, actor, platform }) => listRunning(db, platform.keys, actor.id),
  mine: async ({ db, actor, input, platform }) => listMyRounds(db, { accountId: actor.id, timeZone: platform.timeZone }, input),
  totals: async ({ db, actor, input, now, platform }) => {
    await keepPlay(platform.reports, { accountId: actor.id, now });
    return sumMyRounds(db, { accountId: actor.id, timeZone: platform.timeZone }, input);
  },
  get: async ({ db, actor, input }) => getRound(db, { accountId: actor.id, id: input.id }),
});
