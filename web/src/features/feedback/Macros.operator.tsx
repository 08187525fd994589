import { FEEDBACK_REPLY_MAX, macroPlaceholders } from "@laro/contract/feedback";
import { Trash2 } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { useFault } from "../../api/query.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { TextArea, TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Select } from "../../ui/Select.tsx";
import { useMacros, useRemoveMacro, useSaveMacro } from "./feedback.operator.api.ts";

/** The prepared answers of all languages, and a new one. */
export function MacrosOperator({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <Dialog open size="md" title={t("feedback.macros")} onClose={onClose} closeLabel={t("ui.close")}>
      <div className="grid gap-6">
        <MacroList />
        <NewMacro />
      </div>
    </Dialog>
  );
}

function MacroList() {
  const t = useT();
  const refusal = useRefusal();
  const macros = useMacros();
  const remove = useRemoveMacro();
  if (macros.data === undefined) return macros.error ? <RefusedState {...refusal(macros)} /> : <Skeleton className="h-32" />;
  if (macros.data.list.length === 0) return <p className="text-sm text-muted">{t("feedback.macroEmpty")}</p>;
  return (
    <div className="grid gap-3">
      <ul className="grid">
        {macros.data.list.map(({ id, title, language, text }) => (
          <li key={id} className="flex items-start gap-3 border-b border-line py-3 last:border-b-0">
            <span className="grid min-w-0 flex-1 gap-1">
              <span className="flex flex-wrap items-center gap-2 text-sm font-semibold">
                {title} <Badge>{language}</Badge>
              </span>
              <span className="text-sm wrap-anywhere text-muted">{text}</span>
            </span>
            <IconButton label={t("feedback.macroFor", { title, language })} disabled={remove.isPending} onClick={() => remove.mutate({ id })}>
              <Trash2 />
            </IconButton>
          </li>
        ))}
      </ul>
      <FormFault error={remove.error} />
    </div>
  );
}

const fields = ["title", "language", "text"];

function NewMacro() {
  const t = useT();
  const faultOf = useFault();
  const { languages, defaultLanguage } = usePermission();
  const save = useSaveMacro();
  const [typed, setTyped] = useState({ title: "", language: defaultLanguage, text: "" });
  const fault = save.error === null ? undefined : faultOf(save.error);
  const faultAt = (field: string) => (fault?.field === field ? fault.text : undefined);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(typed, { onSuccess: () => setTyped({ ...typed, title: "", text: "" }) });
  };
  return (
    <form onSubmit={submit} className="grid gap-4 border-t border-line pt-4">
      <h3 className="text-base font-semibold">{t("feedback.macroNew")}</h3>
      <div className="grid gap-4 sm:grid-cols-[1fr_auto]">
        <TextField
          label={t("feedback.macroTitle")}
          name="title"
          required
          maxLength={60}
          value={typed.title}
          error={faultAt("title")}
          onChange={(event) => setTyped({ ...typed, title: event.target.value })}
        />
        <Select
          label={t("feedback.macroLanguage")}
          name="language"
          value={typed.language}
          error={faultAt("language")}
          options={languages.map((value) => ({ value, label: value }))}
          onChange={(event) => setTyped({ ...typed, language: event.target.value })}
        />
      </div>
      <TextArea
        label={t("feedback.macroText")}
        name="text"
        required
        rows={4}
        maxLength={FEEDBACK_REPLY_MAX}
        hint={t("feedback.macroHint", { placeholders: macroPlaceholders.map((name) => `{${name}}`).join(", ") })}
        value={typed.text}
        error={faultAt("text")}
        onChange={(event) => setTyped({ ...typed, text: event.target.value })}
      />
      <FormFault error={save.error} fields={fields} />
      <Button type="submit" busy={save.isPending} disabled={typed.title.trim() === "" || typed.text.trim() === ""} className="justify-self-end">
        {t("ui.save")}
      </Button>
    </form>
  );
}
