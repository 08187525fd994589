import { APPLY_COMMENT_MAX, APPLY_IMAGES_MAX } from "@laro/contract/campaigns";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useSpeech } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { TextArea } from "../../ui/Field.tsx";
import { type ChosenImage, ImageField } from "../../ui/ImageField.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useApply } from "./campaigns.api.ts";

const FIELDS = ["comment", "images"];

/** An application: a comment and up to three pictures, each limit said at its field (PROMO-09). */
export function ApplyForm({ code, onDone }: { code: string; onDone: () => void }) {
  const { t, language } = useSpeech();
  const faultOf = useFault();
  const apply = useApply();
  const [comment, setComment] = useState("");
  const [images, setImages] = useState<readonly ChosenImage[]>([]);
  const fault = apply.error === null ? undefined : faultOf(apply.error);
  const isTooLong = comment.length > APPLY_COMMENT_MAX;
  const isTooMany = images.length > APPLY_IMAGES_MAX;
  const commentError = isTooLong ? t("campaigns.commentTooLong", { maximum: APPLY_COMMENT_MAX }) : fault?.field === "comment" ? fault.text : undefined;
  const imagesError = isTooMany ? t("errors.campaigns.images_too_many", { maximum: APPLY_IMAGES_MAX }) : fault?.field === "images" ? fault.text : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isTooLong || isTooMany) return;
    apply.mutate(
      { code, language, comment, images: images.map(({ base64 }) => base64) },
      {
        onSuccess: () => {
          showToast(t("campaigns.applied"), "success");
          onDone();
        },
      },
    );
  };
  const change = (next: readonly ChosenImage[]) => {
    setImages(next);
    apply.reset();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextArea
        label={t("campaigns.comment")}
        name="comment"
        rows={3}
        data-autofocus
        counter={t("feedback.counter", { count: comment.length, maximum: APPLY_COMMENT_MAX })}
        error={commentError}
        value={comment}
        onChange={(event) => {
          setComment(event.target.value);
          apply.reset();
        }}
      />
      <Pictures images={images} error={imagesError} onChange={change} />
      <FormFault error={apply.error} fields={FIELDS} />
      <Button type="submit" size="lg" block busy={apply.isPending} disabled={isTooLong || isTooMany}>
        {t("campaigns.send")}
      </Button>
    </form>
  );
}

/** Each chosen picture, and a place for one more: the fourth is taken up to be refused in words. */
function Pictures({ images, error, onChange }: { images: readonly ChosenImage[]; error: ReactNode; onChange: (images: readonly ChosenImage[]) => void }) {
  const { t } = useSpeech();
  const words = {
    choose: t("ui.image.choose"),
    remove: t("ui.image.remove"),
    tooLarge: t("activity_apply_remark_limit3"),
    notAnImage: t("activity_apply_remark_limit2"),
  };
  const slots = Array.from({ length: Math.min(images.length + 1, APPLY_IMAGES_MAX + 1) }, (_, at) => at);
  return (
    <div role="group" aria-label={t("campaigns.pictures")} className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        {slots.map((at) => (
          <ImageField
            key={images[at]?.previewUrl ?? `place-${at}`}
            label={t("campaigns.picture", { no: at + 1 })}
            value={images[at]}
            words={words}
            onChange={(image) =>
              onChange(image === undefined ? images.filter((_, other) => other !== at) : [...images.slice(0, at), image, ...images.slice(at + 1)])
            }
          />
        ))}
      </div>
      <p role={error ? "alert" : undefined} className={error ? "text-xs text-accent-text" : "text-xs text-muted"}>
        {error ?? t("campaigns.picturesHint", { maximum: APPLY_IMAGES_MAX })}
      </p>
    </div>
  );
}
