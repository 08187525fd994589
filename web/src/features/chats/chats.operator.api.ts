import { chats } from "@laro/contract/chats";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

const PAGE_ROWS = 50;

const stale = [chats.queue, chats.mutes];

export const useMessages = (state: "reported" | "all") => useApiPages(chats.queue, { state, limit: PAGE_ROWS });
export const useMutes = () => useApiPages(chats.mutes, { limit: PAGE_ROWS });
export const useRooms = () => useApiQuery(chats.rooms, {});
export const useHide = () => useApiCommand(chats.hide, { stale });
export const useKeep = () => useApiCommand(chats.keep, { stale });
export const useMute = () => useApiCommand(chats.mute, { stale });
export const useUnmute = () => useApiCommand(chats.unmute, { stale });
export const useSetRoom = () => useApiCommand(chats.setRoom, { stale: [chats.rooms] });
