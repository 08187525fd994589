import type { MemberView } from "@laro/contract/members";
import { type SubmitEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { type Key, useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useNote, useNotes } from "./members.operator.api.ts";
import { Nothing } from "./memberWords.operator.tsx";

const NOTE_MIN = 3;
const NOTE_MAX = 500;

/** What officers wrote for each other about a member, or what the platform wrote to them. */
export function MemberTalkOperator({ part, member, canNote }: { part: "notes" | "messages"; member: MemberView; canNote: boolean }) {
  return part === "notes" ? <Notes id={member.id} canNote={canNote} /> : <Messages member={member} />;
}

function Notes({ id, canNote }: { id: bigint; canNote: boolean }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useNotes(id);
  const { rows } = asked;
  const face = faceOf(asked, rows.length);
  return (
    <Panel title={t("members.tab.notes")} text={t("members.notesText")}>
      {canNote && <NoteForm id={id} />}
      {face === "loading" && <Skeleton className="h-16" />}
      {face === "refused" && <RefusedState {...refusal(asked)} />}
      {face === "empty" && <Nothing text={t("members.noNotes")} />}
      <ul className="grid gap-3">
        {rows.map((note) => (
          <li key={note.id} className="grid gap-1 rounded-sm border border-line bg-field px-4 py-3 text-sm">
            <p className="break-words">{note.text}</p>
            <p className="text-xs text-muted">
              {note.by} · <DateTime at={note.at} />
            </p>
          </li>
        ))}
      </ul>
      <More {...asked} label={t("ui.more")} className="justify-self-start" />
    </Panel>
  );
}

function NoteForm({ id }: { id: bigint }) {
  const t = useT();
  const faultOf = useFault();
  const command = useNote();
  const [text, setText] = useState("");
  const fault = command.error === null ? undefined : faultOf(command.error);
  const isReady = text.trim().length >= NOTE_MIN && !command.isPending;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isReady) return;
    command.mutate(
      { id, text: text.trim() },
      {
        onSuccess: () => {
          setText("");
          showToast(t("members.notedToast"), "success");
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <TextField
        label={t("members.note")}
        hint={t("members.noteHint")}
        error={fault?.field === "text" ? fault.text : undefined}
        maxLength={NOTE_MAX}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FormFault error={command.error} fields={["text"]} />
      <Button type="submit" size="sm" busy={command.isPending} disabled={!isReady} className="justify-self-start">
        {t("members.addNote")}
      </Button>
    </form>
  );
}

function Messages({ member: { messages } }: { member: MemberView }) {
  const t = useT();
  return (
    <Panel title={t("members.tab.messages")} text={t("members.messagesText")}>
      {messages.length === 0 && <Nothing text={t("members.noMessages")} />}
      <ul className="grid gap-3">
        {messages.map(({ template, values, readAt, at }) => (
          <li key={`${template}${at}`} className="grid gap-1 rounded-sm border border-line bg-field px-4 py-3 text-sm">
            <p className="flex flex-wrap items-center justify-between gap-2 font-medium">
              {t(`messages.${template}.title` as Key, Object.fromEntries(values.entries()))}
              <Badge tone={readAt === null ? "neutral" : "win"}>{t(readAt === null ? "members.unread" : "members.read")}</Badge>
            </p>
            <p className="break-words text-muted">{t(`messages.${template}.text` as Key, Object.fromEntries(values.entries()))}</p>
            <p className="text-xs text-muted">
              <DateTime at={at} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
