import { messages } from "@laro/contract/messages";
import { useSpeech } from "../../api/language.ts";
import { useOnceCommand } from "../../api/once.ts";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

export const useInbox = () => useApiPages(messages.mine, {});
/** Trial accounts have no inbox and ask for none. */
export const useUnread = ({ enabled }: { enabled: boolean }) => useApiQuery(messages.unread, {}, { enabled });
export const useReadMessage = () => useApiCommand(messages.read, { stale: [messages.mine, messages.unread] });
export const useReportLetter = () => useApiCommand(messages.report, { stale: [messages.mine] });

export function useLetterTerms() {
  const { language } = useSpeech();
  return useApiQuery(messages.letterTerms, { language });
}
export const useLetters = () => useApiPages(messages.letters, {});
export const useSendLetter = () => useOnceCommand(messages.sendDownline, { stale: [messages.letters, messages.letterTerms] });
