import { X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { Logo } from "./art/Parol.tsx";
import { IconButton } from "./Button.tsx";
import { cancelledBy, useModal } from "./Dialog.tsx";

export interface DrawerProps {
  label: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** The side menu of narrow screens. Choosing an entry, Escape, or pressing beside it folds it away. */
export function Drawer({ label, closeLabel, onClose, children }: DrawerProps) {
  const element = useModal();
  const pressed = useEffectEvent((target: Element) => {
    if (target === element.current || target.closest("a")) onClose();
  });
  useEffect(() => {
    const drawer = element.current;
    const click = (event: MouseEvent) => pressed(event.target as Element);
    drawer?.addEventListener("click", click);
    return () => drawer?.removeEventListener("click", click);
  }, [element]);
  return (
    <dialog
      ref={element}
      aria-label={label}
      onCancel={cancelledBy(onClose)}
      className="fixed inset-y-0 start-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] animate-slide-in overflow-y-auto overscroll-contain border-e border-line bg-raised text-text backdrop:animate-fade backdrop:bg-veil"
    >
      <div className="flex min-h-full flex-col">
        <header className="sticky top-0 z-[1] flex h-14 shrink-0 items-center justify-between bg-raised px-4">
          <Logo />
          <IconButton label={closeLabel} onClick={onClose} className="-me-2">
            <X />
          </IconButton>
        </header>
        <div className="grid flex-1">{children}</div>
      </div>
    </dialog>
  );
}
