import { type DragEvent, type ReactNode, useState } from "react";
import { cx } from "./cx.ts";
import { Field, type FieldWords } from "./Field.tsx";

interface DropAreaProps extends FieldWords {
  /** Which files are offered; the server decides which it takes. */
  accept: string;
  required?: boolean | undefined;
  isChosen: boolean;
  onFile: (file: File | undefined) => void;
  className: string;
  /** What stands in the area: what to do, or what was chosen. */
  children: ReactNode;
  /** What lies above the area and can be pressed. */
  tools?: ReactNode;
}

/** A field that a file is chosen for or dropped on. */
export function DropArea({ label, hint, error, accept, required, isChosen, onFile, className, children, tools }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(wiring) => (
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
          className={cx(
            "relative grid place-items-center overflow-hidden rounded-md border border-dashed bg-field p-3 text-center text-sm text-muted transition focus-within:border-primary-text",
            isOver ? "border-primary-text" : "border-line",
            className,
          )}
        >
          {children}
          <input
            {...wiring}
            type="file"
            accept={accept}
            required={required && !isChosen}
            onChange={(event) => onFile(event.target.files?.[0])}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {tools}
        </div>
      )}
    </Field>
  );
}
