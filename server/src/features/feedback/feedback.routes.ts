import { feedback } from "@laro/contract/feedback";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { listMacros, removeMacro, saveMacro } from "./feedback.macros.ts";
import { answerThread, closeThread, getCase, handThreadOver, listOfficers, listQueue, noteThread, readFigures, takeThread } from "./feedback.office.ts";
import { addPicture, openPicture } from "./feedback.pictures.ts";
import { getThread, listMyThreads, listPromises, readThread, reopenThread, replyInThread, sendFeedback } from "./feedback.ts";

export const feedbackRoutes = routes(feedback, {
  send: async ({ begin, actor, input, now, visitor, platform: { config, keys } }) =>
    sendFeedback({ begin, actor, keys, pack: packs[config.pack], language: visitor.language, now }, input),
  promises: async ({ platform: { config } }) => listPromises(packs[config.pack]),
  mine: async ({ db, actor, input }) => listMyThreads(db, actor.id, input),
  thread: async ({ db, actor, input }) => getThread(db, { accountId: actor.id, id: input.id }),
  read: async ({ tx, actor, input }) => {
    await readThread(tx, { accountId: actor.id, id: input.id });
    return {};
  },
  reply: async ({ tx, actor, input, now, platform: { config } }) => replyInThread(tx, { ...input, accountId: actor.id, pack: packs[config.pack], now }),
  reopen: async ({ tx, actor, input, now, platform: { config } }) => reopenThread(tx, { ...input, accountId: actor.id, pack: packs[config.pack], now }),
  addPicture: async ({ actor, input, now, platform }) => addPicture(platform, { ...input, accountId: actor.id, pack: packs[platform.config.pack], now }),
  queue: async ({ db, input }) => listQueue(db, input),
  figures: async ({ db, now }) => readFigures(db, now),
  case: async ({ db, input }) => getCase(db, input.id),
  take: async ({ tx, actor, input, now }) => takeThread(tx, { id: input.id, officer: actor, now }),
  officers: async ({ db }) => listOfficers(db),
  handOver: async ({ tx, actor, input, now }) => handThreadOver(tx, { id: input.id, to: input.to, officer: actor, now }),
  answer: async ({ tx, actor, input, now, platform: { keys } }) => answerThread(tx, { ...input, officer: actor, keys, now }),
  note: async ({ tx, actor, input, now }) => noteThread(tx, { ...input, officer: actor, now }),
  close: async ({ tx, actor, input, now }) => closeThread(tx, { ...input, officer: actor, now }),
  openPicture: async ({ actor, input, now, platform }) => openPicture(platform, { ...input, officer: actor, now }),
  macros: async ({ db }) => listMacros(db),
  saveMacro: async ({ tx, input, now }) => saveMacro(tx, { ...input, now }),
  removeMacro: async ({ tx, input }) => {
    await removeMacro(tx, input.id);
    return {};
  },
});
