import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { IconButton } from "./Button.tsx";
import { cx } from "./cx.ts";

export type ToastTone = "success" | "problem" | "info";

interface Toast {
  id: number;
  tone: ToastTone;
  text: string;
}

const SHOWN_MS = 5_000;
const TOASTS_MAX = 3;

const looks = {
  success: { Icon: CircleCheck, color: "text-win-text" },
  problem: { Icon: CircleAlert, color: "text-accent-text" },
  info: { Icon: Info, color: "text-info-text" },
} as const satisfies Record<ToastTone, object>;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const dismiss = (id: number) => replace(toasts.filter((toast) => toast.id !== id));

/** Says one sentence at the edge of the page for five seconds. */
export function showToast(text: string, tone: ToastTone = "info"): void {
  const id = ++lastId;
  replace([...toasts, { id, tone, text }].slice(-TOASTS_MAX));
  setTimeout(() => dismiss(id), SHOWN_MS);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Stands once in each site. A manual popover lifts it above any open dialog. */
export function ToastHost({ closeLabel }: { closeLabel: string }) {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div
      key={shown.at(-1)?.id}
      ref={(host) => {
        if (host && shown.length > 0) host.showPopover();
      }}
      popover="manual"
      role="status"
      className="fixed inset-auto inset-x-4 top-[calc(var(--header)+12px)] m-0 mx-auto w-auto max-w-100 gap-2 overflow-visible bg-transparent open:grid sm:end-6 sm:start-auto sm:w-100"
    >
      {shown.map((toast) => {
        const { Icon, color } = looks[toast.tone];
        return (
          <div key={toast.id} className="flex animate-rise items-start gap-3 rounded-md border border-line bg-card py-3 ps-4 pe-2 text-text shadow-float">
            <Icon aria-hidden="true" className={cx("mt-0.5 size-5 shrink-0", color)} />
            <p className="flex-1 py-0.5 text-sm">{toast.text}</p>
            <IconButton label={closeLabel} size="sm" onClick={() => dismiss(toast.id)}>
              <X />
            </IconButton>
          </div>
        );
      })}
    </div>
  );
}
