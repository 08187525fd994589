import type { ComponentPropsWithRef, ReactNode } from "react";
import { Anchor, type AnchorProps } from "./Anchor.tsx";
import { cx } from "./cx.ts";
import { Spinner } from "./Loading.tsx";

export type ButtonTone = "primary" | "secondary" | "ghost" | "danger" | "success";
export type ButtonSize = "sm" | "md" | "lg";

const tones = {
  primary: "bg-action text-on-action enabled:hover:bg-action-hover",
  secondary: "border border-line bg-card text-text enabled:hover:border-muted",
  ghost: "text-text enabled:hover:bg-text/8",
  danger: "bg-accent-fill text-white enabled:hover:brightness-110",
  success: "bg-win-fill text-on-win enabled:hover:brightness-110",
} as const satisfies Record<ButtonTone, string>;

const sizes = {
  sm: "h-8 px-3 text-sm",
  md: "h-10 px-5 text-sm",
  lg: "h-12 px-6 text-base",
} as const satisfies Record<ButtonSize, string>;

interface Look {
  tone?: ButtonTone | undefined;
  size?: ButtonSize | undefined;
  block?: boolean | undefined;
  icon?: ReactNode;
}

const look = ({ tone = "primary", size = "md", block }: Look, className?: string) =>
  cx(
    "inline-flex shrink-0 items-center justify-center gap-2 rounded-pill font-semibold whitespace-nowrap transition",
    "active:scale-[0.98] disabled:opacity-50 aria-busy:cursor-progress [&_svg]:size-4.5 [&_svg]:shrink-0",
    tones[tone],
    sizes[size],
    block && "w-full",
    className,
  );

export interface ButtonProps extends ComponentPropsWithRef<"button">, Look {
  /** Shows a spinner and takes no second press. */
  busy?: boolean | undefined;
}

export function Button({ tone, size, block, icon, busy = false, disabled, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} disabled={disabled || busy} aria-busy={busy} className={look({ tone, size, block }, className)}>
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

export function ButtonLink({ tone, size, block, icon, className, children, ...rest }: AnchorProps & Look) {
  return (
    <Anchor {...rest} className={look({ tone, size, block }, cx("hover:brightness-105", className))}>
      {icon}
      {children}
    </Anchor>
  );
}

export interface IconButtonProps extends ComponentPropsWithRef<"button"> {
  label: string;
  size?: "sm" | "md" | undefined;
  outlined?: boolean | undefined;
}

export function IconButton({ label, size = "md", outlined, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(
        "grid shrink-0 place-items-center rounded-pill text-muted transition hover:bg-text/8 hover:text-text disabled:opacity-40",
        size === "sm" ? "size-7 [&_svg]:size-4" : "size-10 [&_svg]:size-5",
        outlined && "border border-line bg-card text-text",
        className,
      )}
    />
  );
}
