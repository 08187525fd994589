import { CHAT_TEXT_MAX } from "@laro/contract/chats";
import type { ChatMessage } from "@laro/contract/core/watching";
import { Flag, MessageCircle, Send } from "lucide-react";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { IconButton } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type Chat, useChat, useReport, useSend } from "./chats.api.ts";

/** Below this, whoever reads is at the end of the list and follows it. */
const END_PX = 48;

/** The chat of a live table: what members say, and a line to say something. */
export function ChatPanel({ gameCode }: { gameCode: string }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useChat(gameCode);
  const { data: chat } = asked;
  if (chat === undefined) return asked.error === null ? <Skeleton className="h-60 w-full" /> : <RefusedState {...refusal(asked)} />;
  return (
    <section aria-label={t("chats.title")} className="flex h-full min-h-72 flex-col gap-3">
      <Messages {...chat} />
      <Write {...chat} />
    </section>
  );
}

function Messages({ messages }: Pick<Chat, "messages">) {
  const t = useT();
  const list = useRef<HTMLOListElement>(null);
  const follows = useRef(true);
  useEffect(() => {
    if (follows.current) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [messages]);
  const look = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = list.current ?? {};
    follows.current = scrollHeight - scrollTop - clientHeight < END_PX;
  };
  if (messages.length === 0)
    return (
      <div className="flex-1">
        <EmptyState drawing="banca" text={t("chats.empty")} />
      </div>
    );
  return (
    <ol
      ref={list}
      onScroll={look}
      aria-live="polite"
      tabIndex={0}
      className="-me-2 grid max-h-96 min-h-40 flex-1 content-start gap-2.5 overflow-y-auto pe-2 lg:max-h-none"
    >
      {messages.map((message) => (
        <Said key={message.id} {...message} />
      ))}
    </ol>
  );
}

function Said({ id, name, text, at }: ChatMessage) {
  const t = useT();
  const report = useReport();
  const send = () =>
    report.mutate({ id }, { onSuccess: () => showToast(t("chats.reported"), "success"), onError: () => showToast(t("chats.notReported"), "problem") });
  return (
    <li className="group grid grid-cols-[1fr_auto] gap-x-2 text-sm">
      <span className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted">
        <span className="font-semibold text-text">{name}</span>
        <DateTime at={at} />
      </span>
      <IconButton
        size="sm"
        label={t("chats.report", { name })}
        onClick={send}
        disabled={report.isPending || report.isSuccess}
        className="row-span-2 self-start text-muted"
      >
        <Flag />
      </IconButton>
      <span className="wrap-anywhere">{text}</span>
    </li>
  );
}

function Write({ series, open, muted, mutedUntil, name, everySeconds }: Chat) {
  const t = useT();
  const [text, setText] = useState("");
  const send = useSend(series);
  if (!open) return <Note text={t("chats.closedNow")} />;
  if (muted)
    return (
      <p className="rounded-sm bg-text/6 px-4 py-3 text-sm text-muted">
        {t("chats.mutedNow")} {mutedUntil !== null && <DateTime at={mutedUntil} />}
      </p>
    );
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (text.trim() !== "") send.say(text.trim(), () => setText(""));
  };
  return (
    <form onSubmit={submit} className="grid gap-2 border-t border-line pt-3">
      <div className="grid grid-cols-[1fr_auto] items-end gap-2">
        <TextField
          label={t("chats.say", { name })}
          name="text"
          autoComplete="off"
          maxLength={CHAT_TEXT_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <IconButton type="submit" label={t("chats.send")} disabled={text.trim() === "" || send.isPending}>
          <Send />
        </IconButton>
      </div>
      <p className="text-xs text-muted">{t("chats.rules", { seconds: everySeconds })}</p>
      <FormFault error={send.error} />
    </form>
  );
}

const Note = ({ text }: { text: string }) => (
  <p className="flex gap-2 rounded-sm bg-text/6 px-4 py-3 text-sm text-muted">
    <MessageCircle aria-hidden="true" className="size-5 shrink-0" />
    {text}
  </p>
);
