import { ImageUp, Trash2 } from "lucide-react";
import { useState } from "react";
import { DropArea } from "./DropArea.tsx";
import type { FieldWords } from "./Field.tsx";
import { readBase64 } from "./readBase64.ts";
import { shrink } from "./shrink.ts";

const BYTES_MAX = 5_242_880;
const TYPES = ["image/jpeg", "image/png"];

export interface ChosenImage {
  /** What is sent. */
  readonly base64: string;
  readonly type: string;
  readonly name: string;
  /** Shows it before it is sent. */
  readonly previewUrl: string;
}

interface ImageFieldProps extends FieldWords {
  value: ChosenImage | undefined;
  onChange: (image: ChosenImage | undefined) => void;
  words: { choose: string; remove: string; tooLarge: string; notAnImage: string };
  required?: boolean | undefined;
  /** A larger picture is drawn smaller before it is sent, after its size was checked. */
  edgeMax?: number | undefined;
}

/** Chooses, drops or photographs one picture, and shows it. */
export function ImageField({ error, value, onChange, words, edgeMax, ...field }: ImageFieldProps) {
  const [fault, setFault] = useState<string>();
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const problem = TYPES.includes(file.type) ? (file.size > BYTES_MAX ? words.tooLarge : undefined) : words.notAnImage;
    setFault(problem);
    if (problem !== undefined) return onChange(undefined);
    const sent = edgeMax === undefined ? file : await shrink(file, edgeMax);
    onChange({ base64: await readBase64(sent), type: sent.type, name: file.name, previewUrl: URL.createObjectURL(sent) });
  };
  const remove = (
    <button
      type="button"
      aria-label={words.remove}
      onClick={() => onChange(undefined)}
      className="absolute end-2 top-2 grid size-9 place-items-center rounded-pill border border-line bg-card text-text transition hover:border-muted"
    >
      <Trash2 aria-hidden="true" className="size-4" />
    </button>
  );
  const isChosen = value !== undefined;
  return (
    <DropArea
      {...field}
      error={fault ?? error}
      accept={TYPES.join(",")}
      isChosen={isChosen}
      onFile={(file) => void take(file)}
      className="min-h-32"
      tools={isChosen && remove}
    >
      <span className="grid justify-items-center gap-2">
        {isChosen ? (
          <>
            <img src={value.previewUrl} alt="" className="max-h-56 rounded-sm" />
            <span className="max-w-full truncate text-xs">{value.name}</span>
          </>
        ) : (
          <>
            <ImageUp aria-hidden="true" className="size-7" />
            {words.choose}
          </>
        )}
      </span>
    </DropArea>
  );
}
