import { messages } from "@laro/contract/messages";
import { routes } from "../../platform/routes.ts";
import { countUnread, listMyMessages, readMessage } from "./messages.ts";

export const messagesRoutes = routes(messages, {
  mine: async ({ db, actor, input }) => listMyMessages(db, actor.id, input),
  unread: async ({ db, actor }) => ({ count: await countUnread(db, actor.id) }),
  read: async ({ tx, actor, input, now }) => {
    await readMessage(tx, { accountId: actor.id, id: input.id, now });
    return {};
  },
});
