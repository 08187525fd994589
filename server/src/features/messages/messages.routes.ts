import { messages } from "@laro/contract/messages";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { getLetterTerms, listLetters, reportLetter, sendDownline } from "./messages.letters.ts";
import { countUnread, listMyMessages, readMessage } from "./messages.ts";

export const messagesRoutes = routes(messages, {
  mine: async ({ db, actor, input }) => listMyMessages(db, actor.id, input),
  unread: async ({ db, actor }) => ({ count: await countUnread(db, actor.id) }),
  read: async ({ tx, actor, input, now }) => {
    await readMessage(tx, { accountId: actor.id, id: input.id, now });
    return {};
  },
  report: async ({ tx, actor, input, now }) => {
    await reportLetter(tx, { accountId: actor.id, id: input.id, now });
    return {};
  },
  letterTerms: async ({ db, actor, input, now, platform: { config, keys, timeZone } }) =>
    getLetterTerms(db, { ...input, agentId: actor.id, pack: packs[config.pack], keys, now, timeZone }),
  letters: async ({ db, actor, input, platform: { config, keys } }) =>
    listLetters(db, actor.id, { ...input, language: actor.language, keys, pack: packs[config.pack] }),
  sendDownline: async ({ tx, actor, input, now, platform: { config, keys, timeZone } }) =>
    sendDownline(tx, { ...input, agentId: actor.id, pack: packs[config.pack], keys, now, timeZone }),
});
