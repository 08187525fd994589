import type { FeedbackCase } from "@laro/contract/feedback";
import { Image } from "lucide-react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { useOpenPicture } from "./feedback.operator.api.ts";

/** The pictures of a thread, opened one at a time: each look is on record. */
export function PicturesOperator({ row: { id, pictures }, canOpen }: { row: FeedbackCase; canOpen: boolean }) {
  const t = useT();
  const look = useOpenPicture();
  return (
    <div className="grid gap-3">
      <ul aria-label={t("feedback.pictures")} className="flex flex-wrap gap-2">
        {pictures.map((pictureId, at) => (
          <li key={pictureId}>
            <Button tone="secondary" size="sm" icon={<Image />} disabled={!canOpen} onClick={() => look.mutate({ id, pictureId })}>
              {t("feedback.openPicture", { no: at + 1 })}
            </Button>
          </li>
        ))}
      </ul>
      <FormFault error={look.error} />
      {look.data && <img src={`data:image/jpeg;base64,${look.data.base64}`} alt={t("feedback.pictures")} className="max-h-[60dvh] rounded-sm" />}
    </div>
  );
}
