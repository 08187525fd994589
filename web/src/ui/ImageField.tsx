import { ImageUp, Trash2 } from "lucide-react";
import { type DragEvent, useState } from "react";
import { cx } from "./cx.ts";
import { readBase64 } from "./readBase64.ts";
import { Field, type FieldWords } from "./Field.tsx";

const BYTES_MAX = 5_242_880;
const TYPES = ["image/jpeg", "image/png"];

export interface ChosenImage {
  /** What is sent. */
  readonly base64: string;
  readonly name: string;
  /** Shows it before it is sent. */
  readonly previewUrl: string;
}

interface ImageFieldProps extends FieldWords {
  value: ChosenImage | undefined;
  onChange: (image: ChosenImage | undefined) => void;
  words: { choose: string; remove: string; tooLarge: string; notAnImage: string };
  required?: boolean | undefined;
}

/** Chooses, drops or photographs one picture, and shows it. */
export function ImageField({ label, hint, error, value, onChange, words, required }: ImageFieldProps) {
  const [fault, setFault] = useState<string>();
  const [isOver, setIsOver] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const problem = TYPES.includes(file.type) ? (file.size > BYTES_MAX ? words.tooLarge : undefined) : words.notAnImage;
    setFault(problem);
    onChange(problem === undefined ? { base64: await readBase64(file), name: file.name, previewUrl: URL.createObjectURL(file) } : undefined);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <Field label={label} hint={hint} error={fault ?? error} required={required}>
      {(wiring) => (
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
          className={cx(
            "relative grid min-h-32 place-items-center overflow-hidden rounded-md border border-dashed bg-field p-3 text-center text-sm text-muted transition focus-within:border-primary-text",
            isOver ? "border-primary-text" : "border-line",
          )}
        >
          {value === undefined ? (
            <span className="grid justify-items-center gap-2">
              <ImageUp aria-hidden="true" className="size-7" />
              {words.choose}
            </span>
          ) : (
            <span className="grid justify-items-center gap-2">
              <img src={value.previewUrl} alt="" className="max-h-56 rounded-sm" />
              <span className="max-w-full truncate text-xs">{value.name}</span>
            </span>
          )}
          <input
            {...wiring}
            type="file"
            accept={TYPES.join(",")}
            required={required && value === undefined}
            onChange={(event) => void take(event.target.files?.[0])}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {value !== undefined && (
            <button
              type="button"
              aria-label={words.remove}
              onClick={() => onChange(undefined)}
              className="absolute end-2 top-2 grid size-9 place-items-center rounded-pill border border-line bg-card text-text transition hover:border-muted"
            >
              <Trash2 aria-hidden="true" className="size-4" />
            </button>
          )}
        </div>
      )}
    </Field>
  );
}
