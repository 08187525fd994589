import { chats } from "@laro/contract/chats";
import { isAbroadOf } from "../../core/limits/abroad.ts";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { hideMessage, keepMessage, listMessages, listMutes, listRooms, muteMember, setRoom, unmuteMember } from "./chats.office.ts";
import { launchChat, reportMessage, sendMessage } from "./chats.ts";

export const chatsRoutes = routes(chats, {
  launch: async ({ db, actor, input, now }) => launchChat(db, { accountId: actor.id, series: input.series, now }),
  send: async ({ tx, actor, input, now, platform }) => {
    const pack = packs[platform.config.pack];
    return sendMessage(tx, { accountId: actor.id, standing: actor.standing, isAbroad: isAbroadOf(platform, actor), pack, now }, input);
  },
  report: async ({ tx, actor, input, now }) => {
    await reportMessage(tx, { accountId: actor.id, id: input.id, now });
    return {};
  },
  queue: async ({ db, input, now }) => listMessages(db, { ...input, now }),
  hide: async ({ tx, actor, input, now }) => {
    await hideMessage(tx, { id: input.id, officer: actor, now });
    return {};
  },
  keep: async ({ tx, input, now }) => {
    await keepMessage(tx, { id: input.id, now });
    return {};
  },
  mutes: async ({ db, input, now }) => listMutes(db, { ...input, now }),
  mute: async ({ tx, actor, input, now }) => {
    await muteMember(tx, { ...input, officer: actor, now });
    return {};
  },
  unmute: async ({ tx, input, now }) => {
    await unmuteMember(tx, { memberId: input.memberId, now });
    return {};
  },
  rooms: async ({ db }) => listRooms(db),
  setRoom: async ({ tx, input }) => setRoom(tx, input),
});
