import { FEEDBACK_REPLY_MAX, type FeedbackCase } from "@laro/contract/feedback";
import { type KeyboardEvent, type SubmitEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { TextArea } from "../../ui/Field.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { fillMacro, newestOf, useAnswer, useMacros, useNote } from "./feedback.operator.api.ts";

interface WriteProps {
  row: FeedbackCase;
  canAnswer: boolean;
  onNext: () => void;
}

/** Ctrl and Enter sends what is being written. */
const sendByKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
};

/** The answer, from scratch or a prepared one, and a note that stays among officers. What was typed of an answer is there again when the thread is. */
export function WriteOperator({ row, canAnswer, onNext }: WriteProps) {
  const [text, setText] = useState("");
  return (
    <>
      {canAnswer && <Answer row={row} text={text} onText={setText} onNext={onNext} />}
      <Note row={row} />
    </>
  );
}

interface AnswerProps extends Omit<WriteProps, "canAnswer"> {
  text: string;
  onText: (text: string) => void;
}

function Answer({ row, text, onText, onNext }: AnswerProps) {
  const t = useT();
  const answer = useAnswer();
  const { data } = useMacros();
  const macros = (data?.list ?? []).filter(({ language }) => language === row.language);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    const done = () => {
      showToast(t("feedback.answered", { reference: row.reference }), "success");
      onText("");
      onNext();
    };
    answer.mutate({ id: row.id, text, seen: newestOf(row) }, { onSuccess: done });
  };
  const fill = (id: string) => {
    const macro = macros.find((one) => one.id === id);
    if (macro !== undefined) onText(fillMacro(macro, row));
  };
  return (
    <Panel title={t("feedback.answer")}>
      <form onSubmit={submit} className="grid gap-3">
        {macros.length > 0 && (
          <Select
            label={t("feedback.macro")}
            name="macro"
            aria-keyshortcuts="M"
            value=""
            options={[{ value: "", label: t("feedback.macroChoose") }, ...macros.map(({ id, title }) => ({ value: id, label: title }))]}
            onChange={(event) => fill(event.target.value)}
          />
        )}
        <TextArea
          label={t("feedback.answer")}
          name="answer"
          aria-keyshortcuts="A"
          rows={5}
          required
          maxLength={FEEDBACK_REPLY_MAX}
          counter={t("feedback.counter", { count: text.length, maximum: FEEDBACK_REPLY_MAX })}
          value={text}
          onKeyDown={sendByKey}
          onChange={(event) => onText(event.target.value)}
        />
        <FormFault error={answer.error} />
        <Button type="submit" busy={answer.isPending} disabled={text.trim() === ""} className="justify-self-end">
          {t("feedback.answerSend")}
        </Button>
      </form>
    </Panel>
  );
}

function Note({ row }: Pick<WriteProps, "row">) {
  const t = useT();
  const [text, setText] = useState("");
  const note = useNote();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() !== "") note.mutate({ id: row.id, text }, { onSuccess: () => setText("") });
  };
  return (
    <Panel title={t("feedback.note")} text={t("feedback.noteHint")}>
      <form onSubmit={submit} className="grid gap-3">
        <TextArea
          label={t("feedback.note")}
          name="note"
          aria-keyshortcuts="N"
          rows={2}
          required
          maxLength={FEEDBACK_REPLY_MAX}
          value={text}
          onKeyDown={sendByKey}
          onChange={(event) => setText(event.target.value)}
        />
        <FormFault error={note.error} />
        <Button type="submit" tone="secondary" busy={note.isPending} disabled={text.trim() === ""} className="justify-self-end">
          {t("feedback.noteSend")}
        </Button>
      </form>
    </Panel>
  );
}
