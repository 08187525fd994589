import { isAgentType } from "@laro/contract/core/accountTypes";
import { refuse } from "@laro/contract/core/errors";
import { passkeys } from "@laro/contract/passkeys";
import { checkNotResting } from "../../core/accounts/rest.ts";
import { enter, getAccountToEnter } from "../../core/sessions/login.enter.ts";
import {
  addPasskey,
  arePasskeysOffered,
  askForPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  takePasskey,
} from "../../core/sessions/passkeys.ts";
import { visitOf } from "../../core/sessions/visit.ts";
import { routes } from "../../platform/routes.ts";

export const passkeysRoutes = routes(passkeys, {
  mine: async ({ db, actor, platform }) => {
    const known = await listPasskeys(db, actor.id);
    const list = known.map(({ id, name, createdAt, usedAt }) => ({ id, name, createdAt: createdAt.toISOString(), usedAt: usedAt?.toISOString() ?? null }));
    return { offered: await arePasskeysOffered(platform, db), list };
  },
  beginAdd: async ({ db, actor, visitor, now, platform }) => {
    await checkNotResting({ db, timeZone: platform.timeZone }, actor, now);
    return { options: await beginPasskey(platform, { actor, visitor, now }) };
  },
  add: async ({ db, actor, input, visitor, now, platform }) => {
    await checkNotResting({ db, timeZone: platform.timeZone }, actor, now);
    return { id: await addPasskey(platform, { ...input, actor, visitor, now }) };
  },
  rename: async ({ tx, actor, input, now, platform }) => {
    await checkNotResting({ db: tx, timeZone: platform.timeZone }, actor, now);
    await renamePasskey(tx, { ...input, accountId: actor.id });
    return {};
  },
  remove: async ({ tx, actor, input, now, platform }) => {
    await checkNotResting({ db: tx, timeZone: platform.timeZone }, actor, now);
    await removePasskey(tx, { ...input, accountId: actor.id, now });
    return {};
  },
  beginEnter: async ({ visitor, now, platform }) => ({ options: await askForPasskey(platform, { visitor, now }) }),
  enter: async ({ db, begin, input: { entry, credential }, ...call }) => {
    const { visitor, now, platform } = call;
    const { id, accountId } = await takePasskey(platform, { credential, visitor, now });
    const account = await getAccountToEnter(db, accountId);
    if (entry === "agent" && !isAgentType(account.type)) refuse("sessions.not_agent");
    return enter(begin, { ...visitOf(call), account, entry, method: "passkey", passkey: id, mustChangePassword: false, passwordExpired: false });
  },
});
