import { pictureUrl } from "@laro/contract/core/pictures";
import { ImagePlus, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { PickPictureOperator } from "./Pictures.operator.tsx";

interface PictureFieldProps {
  label: string;
  value: string | null;
  error?: ReactNode;
  onChange: (id: string | null) => void;
}

/** A picture of the library that an item names. */
export function PictureField({ label, value, error, onChange }: PictureFieldProps) {
  const t = useT();
  const [isPicking, setPicking] = useState(false);
  return (
    <div role="group" aria-label={label} className="grid gap-2">
      <span className="text-sm font-medium">{label}</span>
      {value !== null && <img src={pictureUrl(value, 390, "webp")} alt="" className="max-h-40 w-fit max-w-full rounded-sm border border-line" />}
      <span className="flex flex-wrap gap-2">
        <Button tone="secondary" size="sm" icon={<ImagePlus />} onClick={() => setPicking(true)}>
          {t(value === null ? "content.pictureChoose" : "content.pictureChange")}
        </Button>
        {value !== null && (
          <Button tone="ghost" size="sm" icon={<Trash2 />} onClick={() => onChange(null)}>
            {t("content.pictureRemove")}
          </Button>
        )}
      </span>
      {error && (
        <p role="alert" className="text-xs text-accent-text">
          {error}
        </p>
      )}
      {isPicking && (
        <PickPictureOperator
          onPick={(id) => {
            onChange(id);
            setPicking(false);
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  );
}
