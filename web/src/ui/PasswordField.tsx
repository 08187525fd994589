import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "./Button.tsx";
import { cx } from "./cx.ts";
import { TextField, type TextFieldProps } from "./Field.tsx";

export type PasswordStrength = "weak" | "medium" | "strong";

const strengths = {
  weak: { bars: 1, fill: "bg-accent", words: "text-accent-text" },
  medium: { bars: 2, fill: "bg-primary", words: "text-primary-text" },
  strong: { bars: 3, fill: "bg-win", words: "text-win-text" },
} as const satisfies Record<PasswordStrength, object>;

export interface PasswordFieldProps extends Omit<TextFieldProps, "type" | "suffix"> {
  labels: { show: string; hide: string };
  strength?: { level: PasswordStrength; text: string } | undefined;
}

export function PasswordField({ labels, strength, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="grid gap-2">
      <TextField
        autoComplete="current-password"
        {...rest}
        type={isShown ? "text" : "password"}
        suffix={
          <IconButton label={isShown ? labels.hide : labels.show} aria-pressed={isShown} size="sm" onClick={() => setShown(!isShown)}>
            {isShown ? <EyeOff /> : <Eye />}
          </IconButton>
        }
      />
      {strength && <StrengthMeter {...strength} />}
    </div>
  );
}

function StrengthMeter({ level, text }: { level: PasswordStrength; text: string }) {
  const { bars, fill, words } = strengths[level];
  return (
    <div role="status" className="flex items-center gap-1.5">
      {[1, 2, 3].map((bar) => (
        <span key={bar} className={cx("h-1 flex-1 rounded-pill transition-colors", bar <= bars ? fill : "bg-line")} />
      ))}
      <span className={cx("ms-1 text-xs font-medium", words)}>{text}</span>
    </div>
  );
}
