import { X } from "lucide-react";
import { useEffect, useId, useLayoutEffect, useReducer, useRef, useState } from "react";
import type { ReactNode, SyntheticEvent } from "react";
import { Button, IconButton } from "./Button.tsx";
import { cx } from "./cx.ts";

const OPEN_DELAY_MS = 100;

/** What is asked before typed words are thrown away. */
export interface Leaving {
  title: string;
  body: string;
  leave: string;
  stay: string;
}

const widths = { sm: "sm:w-105", md: "sm:w-140", lg: "sm:w-220" } as const;

export interface DialogProps {
  open: boolean;
  title: ReactNode;
  /** Without it the dialog has no close button and Escape does nothing. */
  onClose?: (() => void) | undefined;
  closeLabel: string;
  escapable?: boolean | undefined;
  /** With it Escape and the close button ask first, once something was typed or chosen. */
  leaving?: Leaving | undefined;
  size?: keyof typeof widths | undefined;
  /** A picture above the title, edge to edge. */
  art?: ReactNode;
  footer?: ReactNode;
  id?: string | undefined;
  children: ReactNode;
}

/** A modal on the native element: focus stays inside, the page behind is inert, and pressing outside does nothing. */
export function Dialog({ open, ...rest }: DialogProps) {
  const isDue = useDelayed(open);
  return isDue ? <OpenDialog {...rest} /> : null;
}

function useDelayed(open: boolean): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(open), open ? OPEN_DELAY_MS : 0);
    return () => clearTimeout(timer);
  }, [open]);
  return open && isDue;
}

const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex='0']";

/** Opens the element as a modal for as long as it is mounted; focus goes to what carries `data-autofocus`, else to the title. */
export function useModal() {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const page = document.documentElement;
    page.style.setProperty("--scrollbar", `${window.innerWidth - page.clientWidth}px`);
    dialog.showModal();
    dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    dialog.addEventListener("keydown", wrapFocus);
    return () => dialog.close();
  }, []);
  return element;
}

/** The browser would let Tab leave a modal for its own toolbar; here it starts again at the other end. */
function wrapFocus(this: HTMLDialogElement, event: globalThis.KeyboardEvent): void {
  if (event.key !== "Tab") return;
  const stops = [...this.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((stop) => stop.offsetParent !== null);
  const [edge, other] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)];
  if (document.activeElement !== edge) return;
  event.preventDefault();
  other?.focus();
}

/** A dialog within, or a field for files that was left, tells its cancelling upwards: that is no wish about this one. */
const isOwn = ({ target, currentTarget }: SyntheticEvent): boolean => target === currentTarget;

/** What a modal does about Escape: the element itself stays, its owner decides. */
export const cancelledBy = (close: () => void) => (event: SyntheticEvent) => {
  event.preventDefault();
  if (isOwn(event)) close();
};

function OpenDialog({ title, onClose: done, closeLabel, escapable = true, leaving, size = "sm", art, footer, id, children }: Omit<DialogProps, "open">) {
  const titleId = useId();
  const element = useModal();
  const [isTouched, touch] = useReducer(() => true, false);
  const [isAsked, setAsked] = useState(false);
  const asks = leaving !== undefined && isTouched;
  const onClose = done && (asks ? () => setAsked(true) : done);
  const isEscapable = escapable && onClose !== undefined;
  const closed = (event: SyntheticEvent) => {
    if (!isOwn(event)) return;
    // A dialog that leaves the page closes too, and is heard of after it has left: that is no wish of the user's.
    if (!element.current?.isConnected) return;
    if (isEscapable && !asks) return onClose();
    element.current.showModal();
    if (isEscapable) onClose();
  };
  return (
    <dialog
      ref={element}
      id={id}
      aria-labelledby={titleId}
      closedby={isEscapable ? "closerequest" : "none"}
      onCancel={cancelledBy(() => isEscapable && onClose())}
      onClose={closed}
      onInput={leaving && touch}
      className={cx(
        "fixed m-0 h-dvh max-h-none w-full max-w-none min-h-50 min-w-50 animate-rise flex-col overflow-hidden bg-raised text-text open:flex",
        "backdrop:animate-fade backdrop:bg-veil sm:m-auto sm:h-fit sm:max-h-[calc(100dvh-48px)] sm:max-w-[calc(100vw-48px)] sm:rounded-md sm:border sm:border-line sm:shadow-float",
        widths[size],
      )}
    >
      {art && <div className="relative shrink-0">{art}</div>}
      <header className="flex shrink-0 items-center gap-3 px-5 pt-4 pb-2 sm:px-6 sm:pt-5">
        <h2 id={titleId} tabIndex={-1} className="flex-1 text-lg font-bold outline-none">
          {title}
        </h2>
        {onClose && (
          <IconButton label={closeLabel} onClick={onClose} className="-me-2">
            <X />
          </IconButton>
        )}
      </header>
      <Body>{children}</Body>
      {footer && (
        <footer className="flex shrink-0 flex-wrap justify-end gap-3 max-sm:*:flex-1 border-t border-line px-5 py-4 pb-[max(16px,env(safe-area-inset-bottom))] sm:px-6">
          {footer}
        </footer>
      )}
      {leaving && (
        <ConfirmDialog
          open={isAsked}
          title={leaving.title}
          body={leaving.body}
          confirmLabel={leaving.leave}
          cancelLabel={leaving.stay}
          tone="danger"
          onConfirm={() => done?.()}
          onCancel={() => setAsked(false)}
        />
      )}
    </dialog>
  );
}

/** What scrolls between header and footer; a stop of its own for the keyboard where it scrolls and holds none. */
function Body({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const [isStop, setStop] = useState(false);
  useEffect(() => {
    const body = element.current;
    if (!body) return;
    const look = new ResizeObserver(() => setStop(body.scrollHeight > body.clientHeight && body.querySelector(FOCUSABLE) === null));
    for (const one of [body, ...body.children]) look.observe(one);
    return () => look.disconnect();
  }, []);
  return (
    <div ref={element} tabIndex={isStop ? 0 : undefined} className="flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-6 sm:px-6">
      {children}
    </div>
  );
}

export interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  body: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  tone?: "primary" | "danger" | undefined;
  busy?: boolean | undefined;
}

export function ConfirmDialog({ open, title, body, confirmLabel, cancelLabel, onConfirm, onCancel, tone = "primary", busy }: ConfirmDialogProps) {
  const footer = (
    <>
      <Button tone="secondary" onClick={onCancel} disabled={busy} className="flex-1 sm:flex-none">
        {cancelLabel}
      </Button>
      <Button tone={tone} onClick={onConfirm} busy={busy} className="flex-1 sm:flex-none">
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog open={open} title={title} onClose={busy ? undefined : onCancel} closeLabel={cancelLabel} footer={footer}>
      <div className="text-base text-muted sm:text-sm">{body}</div>
    </Dialog>
  );
}
