import { FEEDBACK_PICTURES_MAX, FEEDBACK_REPLY_MAX, feedbackTypeName, type OpenThread, type ThreadMessage } from "@laro/contract/feedback";
import { ArrowLeft } from "lucide-react";
import { type SubmitEvent, useEffect, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { DateTime, useNow } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { TextArea } from "../../ui/Field.tsx";
import { type ChosenImage, ImageField } from "../../ui/ImageField.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { type PictureOf, useAddPicture, useReadThread, useReopen, useReply, useThread } from "./feedback.api.ts";
import { StateBadge } from "./StateBadge.tsx";

/** One conversation with customer service: what was said, the pictures, and how it goes on. */
export function OpenThreadView({ id, picture, onBack }: { id: string; picture: PictureOf; onBack: () => void }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useThread(id);
  return (
    <div className="grid gap-4">
      <Button tone="ghost" size="sm" icon={<ArrowLeft />} onClick={onBack} className="justify-self-start">
        {t("feedback.back")}
      </Button>
      {asked.data === undefined && asked.error === null && <Skeleton className="h-80" />}
      {asked.data === undefined && asked.error !== null && <RefusedState {...refusal(asked)} />}
      {asked.data !== undefined && <Conversation thread={asked.data} picture={picture} />}
    </div>
  );
}

function Conversation({ thread, picture }: { thread: OpenThread; picture: PictureOf }) {
  const t = useT();
  const { id, reference, type, state, unread, dueAt, reopenUntil, messages } = thread;
  const { mutate: read } = useReadThread();
  const now = useNow();
  // Seen is read, also what arrives while it is open.
  useEffect(() => {
    if (unread > 0) read({ id });
  }, [id, unread, read]);
  const isReopenable = reopenUntil !== null && Date.parse(reopenUntil) > now;
  return (
    <section aria-label={t("feedback.conversation", { reference })} className="grid gap-4 rounded-md border border-line bg-card p-4 sm:p-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="figures text-base font-semibold">{reference}</h2>
        <span className="text-sm text-muted">{t(`feedback.type.${feedbackTypeName(type)}`)}</span>
        <span className="ms-auto">
          <StateBadge state={state} />
        </span>
        {dueAt !== null && (
          <p className="w-full text-sm text-muted">
            {t("feedback.dueAt")} <DateTime at={dueAt} />
          </p>
        )}
      </header>
      <ol aria-live="polite" className="grid gap-3">
        {messages.map((message) => (
          <Said key={message.id} message={message} />
        ))}
      </ol>
      <Pictures thread={thread} picture={picture} />
      {state !== "closed" && <Write key="reply" id={id} isReopening={false} />}
      {isReopenable && (
        <>
          <p className="text-sm text-muted">
            {t("feedback.reopenUntil")} <DateTime at={reopenUntil} />
          </p>
          <Write key="reopen" id={id} isReopening />
        </>
      )}
    </section>
  );
}

function Said({ message: { from, text, at } }: { message: ThreadMessage }) {
  const t = useT();
  const isMine = from === "writer";
  return (
    <li className={cx("grid max-w-[85%] gap-1 rounded-md px-4 py-3 text-sm", isMine ? "justify-self-end bg-primary/12" : "justify-self-start bg-text/6")}>
      <span className="flex flex-wrap items-baseline gap-x-3 text-xs text-muted">
        <span className="font-semibold">{t(isMine ? "feedback.fromMe" : "feedback.fromOffice")}</span>
        <DateTime at={at} />
      </span>
      <span className="wrap-anywhere">{text}</span>
    </li>
  );
}

/** A reply, or why it is opened again; what was written stays until it arrived. */
function Write({ id, isReopening }: { id: string; isReopening: boolean }) {
  const t = useT();
  const [text, setText] = useState("");
  const commands = { reply: useReply(), reopen: useReopen() };
  const command = isReopening ? commands.reopen : commands.reply;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() !== "") command.mutate({ id, text }, { onSuccess: () => setText("") });
  };
  return (
    <form onSubmit={submit} className="grid gap-3 border-t border-line pt-4">
      <TextArea
        label={t(isReopening ? "feedback.reopenText" : "feedback.reply")}
        name="text"
        required
        rows={3}
        maxLength={FEEDBACK_REPLY_MAX}
        counter={t("feedback.counter", { count: text.length, maximum: FEEDBACK_REPLY_MAX })}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FormFault error={command.error} />
      <Button type="submit" busy={command.isPending} disabled={text.trim() === ""} className="justify-self-end">
        {t(isReopening ? "feedback.reopen" : "feedback.replySend")}
      </Button>
    </form>
  );
}

function Pictures({ thread: { id, state, pictures }, picture: Picture }: { thread: OpenThread; picture: PictureOf }) {
  const t = useT();
  const [isAdding, setAdding] = useState(false);
  const canAdd = state !== "closed" && pictures.length < FEEDBACK_PICTURES_MAX;
  if (pictures.length === 0 && !canAdd) return null;
  return (
    <div className="grid gap-3">
      {pictures.length > 0 && (
        <ul aria-label={t("feedback.pictures")} className="flex flex-wrap gap-3">
          {pictures.map((one, at) => (
            <li key={one}>
              <Picture id={one} label={t("feedback.picture", { no: at + 1 })} />
            </li>
          ))}
        </ul>
      )}
      {canAdd && !isAdding && (
        <Button tone="secondary" size="sm" className="justify-self-start" onClick={() => setAdding(true)}>
          {t("feedback.addPicture")}
        </Button>
      )}
      {canAdd && isAdding && <AddPicture id={id} onDone={() => setAdding(false)} />}
    </div>
  );
}

function AddPicture({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useT();
  const faultOf = useFault();
  const add = useAddPicture();
  const [image, setImage] = useState<ChosenImage>();
  const fault = add.error ? faultOf(add.error) : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (image) add.mutate({ id, picture: image.base64 }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <ImageField
        label={t("feedback.addPicture")}
        hint={t("ui.image.hint")}
        error={fault?.field === "picture" ? fault.text : undefined}
        value={image}
        onChange={(next) => {
          setImage(next);
          add.reset();
        }}
        words={{
          choose: t("ui.image.choose"),
          remove: t("ui.image.remove"),
          tooLarge: t("errors.images.too_large"),
          notAnImage: t("errors.images.not_an_image"),
        }}
      />
      <FormFault error={add.error} fields={["picture"]} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="secondary" onClick={onDone}>
          {t("ui.cancel")}
        </Button>
        <Button type="submit" busy={add.isPending} disabled={image === undefined}>
          {t("feedback.addPictureSend")}
        </Button>
      </div>
    </form>
  );
}
