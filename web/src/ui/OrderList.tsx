import { ChevronDown, ChevronUp, GripVertical } from "lucide-react";
import {
  type KeyboardEvent,
  type PointerEvent as Press,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { IconButton } from "./Button.tsx";
import { cx } from "./cx.ts";

export interface OrderItem<Id extends string> {
  readonly id: Id;
  readonly name: string;
  readonly content: ReactNode;
  /** Shown as left out. */
  readonly isOff?: boolean | undefined;
}

export interface OrderListProps<Id extends string> {
  label: string;
  items: readonly OrderItem<Id>[];
  onOrder: (ids: readonly Id[]) => void;
  /** Which one is looked at, so that a picture beside the list can show it. */
  onPoint?: ((id: Id | undefined) => void) | undefined;
  /** The words of one item's handle and its two buttons. */
  labels: (name: string) => RowWords;
  /** What is said once an item has moved. */
  sayPlace: (name: string, place: number, of: number) => string;
  disabled?: boolean | undefined;
}

interface RowWords {
  grip: string;
  up: string;
  down: string;
}

/** What of a row holds the focus once it went. */
type Part = "grip" | "up" | "down";

const EDGE_PX = 90;
const SCROLL_PX = 10;

const moved = <Id,>(ids: readonly Id[], id: Id, to: number): readonly Id[] => {
  const rest = ids.filter((one) => one !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
};

/** A list whose order is the matter: dragged by its handles, or moved by the arrow keys on them and by buttons. */
export function OrderList<Id extends string>({ label, items, onOrder, onPoint, labels, sayPlace, disabled = false }: OrderListProps<Id>) {
  const list = useRef<HTMLOListElement>(null);
  const [held, setHeld] = useState<Id>();
  const [followed, setFollowed] = useState<{ id: Id; part: Part }>();
  const [said, setSaid] = useState("");
  const ids = items.map(({ id }) => id);
  const move = (id: Id, to: number) => {
    const place = Math.max(0, Math.min(ids.length - 1, to));
    if (disabled || place === ids.indexOf(id)) return;
    onOrder(moved(ids, id, place));
    setSaid(sayPlace(items.find((item) => item.id === id)!.name, place + 1, ids.length));
  };
  // A button at the end of its way is disabled and would lose the focus: the handle takes it.
  useLayoutEffect(() => {
    if (followed) list.current?.querySelector<HTMLElement>(`[data-order="${followed.id}"] [data-part="${followed.part}"]`)?.focus();
  }, [followed]);
  useDragging(list, { isHeld: held !== undefined, onOver: (place) => held !== undefined && move(held, place), onDrop: () => setHeld(undefined) });
  usePointing(list, (id) => onPoint?.(ids.find((one) => one === id)));
  return (
    <>
      <ol ref={list} aria-label={label} className="grid grid-cols-1">
        {items.map((item, at) => (
          <Row
            key={item.id}
            item={item}
            at={at}
            of={items.length}
            words={labels(item.name)}
            isHeld={held === item.id}
            disabled={disabled}
            onHold={() => setHeld(item.id)}
            onMove={(part, to) => {
              move(item.id, to);
              setFollowed({ id: item.id, part });
            }}
          />
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </>
  );
}

interface RowProps {
  item: OrderItem<string>;
  at: number;
  of: number;
  words: RowWords;
  isHeld: boolean;
  disabled: boolean;
  onHold: () => void;
  onMove: (part: Part, to: number) => void;
}

function Row({ item: { id, content, isOff = false }, at, of, words, isHeld, disabled, onHold, onMove }: RowProps) {
  const last = of - 1;
  const keyed = (event: KeyboardEvent) => {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMove("grip", to);
  };
  const pressed = (event: Press<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus();
    // A finger's moves would otherwise belong to the handle, which moves away.
    event.currentTarget.releasePointerCapture(event.pointerId);
    onHold();
  };
  return (
    <li
      data-order={id}
      className={cx(
        "flex min-h-14 items-center gap-2 border-b border-line px-2 py-1.5 transition-colors last:border-b-0 sm:gap-3 sm:px-3",
        isHeld ? "bg-primary/14" : "hover:bg-text/4",
      )}
    >
      <button
        type="button"
        data-part="grip"
        aria-label={words.grip}
        title={words.grip}
        disabled={disabled}
        onKeyDown={keyed}
        onPointerDown={pressed}
        className={cx(
          "grid size-9 shrink-0 touch-none place-items-center rounded-sm text-muted hover:bg-text/8 hover:text-text disabled:opacity-40",
          isHeld ? "cursor-grabbing" : "cursor-grab",
        )}
      >
        <GripVertical aria-hidden="true" className="size-5" />
      </button>
      <span className="figures w-5 shrink-0 text-end text-xs text-muted max-sm:hidden">{at + 1}</span>
      <div className={cx("min-w-0 flex-1", isOff && "grayscale")}>{content}</div>
      <span className="flex shrink-0">
        <IconButton data-part="up" label={words.up} size="sm" disabled={disabled || at === 0} onClick={() => onMove(at === 1 ? "grip" : "up", at - 1)}>
          <ChevronUp />
        </IconButton>
        <IconButton
          data-part="down"
          label={words.down}
          size="sm"
          disabled={disabled || at === last}
          onClick={() => onMove(at === last - 1 ? "grip" : "down", at + 1)}
        >
          <ChevronDown />
        </IconButton>
      </span>
    </li>
  );
}

interface Dragging {
  isHeld: boolean;
  onOver: (place: number) => void;
  onDrop: () => void;
}

/** Says over which row the pointer is while one is held, and scrolls at the window's edges. */
function useDragging(list: RefObject<HTMLOListElement | null>, { isHeld, onOver, onDrop }: Dragging): void {
  const steer = useEffectEvent(({ clientY }: PointerEvent) => {
    if (clientY < EDGE_PX) window.scrollBy(0, -SCROLL_PX);
    else if (clientY > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX);
    const over = [...(list.current?.children ?? [])].findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return clientY >= top && clientY < bottom;
    });
    if (over >= 0) onOver(over);
  });
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    if (!isHeld) return;
    const ends = ["pointerup", "pointercancel", "blur"];
    const [moving, ending] = [(event: PointerEvent) => steer(event), () => drop()];
    window.addEventListener("pointermove", moving);
    for (const end of ends) window.addEventListener(end, ending);
    return () => {
      window.removeEventListener("pointermove", moving);
      for (const end of ends) window.removeEventListener(end, ending);
    };
  }, [isHeld]);
}

/** Says which row the pointer or the focus is in. */
function usePointing(list: RefObject<HTMLOListElement | null>, onPoint: (id: string | undefined) => void): void {
  const point = useEffectEvent(onPoint);
  useEffect(() => {
    const rows = list.current;
    if (!rows) return;
    const entered = ({ target }: Event) => point(target instanceof Element ? target.closest<HTMLElement>("[data-order]")?.dataset["order"] : undefined);
    const left = () => point(undefined);
    for (const name of ["pointerover", "focusin"]) rows.addEventListener(name, entered);
    rows.addEventListener("pointerleave", left);
    return () => {
      for (const name of ["pointerover", "focusin"]) rows.removeEventListener(name, entered);
      rows.removeEventListener("pointerleave", left);
    };
  }, [list]);
}
