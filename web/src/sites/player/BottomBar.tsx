import { Anchor } from "../../ui/Anchor.tsx";
import { cx } from "../../ui/cx.ts";
import type { ShellEntry } from "../../ui/SideMenu.tsx";

const RAISED = 2;

/** The thumb's menu on narrow screens. */
export function BottomBar({ label, entries }: { label: string; entries: readonly ShellEntry[] }) {
  return (
    <nav aria-label={label} className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] lg:hidden">
      <ul className="mx-auto grid h-16 max-w-140 grid-cols-[repeat(5,minmax(min-content,1fr))]">
        {entries.map((entry, at) => (
          <li key={entry.label} className="grid">
            <BarEntry entry={entry} raised={at === RAISED} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function BarEntry({ entry: { label, icon, to, onSelect, active, hasPopup }, raised }: { entry: ShellEntry; raised: boolean }) {
  const className = cx(
    "flex flex-col items-center justify-end gap-1 pb-1.5 text-xs transition [&_svg]:size-5.5",
    raised ? "font-medium text-text" : active ? "font-medium text-primary-text" : "text-muted hover:text-text",
  );
  const inner = (
    <>
      {raised ? (
        <span className="-mt-(--rise) grid size-(--stud) place-items-center rounded-pill bg-action text-on-action ring-4 ring-raised">{icon}</span>
      ) : (
        icon
      )}
      <span className="max-w-full text-center leading-3.5 tracking-tight text-balance [overflow-wrap:normal]">{label}</span>
    </>
  );
  return to ? (
    <Anchor to={to} aria-current={active ? "page" : undefined} onClick={onSelect} className={className}>
      {inner}
    </Anchor>
  ) : (
    <button type="button" aria-haspopup={hasPopup && "dialog"} onClick={onSelect} className={className}>
      {inner}
    </button>
  );
}
