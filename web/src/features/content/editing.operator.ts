import type { ContentItem } from "@laro/contract/content";
import type { OutputOf } from "@laro/contract/core/endpoint";
import type { content } from "@laro/contract/content";
import { useEffect, useEffectEvent, useState } from "react";
import { useDraft } from "../../api/drafts.ts";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { useFault } from "../../api/query.ts";
import { showToast } from "../../ui/Toast.tsx";
import { type Draft, draftOf, type Editing, isChanged, isSame, placeOf, SOURCE, stampOf, useSave } from "./content.operator.api.ts";

type Removed = OutputOf<(typeof content)["save"]>["removed"];

/** An item under an officer's hands: what was read, what is written, what meets it, and how it is saved. */
export function useEditing(item: ContentItem, { officer, canWrite }: { officer: string; canWrite: boolean }) {
  const t = useT();
  const { languages } = usePermission();
  const { id } = item.row;
  const begin = (base: ContentItem): Editing => ({ base, draft: draftOf(base.version, languages) });
  const [editing, setEditing, isDirty] = useDraft(
    placeOf(officer, id),
    () => begin(item),
    ({ aside, draft, base }) => aside !== undefined || !isSame(draft, draftOf(base.version, languages)),
  );
  const [round, setRound] = useState(0);
  const [removed, setRemoved] = useState<Removed>([]);
  const [language, setLanguage] = useState(SOURCE);
  const save = useSave();
  const isBehind = !isSame(stampOf(item), stampOf(editing.base));
  const show = (next: Editing) => {
    setEditing(next);
    setRound(round + 1);
  };
  // Where nothing is written here, what others save is simply shown.
  if (isBehind && !isDirty && !save.isPending) show(begin(item));
  const saveNow = (then?: () => void) => {
    if (save.isPending || !canWrite) return;
    save.mutate(
      { ...stampOf(editing.base), ...editing.draft, texts: [...editing.draft.texts] },
      {
        onSuccess: (saved) => {
          show(begin(saved.item));
          setRemoved(saved.removed);
          const first = saved.removed[0];
          if (first !== undefined) setLanguage(first.language);
          showToast(t("content.savedToast"), "success");
          then?.();
        },
        onError: (error) => setLanguage((now) => languageIn(error) ?? now),
      },
    );
  };
  useSaveKey(() => saveNow());
  return {
    base: isBehind ? editing.base : item,
    draft: editing.draft,
    aside: editing.aside,
    round,
    removed,
    language,
    setLanguage,
    isDirty,
    isSaving: save.isPending,
    /** Somebody saved since this was read. */
    isBehind: isBehind && isDirty && !save.isPending,
    /** And it was told when this was saved: both texts are to be seen. */
    isMet: isBehind && isDirty && isChanged(save.error),
    saveError: isChanged(save.error) && !isBehind ? null : save.error,
    saveNow,
    change: (draft: Draft) => setEditing({ ...editing, draft }),
    /** Goes on from what the other saved, with one of the two texts; the other one stays at hand. */
    settle: (whose: "mine" | "theirs") => {
      const theirs = draftOf(item.version, languages);
      show(whose === "mine" ? { base: item, draft: editing.draft, aside: theirs } : { base: item, draft: theirs, aside: editing.draft });
      save.reset();
    },
    swap: () => editing.aside && show({ ...editing, draft: editing.aside, aside: editing.draft }),
    forget: () => {
      setRemoved([]);
      show(begin(item));
    },
  };
}

/** The language of the field a refusal is about. */
export function languageIn(error: Error): string | undefined {
  const field = "field" in error ? String(error.field) : "";
  return /^texts\.([A-Z]{2})\./.exec(field)?.[1];
}

/** What a refused command says at a field of the page. */
export function useFieldFault(errors: readonly (Error | null)[]) {
  const faultOf = useFault();
  const faults = errors.filter((error) => error !== null).map(faultOf);
  return (name: string): string | undefined => faults.find(({ field }) => field === name)?.text;
}

/** Ctrl or Cmd and S saves, wherever the focus is. */
function useSaveKey(onSave: () => void): void {
  const act = useEffectEvent(onSave);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (!document.querySelector("dialog:modal")) act();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
}
