import type { VerificationPart } from "@laro/contract/verifications";
import { type FormEvent, type ReactNode, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { type ChosenImage, ImageField } from "../../ui/ImageField.tsx";
import { useUploadIdImages } from "./verifications.api.ts";

/** Enough to read a document by; a telephone's camera makes twice as much. */
const EDGE_MAX = 2_000;

const sides = [
  { part: "front", field: "idCardFront", label: "verifications.front", missing: "please_upload_front" },
  { part: "back", field: "idCardBack", label: "verifications.backSide", missing: "please_upload_back" },
  { part: "selfie", field: "idCardSelfie", label: "verifications.selfie", missing: "please_upload_selfie" },
] as const;
type PhotoField = (typeof sides)[number]["field"];

interface PhotosFormProps {
  /** What is asked for again; nothing is all of it. */
  asked: readonly VerificationPart[];
  /** Four digits to show beside one's face; null where none are asked for. */
  code: string | null;
  /** Stands above the pictures. */
  warning: ReactNode;
  later: ReactNode;
  onBack: (() => void) | undefined;
  onDone: () => void;
}

/** The three pictures, or those asked for again; each missing one says so itself. */
export function PhotosForm({ asked, code, warning, later, onBack, onDone }: PhotosFormProps) {
  const t = useT();
  const faultOf = useFault();
  const upload = useUploadIdImages();
  const [chosen, setChosen] = useState<Readonly<Partial<Record<PhotoField, ChosenImage>>>>({});
  const [isTried, setTried] = useState(false);
  const wanted = asked.length === 0 ? sides : sides.filter(({ part }) => asked.includes(part));
  const fault = upload.error === null ? undefined : faultOf(upload.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wanted.some(({ field }) => chosen[field] === undefined)) return;
    const urls = Object.fromEntries(Object.entries(chosen).map(([field, { type, base64 }]) => [field, `data:${type};base64,${base64}`]));
    upload.mutate({ ...urls, module: "UPLOADID3" }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {warning}
      {code !== null && wanted.some(({ part }) => part === "selfie") && <CodeOfTheDay code={code} />}
      {wanted.map(({ field, label, missing }) => (
        <ImageField
          key={field}
          label={t(label)}
          hint={t("verifications.pictureHint")}
          error={(isTried && chosen[field] === undefined && t(missing)) || (fault?.field === field && fault.text) || undefined}
          value={chosen[field]}
          edgeMax={EDGE_MAX}
          onChange={(image) => {
            // A picture is drawn smaller in its own time: two chosen one after the other must not undo each other.
            setChosen(({ [field]: _, ...rest }) => (image === undefined ? rest : { ...rest, [field]: image }));
            upload.reset();
          }}
          required
          words={{
            choose: t("ui.image.choose"),
            remove: t("ui.image.remove"),
            tooLarge: t("activity_apply_remark_limit3"),
            notAnImage: t("activity_apply_remark_limit2"),
          }}
        />
      ))}
      <FormFault error={upload.error} fields={sides.map(({ field }) => field)} />
      <div className="flex flex-wrap justify-end gap-3">
        {later}
        {onBack && (
          <Button tone="secondary" onClick={onBack} disabled={upload.isPending}>
            {t("verifications.back")}
          </Button>
        )}
        <Button type="submit" busy={upload.isPending}>
          {t("verifications.submit")}
        </Button>
      </div>
    </form>
  );
}

/** What stands on the paper beside the face. */
function CodeOfTheDay({ code }: { code: string }) {
  const t = useT();
  return (
    <section aria-label={t("verifications.code")} className="flex flex-wrap items-center justify-between gap-3 rounded-sm border border-line bg-card px-4 py-3">
      <p className="min-w-0 flex-1 basis-60 text-sm">{t("verifications.codeText")}</p>
      <p className="figures font-display text-3xl font-bold tracking-widest">{code}</p>
    </section>
  );
}
