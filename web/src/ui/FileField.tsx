import { FileText } from "lucide-react";
import { useState } from "react";
import { cx } from "./cx.ts";
import { DropArea } from "./DropArea.tsx";
import type { FieldWords } from "./Field.tsx";
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
export function FileField({ error, bytesMax, words, value, onChange, ...field }: FileFieldProps) {
  const [isTooLarge, setTooLarge] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setTooLarge(file.size > bytesMax);
    onChange(file.size > bytesMax ? undefined : { base64: await readBase64(file), name: file.name });
  };
  return (
    <DropArea
      {...field}
      error={isTooLarge ? words.tooLarge : error}
      required
      isChosen={value !== undefined}
      onFile={(file) => void take(file)}
      className="min-h-24"
    >
      <span className="grid max-w-full justify-items-center gap-2">
        <FileText aria-hidden="true" className="size-6" />
        <span className={cx("max-w-full truncate", value && "font-medium text-text")}>{value?.name ?? words.choose}</span>
      </span>
    </DropArea>
  );
}
