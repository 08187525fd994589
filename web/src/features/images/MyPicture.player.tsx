import { useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { addressOf, useMyPicture } from "./images.api.ts";

/** One of the member's own pictures, small; pressing it shows it whole. */
export function MyPicture({ id, label }: { id: string; label: string }) {
  const t = useT();
  const refusal = useRefusal();
  const picture = useMyPicture(id);
  const [isOpen, setOpen] = useState(false);
  if (picture.data === undefined) return picture.error ? <RefusedState {...refusal(picture)} /> : <Skeleton className="size-24" />;
  const address = addressOf(picture.data.base64);
  return (
    <>
      <button
        type="button"
        aria-label={label}
        onClick={() => setOpen(true)}
        className="size-24 overflow-hidden rounded-sm border border-line transition hover:border-muted"
      >
        <img src={address} alt="" className="size-full object-cover" />
      </button>
      <Dialog open={isOpen} title={label} size="lg" onClose={() => setOpen(false)} closeLabel={t("ui.close")}>
        <img src={address} alt={label} className="mx-auto max-h-[70dvh] rounded-sm" />
      </Dialog>
    </>
  );
}
