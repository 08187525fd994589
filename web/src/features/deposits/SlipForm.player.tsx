import { type FormEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { type ChosenImage, ImageField } from "../../ui/ImageField.tsx";
import { useSubmitSlip } from "./deposits.api.ts";

/** Hands in the picture that shows the transfer was made. */
export function SlipForm({ id }: { id: string }) {
  const t = useT();
  const fault = useFault();
  const submitSlip = useSubmitSlip();
  const [slip, setSlip] = useState<ChosenImage>();
  const refused = submitSlip.error ? fault(submitSlip.error) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (slip) submitSlip.mutate({ id, slip: slip.base64 });
  };
  return (
    <form onSubmit={submit} className="grid gap-3 border-t border-line pt-4">
      <ImageField
        label={t("deposits.slip")}
        hint={t("ui.image.hint")}
        error={refused?.field === "slip" ? refused.text : undefined}
        value={slip}
        onChange={(image) => {
          setSlip(image);
          submitSlip.reset();
        }}
        required
        words={{
          choose: t("ui.image.choose"),
          remove: t("ui.image.remove"),
          tooLarge: t("errors.images.too_large"),
          notAnImage: t("errors.images.not_an_image"),
        }}
      />
      <FormFault error={submitSlip.error} fields={["slip"]} />
      <Button type="submit" size="lg" block busy={submitSlip.isPending} disabled={slip === undefined}>
        {t("deposits.slip.submit")}
      </Button>
    </form>
  );
}
