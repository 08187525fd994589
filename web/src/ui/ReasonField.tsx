import type { TextAreaProps } from "./Field.tsx";
import { TextArea } from "./Field.tsx";

/** The bounds of the contract's `Reason`. */
export const REASON_MIN = 3;
const REASON_MAX = 200;

interface ReasonFieldProps extends Pick<TextAreaProps, "label" | "hint" | "error" | "onKeyDown"> {
  value: string;
  onChange: (reason: string) => void;
  "data-autofocus"?: boolean;
}

/** Why staff do what they do, as it will stand in the audit log. */
export function ReasonField({ value, onChange, ...rest }: ReasonFieldProps) {
  return (
    <TextArea
      {...rest}
      counter={`${value.length} / ${REASON_MAX}`}
      required
      rows={3}
      maxLength={REASON_MAX}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
