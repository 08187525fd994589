import { RefusedCall } from "@laro/contract/core/call";
import { useEffect } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { formatManila } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { RichText } from "../../ui/RichText.tsx";
import { useAccept, useConsentsDue } from "./content.api.ts";

interface ConsentDialogProps {
  /** Everything is agreed to. */
  onDone: () => void;
  /** Leaves it open for now: money still leaves, and is asked again. */
  onClose: () => void;
  onSignOut: () => void;
}

/** Terms that changed: what is new, all of it, and the member's word on it, one document after the other. */
export function ConsentDialog({ onDone, onClose, onSignOut }: ConsentDialogProps) {
  const t = useT();
  const { data, refetch } = useConsentsDue();
  const accept = useAccept();
  const due = data?.list[0];
  const isDone = data !== undefined && due === undefined;
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone, onDone]);
  if (due === undefined) return null;
  const { id, no, title, summary, content, bindingFrom, isBinding } = due;
  const agree = () => accept.mutate({ id, no }, { onError: (error) => error instanceof RefusedCall && void refetch() });
  const footer = (
    <>
      <Button tone="secondary" onClick={onSignOut} disabled={accept.isPending} className="flex-1">
        {t("sessions.signOut")}
      </Button>
      <Button data-autofocus busy={accept.isPending} onClick={agree} className="flex-1">
        {t("content.accept")}
      </Button>
    </>
  );
  return (
    <Dialog key={`${id}.${no}`} open id="consentModal" size="md" title={title} onClose={onClose} closeLabel={t("ui.close")} footer={footer}>
      <section className="mb-5 rounded-sm bg-accent/14 px-4 py-3">
        <h3 className="text-sm font-semibold">{t("content.whatChanged")}</h3>
        <p className="mt-1 text-sm">{summary === "" ? t("content.newVersion") : summary}</p>
        {bindingFrom !== null && (
          <p className="mt-2 text-sm">{isBinding ? t("content.bindsNow") : t("content.bindsFrom", { at: formatManila(bindingFrom) })}</p>
        )}
      </section>
      <RichText html={content} />
      <FormFault error={accept.error} />
    </Dialog>
  );
}
