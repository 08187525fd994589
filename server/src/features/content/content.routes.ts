import { content } from "@laro/contract/content";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { listAgentNotices, readAgentNotice } from "./content.agents.ts";
import { acceptDocument, listConsentsDue } from "./content.consents.ts";
import { createItem, discardDraft, orderItems, saveDraft } from "./content.desk.ts";
import { sanitise } from "./content.html.ts";
import { getItem, getVersion, listHistory, listItems, listOverview } from "./content.items.ts";
import { listPictures, setFocus, uploadPicture } from "./content.pictures.ts";
import { issuePreview, readPreview } from "./content.preview.ts";
import { publishDraft, retireItem, rollBack } from "./content.publish.ts";
import { getHelpCenter, getPost, listAnnouncements, listHelp, listMatches, listPosts, listResources, listTexts, listVideos } from "./content.shown.ts";

export const contentRoutes = routes(content, {
  announcements: async ({ db, input, now }) => ({ list: await listAnnouncements(db, { ...input, now }) }),
  help: async ({ db, input: { lang }, now }) => listHelp(db, { language: lang, now }),
  helpCenter: async ({ db, input: { lang }, now }) => getHelpCenter(db, { language: lang, now }),
  texts: async ({ db, input: { language }, now }) => ({ list: await listTexts(db, { language, now }) }),
  videos: async ({ db, input: { language }, now, platform: { log } }) => {
    const [list, matches] = await Promise.all([listVideos(db, { language, now, log }), listMatches(db, { language, now })]);
    return { list, matches };
  },
  resources: async ({ db, input: { language }, now }) => ({ list: await listResources(db, { language, now }) }),
  posts: async ({ db, input, now }) => listPosts(db, { ...input, now }),
  post: async ({ db, input, now }) => getPost(db, { ...input, now }),
  preview: async ({ db, input, now }) => readPreview(db, { ...input, now }),
  agentNotices: async ({ db, actor, input: { page, language }, now }) => listAgentNotices(db, { accountId: actor.id, page, language, now }),
  readAgentNotice: async ({ tx, actor, input: { id }, now }) => {
    await readAgentNotice(tx, { accountId: actor.id, id, now });
    return {};
  },
  consentsDue: async ({ db, actor, input: { language }, now }) => ({ list: await listConsentsDue(db, { accountId: actor.id, language, now }) }),
  accept: async ({ tx, actor, input, now }) => {
    await acceptDocument(tx, { ...input, accountId: actor.id, address: actor.ip, language: actor.language, now });
    return {};
  },
  list: async ({ db, input, now }) => listItems(db, { ...input, now }),
  overview: async ({ db, input, now }) => listOverview(db, { ...input, now }),
  get: async ({ db, input: { id }, now }) => getItem(db, { id, now }),
  version: async ({ db, input: { id, no }, now }) => getVersion(db, { id, no, now }),
  history: async ({ db, input, now }) => listHistory(db, { ...input, now }),
  create: async ({ tx, actor, input, now }) => createItem(tx, { ...input, by: actor, now }),
  save: async ({ begin, actor, input, now }) => saveDraft({ begin }, { ...input, by: actor, now }),
  publish: async ({ db, begin, actor, input, now, platform: { config } }) =>
    publishDraft({ db, begin }, { ...input, by: actor, now, pack: packs[config.pack] }),
  retire: async ({ tx, input: { id }, now }) => retireItem(tx, { id, now }),
  rollback: async ({ begin, actor, input, now, platform: { config } }) => rollBack({ begin }, { ...input, by: actor, now, pack: packs[config.pack] }),
  discard: async ({ tx, input }) => {
    await discardDraft(tx, input);
    return {};
  },
  order: async ({ tx, input: { kind, ids, seen } }) => {
    await orderItems(tx, { kind, ids, seen });
    return {};
  },
  sanitise: async ({ input }) => {
    const { html, removed } = await sanitise(input.html);
    return { html, removed: [...removed] };
  },
  previewTicket: async ({ tx, input: { id, no }, now }) => issuePreview(tx, { id, no, now }),
  pictures: async ({ db, input }) => listPictures(db, input),
  uploadPicture: async ({ db, begin, actor, input, now }) => uploadPicture({ db, begin }, { ...input, by: actor, now }),
  setFocus: async ({ tx, input }) => setFocus(tx, input),
});
