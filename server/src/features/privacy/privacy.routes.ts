import { privacy } from "@laro/contract/privacy";
import { checkNotResting } from "../../core/accounts/rest.ts";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { takeCopy } from "./privacy.copy.ts";
import { closeOwnAccount, readConsents, setMarketing } from "./privacy.ts";

export const privacyRoutes = routes(privacy, {
  consents: async ({ db, actor, now }) => readConsents(db, { accountId: actor.id, now }),
  setMarketing: async ({ tx, actor, input, now }) => {
    await setMarketing(tx, { accountId: actor.id, ...input, address: actor.ip, now });
    return {};
  },
  download: async ({ actor, now, platform }) => takeCopy(platform, { accountId: actor.id, now }),
  close: async ({ begin, db, actor, now, platform }) => {
    await checkNotResting({ db, timeZone: platform.timeZone }, actor, now);
    const { ended, reopenableUntil } = await begin((tx) => closeOwnAccount(tx, { accountId: actor.id, now, pack: packs[platform.config.pack] }));
    for (const session of ended) platform.live.forgetSessionHere(session);
    return { reopenableUntil };
  },
});
