import { useEffect, useState } from "react";

/** What was written and not saved, by officer and place: it outlives the page in this tab. */
const drafts = new Map<string, unknown>();

/** Whose draft it is, and of what. */
export interface DraftPlace {
  readonly officer: string;
  readonly of: string;
}

const keyOf = ({ officer, of }: DraftPlace): string => `${officer} ${of}`;

export const hasDraft = (place: DraftPlace): boolean => drafts.has(keyOf(place));

/** A draft that is kept for as long as it is worth saving: whoever comes back in this tab finds it, and a tab that is closed meanwhile asks first. */
export function useDraft<Draft>(place: DraftPlace, begin: () => Draft, isUnsaved: (draft: Draft) => boolean) {
  const key = keyOf(place);
  const [draft, setDraft] = useState(() => (drafts.has(key) ? (drafts.get(key) as Draft) : begin()));
  const isDirty = isUnsaved(draft);
  useEffect(() => void (isDirty ? drafts.set(key, draft) : drafts.delete(key)), [key, isDirty, draft]);
  useLeaveGuard(isDirty);
  return [draft, setDraft, isDirty] as const;
}

function useLeaveGuard(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", hold);
    return () => window.removeEventListener("beforeunload", hold);
  }, [isDirty]);
}
