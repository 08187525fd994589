import { QUEUE_COUNT_MAX } from "@laro/contract/core/page";
import { Keyboard } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { useSearchParams } from "wouter";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Skeleton } from "./Loading.tsx";

export type QueueDecision = "approve" | "reject";
type QueueKey = "next" | "previous" | "open" | "help" | QueueDecision;

const keys: Partial<Record<string, QueueKey>> = { j: "next", k: "previous", a: "approve", r: "reject", Enter: "open", "?": "help" };

/** Decisions by keyboard; silent while someone types, a dialog is open, or a button of its own would take Enter. */
function useQueueKeys(onKey: (key: QueueKey) => void): void {
  const act = useEffectEvent(onKey);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const key = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (key === undefined || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog:modal")) return;
      const target = event.target instanceof Element ? event.target : undefined;
      if (target?.closest("input, textarea, select, [contenteditable]") || (key === "open" && target?.closest("a, button, summary"))) return;
      event.preventDefault();
      act(key);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
}

/** The row the keys act on: kept by id, so that rows arriving or leaving never move it. */
function useSelection<Row extends { readonly id: string }>(rows: readonly Row[]) {
  const [id, select] = useState<string>();
  const at = rows.findIndex((row) => row.id === id);
  useEffect(() => {
    if (id !== undefined) document.querySelector("tr[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [id]);
  return {
    id,
    row: rows[at],
    select,
    next: () => select((rows[at + 1] ?? rows[at])?.id),
    previous: () => select((rows[at - 1] ?? rows[0])?.id),
    /** On to the neighbour of a row that is about to leave. */
    leave: () => select((rows[at + 1] ?? rows[at - 1])?.id),
  };
}

/** Which state of a queue is on the screen and which row is open: both live in the URL. The first state is the one shown unasked. */
export function useQueuePlace<State extends string>(states: readonly [State, ...(readonly State[])]) {
  const [params, setParams] = useSearchParams();
  const state = states.find((known) => known === params.get("state")) ?? states[0];
  return {
    state,
    openId: params.get("open"),
    setState: (next: State) => setParams({ state: next }),
    setOpen: (id: string | undefined) => setParams(id === undefined ? { state } : { state, open: id }, { replace: true }),
  };
}

interface DeskProps<Row> {
  rows: readonly Row[];
  place: Pick<ReturnType<typeof useQueuePlace>, "openId" | "setOpen">;
  mayDecide: (row: Row, decision: QueueDecision) => boolean;
}

/** An officer at a queue: the row the keys act on, the open one, the one being decided, and what each key does. */
export function useQueueDesk<Row extends { readonly id: string }>({ rows, place: { openId, setOpen }, mayDecide }: DeskProps<Row>) {
  const selection = useSelection(rows);
  const [deciding, setDeciding] = useState<{ row: Row; decision: QueueDecision }>();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const decide = (row: Row, decision: QueueDecision) => {
    selection.select(row.id);
    if (openId !== null) setOpen(undefined);
    setDeciding({ row, decision });
  };
  const decideSelected = (decision: QueueDecision) => selection.row && mayDecide(selection.row, decision) && decide(selection.row, decision);
  const actions = {
    next: selection.next,
    previous: selection.previous,
    approve: () => decideSelected("approve"),
    reject: () => decideSelected("reject"),
    open: () => selection.row && setOpen(selection.row.id),
    help: () => setHelpOpen(true),
  } as const satisfies Record<QueueKey, () => unknown>;
  useQueueKeys((key) => actions[key]());
  return {
    selectedId: selection.id,
    opened: deciding ? undefined : rows.find(({ id }) => id === openId),
    open: ({ id }: Row) => {
      selection.select(id);
      setOpen(id);
    },
    close: () => setOpen(undefined),
    deciding,
    decide,
    cancel: () => setDeciding(undefined),
    /** The row was decided and leaves: on to its neighbour. */
    finish: () => {
      setDeciding(undefined);
      selection.leave();
    },
    isHelpOpen,
    setHelpOpen,
  };
}

/** Where a whole queue would not fit beside the menu; what is left out then stands in the detail, one press away. */
const tight = matchMedia("(min-width: 768px) and (max-width: 1365px)");

function watchTight(listener: () => void): () => void {
  tight.addEventListener("change", listener);
  return () => tight.removeEventListener("change", listener);
}

export const useIsTight = (): boolean => useSyncExternalStore(watchTight, () => tight.matches);

/** A queue's count as people read it; undefined while it is loading. */
export const queueCount = (count: number | undefined): string | undefined =>
  count === undefined || count < QUEUE_COUNT_MAX ? count?.toString() : `${QUEUE_COUNT_MAX - 1}+`;

interface QueueHeaderProps {
  title: string;
  keysLabel: string;
  onHelp: () => void;
}

/** The queue's name, and the way to its keys where there is a keyboard. */
export const QueueHeader = ({ title, keysLabel, onHelp }: QueueHeaderProps) => (
  <header className="flex items-center justify-between gap-3">
    <h1 className="text-xl font-bold">{title}</h1>
    <Button tone="ghost" size="sm" icon={<Keyboard />} aria-keyshortcuts="?" onClick={onHelp} className="max-md:hidden">
      {keysLabel}
    </Button>
  </header>
);

interface QueueTilesProps {
  /** A figure that is undefined is still loading. */
  tiles: readonly { readonly label: string; readonly icon: ReactNode; readonly figure: ReactNode }[];
}

/** What an officer wants to know of a queue before its first row. */
export function QueueTiles({ tiles }: QueueTilesProps) {
  return (
    <dl className="grid gap-2 sm:grid-cols-3 sm:gap-3">
      {tiles.map(({ label, icon, figure }) => (
        <div key={label} className="flex items-center justify-between gap-3 rounded-md border border-line bg-card px-4 py-2.5 sm:grid sm:justify-start sm:py-4">
          <dt className="flex items-center gap-2 text-sm text-muted [&_svg]:size-4.5">
            {icon}
            {label}
          </dt>
          <dd className="figures font-display text-lg font-bold sm:text-xl">{figure ?? <Skeleton className="h-8 w-24" />}</dd>
        </div>
      ))}
    </dl>
  );
}

interface KeysDialogProps {
  title: string;
  lines: readonly { readonly caps: readonly string[]; readonly text: string }[];
  closeLabel: string;
  onClose: () => void;
}

/** Which key does what. */
export function KeysDialog({ title, lines, closeLabel, onClose }: KeysDialogProps) {
  return (
    <Dialog open title={title} onClose={onClose} closeLabel={closeLabel}>
      <dl className="grid">
        {lines.map(({ caps, text }) => (
          <div key={text} className="flex items-center justify-between gap-4 border-b border-line py-2.5 last:border-b-0">
            <dt className="text-sm">{text}</dt>
            <dd className="flex gap-1.5">
              {caps.map((cap) => (
                <kbd key={cap} className="rounded-sm border border-line bg-card px-2 py-0.5 text-xs font-semibold">
                  {cap}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
