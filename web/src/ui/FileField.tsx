import { FileText } from "lucide-react";
import { type DragEvent, useState } from "react";
import { cx } from "./cx.ts";
import { Field, type FieldWords } from "./Field.tsx";
import { readBase64 } from "./readBase64.ts";

export interface ChosenFile {
  /** What is sent. */
  readonly base64: string;
  readonly name: string;
}

interface FileFieldProps extends FieldWords {
  /** Which files are offered; the server decides which it takes. */
  accept: string;
  bytesMax: number;
  words: { choose: string; tooLarge: string };
  value: ChosenFile | undefined;
  onChange: (file: ChosenFile | undefined) => void;
}

/** Chooses or drops one file and shows its name. */
export function FileField({ label, hint, error, accept, bytesMax, words, value, onChange }: FileFieldProps) {
  const [isTooLarge, setTooLarge] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setTooLarge(file.size > bytesMax);
    onChange(file.size > bytesMax ? undefined : { base64: await readBase64(file), name: file.name });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <Field label={label} hint={hint} error={isTooLarge ? words.tooLarge : error} required>
      {(wiring) => (
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
          className={cx(
            "relative grid min-h-24 place-items-center overflow-hidden rounded-md border border-dashed bg-field p-3 text-center text-sm text-muted transition focus-within:border-primary-text",
            isOver ? "border-primary-text" : "border-line",
          )}
        >
          <span className="grid max-w-full justify-items-center gap-2">
            <FileText aria-hidden="true" className="size-6" />
            <span className={cx("max-w-full truncate", value && "font-medium text-text")}>{value?.name ?? words.choose}</span>
          </span>
          <input
            {...wiring}
            type="file"
            accept={accept}
            required={value === undefined}
            onChange={(event) => void take(event.target.files?.[0])}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
        </div>
      )}
    </Field>
  );
}
