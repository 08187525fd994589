import { campaigns } from "@laro/contract/campaigns";
import { decideApplication, explain, join, leave, takeApplication } from "../../core/campaigns/campaigns.parts.ts";
import { approve, decline, saveDraft, steer, submitDraft } from "../../core/campaigns/campaigns.publish.ts";
import { getCampaign, listCampaigns, lookerOf, momentOf } from "../../core/campaigns/campaigns.read.ts";
import { claim } from "../../core/campaigns/campaigns.rewards.ts";
import { isRewardable } from "../../core/limits/rewards.ts";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { handIn, openPicture } from "./campaigns.apply.ts";
import { getApplication, getDesk, listApplications, listDesk } from "./campaigns.desk.ts";

export const campaignsRoutes = routes(campaigns, {
  list: async ({ db, actor, input, now, platform }) => listCampaigns(db, lookerOf(platform, { actor, language: input.language, now }), input),
  get: async ({ db, actor, input, now, platform }) => getCampaign(db, lookerOf(platform, { actor, language: input.language, now }), input.code),
  join: async ({ tx, actor, input, now, platform }) => {
    await join(tx, momentOf(platform, now), { accountId: actor.id, code: input.code });
    return getCampaign(tx, lookerOf(platform, { actor, language: input.language, now }), input.code);
  },
  apply: async ({ db, actor, input, now, platform }) => {
    await handIn(platform, momentOf(platform, now), { ...input, accountId: actor.id });
    return getCampaign(db, lookerOf(platform, { actor, language: input.language, now }), input.code);
  },
  leave: async ({ tx, actor, input, now, platform }) => {
    await leave(tx, momentOf(platform, now), { accountId: actor.id, code: input.code });
    return getCampaign(tx, lookerOf(platform, { actor, language: input.language, now }), input.code);
  },
  claim: async ({ db, actor, input, now, platform }) => {
    await claim(platform, momentOf(platform, now), { accountId: actor.id, code: input.code });
    return getCampaign(db, lookerOf(platform, { actor, language: input.language, now }), input.code);
  },
  explain: async ({ db, actor, input, now, platform }) => {
    const pack = packs[platform.config.pack];
    const explained = await explain(db, { accountId: actor.id, code: input.code, now, pack });
    return { ...explained, paused: !(await isRewardable(db, { accountId: actor.id, now, pack })), helpline: pack.helpline };
  },
  all: async ({ db, input, now }) => listDesk(db, { ...input, now }),
  save: async ({ tx, input: { madeAt, reason: _, ...draft }, actor: by, now, platform }) => {
    await saveDraft(tx, { draft, madeAt, by, now, pack: packs[platform.config.pack] });
    return getDesk(tx, draft.code, now);
  },
  submit: async ({ tx, input: { code, madeAt }, actor: by, now, platform }) => {
    await submitDraft(tx, { code, madeAt }, { by, now, keys: platform.keys, pack: packs[platform.config.pack] });
    return getDesk(tx, code, now);
  },
  approve: async ({ tx, input: { code, madeAt }, actor: by, now, platform }) => {
    await approve(tx, { code, madeAt }, { by, now, keys: platform.keys, pack: packs[platform.config.pack] });
    return getDesk(tx, code, now);
  },
  decline: async ({ tx, input: { code }, now }) => {
    await decline(tx, code);
    return getDesk(tx, code, now);
  },
  pause: async ({ tx, input: { code, reason }, now }) => {
    await steer(tx, { code, to: "paused", reason });
    return getDesk(tx, code, now);
  },
  resume: async ({ tx, input: { code, reason }, now }) => {
    await steer(tx, { code, to: "published", reason });
    return getDesk(tx, code, now);
  },
  stop: async ({ tx, input: { code, reason }, now }) => {
    await steer(tx, { code, to: "stopped", reason });
    return getDesk(tx, code, now);
  },
  applications: async ({ db, input }) => listApplications(db, input),
  take: async ({ tx, input: { id }, actor: officer, now }) => {
    await takeApplication(tx, { id, officer, now });
    return getApplication(tx, id);
  },
  decide: async ({ tx, input, actor: officer, now, platform }) => {
    await decideApplication(tx, momentOf(platform, now), { ...input, officer });
    return {};
  },
  openPicture: async ({ input, actor: officer, now, platform }) => openPicture(platform, { ...input, officer, now }),
});
