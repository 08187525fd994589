import { Repeat2, Trash2, Undo2 } from "lucide-react";
import { useT } from "../../../api/language.ts";
import type { Chips } from "./useChips.ts";

/** What can be done with the chips that lie. */
export function BetTools({ chips }: { chips: Chips }) {
  const t = useT();
  const tools = [
    { label: t("rounds.tables.undo"), key: "Z", can: chips.can.undo, act: chips.undo, icon: <Undo2 /> },
    { label: t("rounds.tables.clear"), key: "X", can: chips.can.clear, act: chips.clear, icon: <Trash2 /> },
    {
      label: t("rounds.tables.double"),
      key: "D",
      can: chips.can.double,
      act: chips.double,
      icon: <span className="font-display text-sm font-extrabold">2×</span>,
    },
    { label: t("rounds.tables.rebet"), key: "R", can: chips.can.rebet, act: chips.rebet, icon: <Repeat2 /> },
  ];
  return (
    <div role="group" aria-label={t("rounds.tables.tools")} className="grid grid-cols-4 gap-1 sm:flex sm:gap-1.5">
      {tools.map(({ label, key, can, act, icon }) => (
        <button
          key={key}
          type="button"
          title={`${label} (${key})`}
          aria-label={label}
          aria-keyshortcuts={key}
          aria-disabled={!can}
          onClick={can ? act : undefined}
          className="flex h-13 min-w-0 items-center justify-center gap-1.5 rounded-md bg-card text-sm font-semibold transition hover:bg-white/20 aria-disabled:opacity-45 sm:h-11 sm:px-3 [&_svg]:size-4.5"
        >
          {icon}
          <span className="max-lg:hidden">{label}</span>
        </button>
      ))}
    </div>
  );
}
