import { verifications } from "@laro/contract/verifications";
import { type Platform, routes } from "../../platform/routes.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import { approveVerification, askAgain, readDocument, refuseVerification, reopenVerification } from "./verifications.decide.ts";
import { openPictures } from "./verifications.look.ts";
import { settleMatch } from "./verifications.matches.ts";
import { uploadIdImages } from "./verifications.photos.ts";
import { claimCase, getCase, listQueue } from "./verifications.review.ts";
import { getConfig, getMine, readCalendar, setPersonalInfo } from "./verifications.ts";

interface Acting {
  readonly tx: Tx;
  readonly actor: OperatorActor;
  readonly now: Date;
  readonly platform: Platform;
}

const decidingOf = async ({ tx, actor: officer, now, platform }: Acting) => ({
  officer,
  keys: platform.keys,
  calendar: await readCalendar(tx, platform, now),
});

const caseOf = async ({ tx, now, platform }: Acting, id: string) => getCase(tx, { id, platform, calendar: await readCalendar(tx, platform, now) });

export const verificationsRoutes = routes(verifications, {
  config: async ({ db, actor, platform }) => getConfig(db, platform, actor.id),
  mine: async ({ db, actor, now, platform }) => getMine(db, platform, { accountId: actor.id, now }),
  setPersonalInfo: async ({ tx, actor, input, now, platform }) => setPersonalInfo(tx, platform, { accountId: actor.id, info: input, now }),
  uploadIdImages: async ({ actor, input, now, platform }) => uploadIdImages(platform, { accountId: actor.id, upload: input, now }),
  queue: async ({ db, input, now }) => listQueue(db, { ...input, now }),
  case: async ({ db, input: { id }, now, platform }) => getCase(db, { id, platform, calendar: await readCalendar(db, platform, now) }),
  claim: async ({ tx, actor, input: { id }, now }) => claimCase(tx, { id, officerId: actor.id, now }),
  open: async ({ actor, input, now, platform }) => openPictures(platform, { ...input, officer: actor, now }),
  readDocument: async ({ input, ...acting }) => {
    await readDocument(acting.tx, input, await decidingOf(acting));
    return caseOf(acting, input.id);
  },
  settleMatch: async ({ input: { reason: _, ...verdict }, ...acting }) => {
    await settleMatch(acting.tx, { ...verdict, officerId: acting.actor.id });
    return caseOf(acting, verdict.id);
  },
  approve: async ({ input, ...acting }) => {
    await approveVerification(acting.tx, input, await decidingOf(acting));
    return caseOf(acting, input.id);
  },
  askAgain: async ({ input, ...acting }) => {
    await askAgain(acting.tx, input, await decidingOf(acting));
    return caseOf(acting, input.id);
  },
  refuse: async ({ input, ...acting }) => {
    await refuseVerification(acting.tx, input, await decidingOf(acting));
    return caseOf(acting, input.id);
  },
  reopen: async ({ input: { id }, ...acting }) => {
    await reopenVerification(acting.tx, { id, now: acting.now });
    return caseOf(acting, id);
  },
});
