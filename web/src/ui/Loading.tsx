import { ParolMark } from "./art/Parol.tsx";
import { cx } from "./cx.ts";

export function Spinner({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cx("size-5 animate-[turn_0.8s_linear_infinite]", className)}>
      <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="3" opacity="0.25" />
      <path d="M12 3a9 9 0 0 1 9 9" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

/** The thin line at the top of the page while a route loads. */
export function LoadingBar({ label }: { label: string }) {
  return (
    <div role="progressbar" aria-label={label} className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
      <div className="h-full w-1/3 animate-sweep rounded-pill bg-action" />
    </div>
  );
}

/** Covers the page during a step that must not be interrupted, such as signing out. */
export function LoaderOverlay({ label }: { label: string }) {
  return (
    <div role="status" className="fixed inset-0 z-50 grid animate-fade place-content-center justify-items-center gap-4 bg-veil text-white">
      <ParolMark className="size-16 animate-turn" />
      <span className="text-sm font-medium">{label}</span>
    </div>
  );
}

export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={cx("skeleton block rounded-sm", className ?? "h-4 w-full")} />;
}
