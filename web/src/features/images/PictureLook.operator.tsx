import { Image as ImageIcon } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { addressOf, useLook } from "./images.api.ts";

const REASON_MIN = 3;
const REASON_MAX = 200;

/** A member's picture behind a reason: each look is on record with it. */
export function PictureLookOperator({ id, label }: { id: string; label: string }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button tone="secondary" size="sm" icon={<ImageIcon />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={isOpen} title={label} size="lg" onClose={() => setOpen(false)} closeLabel={t("ui.close")}>
        <Look id={id} label={label} />
      </Dialog>
    </>
  );
}

function Look({ id, label }: { id: string; label: string }) {
  const t = useT();
  const faultOf = useFault();
  const look = useLook();
  const [reason, setReason] = useState("");
  const isReady = reason.trim().length >= REASON_MIN;
  if (look.data) return <img src={addressOf(look.data.base64)} alt={label} className="mx-auto max-h-[70dvh] rounded-sm" />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) look.mutate({ id, reason: reason.trim() });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <TextField
        label={t("images.reason")}
        hint={t("images.reasonHint")}
        error={look.error && faultOf(look.error).text}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        maxLength={REASON_MAX}
        required
        data-autofocus
      />
      <Button type="submit" className="justify-self-start" busy={look.isPending} disabled={!isReady}>
        {t("images.show")}
      </Button>
    </form>
  );
}
