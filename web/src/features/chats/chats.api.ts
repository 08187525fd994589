import { CHAT_SHOWN, chats } from "@laro/contract/chats";
import { type ChatMessage, TableMessage } from "@laro/contract/core/watching";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { putKnown, useApiCommand, useApiQuery } from "../../api/query.ts";
import { newRequestId } from "../../api/requestId.ts";
import { watchTable } from "../../api/watching.ts";

export type Chat = OutputOf<(typeof chats)["launch"]>;

/** A message behind those that are known, once. */
const withMessage = (chat: Chat, message: ChatMessage): Chat => ({
  ...chat,
  messages: [...chat.messages.filter(({ id }) => id !== message.id), message].slice(-CHAT_SHOWN),
});

/** The chat of a table, as the socket goes on with it. */
export function useChat(series: string) {
  const client = useQueryClient();
  useEffect(
    () =>
      watchTable(series, (said) => {
        const message = TableMessage.parse(said);
        if ("chat" in message) putKnown(client, chats.launch, { series }, (chat) => withMessage(chat, message.chat));
        if ("unchat" in message)
          putKnown(client, chats.launch, { series }, (chat) => ({ ...chat, messages: chat.messages.filter(({ id }) => id !== message.unchat) }));
      }),
    [client, series],
  );
  return useApiQuery(chats.launch, { series });
}

export const useReport = () => useApiCommand(chats.report);

/** Says something; what was not answered is said again under the same id, so that it stands there once. */
export function useSend(series: string) {
  const client = useQueryClient();
  const send = useApiCommand(chats.send);
  const open = useRef<{ readonly text: string; readonly requestId: string }>(undefined);
  const say = (text: string, said: () => void): void => {
    if (open.current?.text !== text) open.current = { text, requestId: newRequestId() };
    send.mutate(
      { series, ...open.current },
      {
        onSuccess: (message) => {
          open.current = undefined;
          putKnown(client, chats.launch, { series }, (chat) => withMessage(chat, message));
          said();
        },
      },
    );
  };
  return { error: send.error, isPending: send.isPending, say };
}
