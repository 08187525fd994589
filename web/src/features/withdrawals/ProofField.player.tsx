import { useT } from "../../api/language.ts";
import { type ChosenImage, ImageField } from "../../ui/ImageField.tsx";

interface ProofFieldProps {
  value: ChosenImage | undefined;
  onChange: (image: ChosenImage | undefined) => void;
  error: string | undefined;
  required?: boolean;
}

/** The picture that shows the money did not arrive. */
export function ProofField({ value, onChange, error, required = false }: ProofFieldProps) {
  const t = useT();
  return (
    <ImageField
      label={t(required ? "withdrawals.proof" : "withdrawals.proof.optional")}
      hint={t("ui.image.hint")}
      error={error}
      value={value}
      onChange={onChange}
      required={required}
      words={{
        choose: t("ui.image.choose"),
        remove: t("ui.image.remove"),
        tooLarge: t("errors.images.too_large"),
        notAnImage: t("errors.images.not_an_image"),
      }}
    />
  );
}
