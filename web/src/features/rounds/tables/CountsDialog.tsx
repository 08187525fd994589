import type { ReactNode } from "react";
import { useT } from "../../../api/language.ts";
import { Dialog } from "../../../ui/Dialog.tsx";

export interface CountsDialogProps {
  rounds: number;
  groups: readonly { readonly label: string; readonly count: number }[];
  onClose: () => void;
  children?: ReactNode;
}

/** How often each of some things fell in my last rounds, and what that says of the next: nothing. */
export function CountsDialog({ rounds, groups, onClose, children }: CountsDialogProps) {
  const t = useT();
  return (
    <Dialog open title={t("rounds.tables.counts", { rounds })} onClose={onClose} closeLabel={t("ui.close")} size="sm">
      <div tabIndex={0} className="grid gap-4 rounded-sm text-sm outline-offset-4">
        <ul className="grid gap-1.5">
          {groups.map(({ label, count }) => (
            <li key={label} className="grid grid-cols-[6rem_1fr_2rem] items-center gap-2">
              <span>{label}</span>
              <span aria-hidden="true" className="h-2.5 overflow-hidden rounded-pill bg-field">
                <span style={{ width: `${(count / Math.max(1, rounds)) * 100}%` }} className="block h-full rounded-pill bg-action" />
              </span>
              <span className="figures text-end font-semibold">{count}</span>
            </li>
          ))}
        </ul>
        {children}
        <p className="text-muted">{t("rounds.tables.noMemory")}</p>
      </div>
    </Dialog>
  );
}
