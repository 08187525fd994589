import { messages } from "@laro/contract/messages";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

export const useInbox = () => useApiPages(messages.mine, {});
/** Trial accounts have no inbox and ask for none. */
export const useUnread = ({ enabled }: { enabled: boolean }) => useApiQuery(messages.unread, {}, { enabled });
export const useReadMessage = () => useApiCommand(messages.read, { stale: [messages.mine, messages.unread] });
