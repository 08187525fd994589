import type { ReactNode } from "react";
import { DateTime } from "./DateTime.tsx";
import { EmptyState } from "./Faces.tsx";
import { Skeleton } from "./Loading.tsx";
import { Money } from "./Money.tsx";
import { Panel } from "./Panel.tsx";

/** Money a member asked to move in or out. */
export interface MoneyOrder {
  readonly id: string;
  readonly reference: string;
  /** Stands behind the reference: the bank, the method. */
  readonly note?: ReactNode;
  readonly at: string;
  readonly amount: bigint;
  readonly badge: ReactNode;
}

interface MoneyOrderListProps {
  title: string;
  orders: readonly MoneyOrder[];
  face: "loading" | "empty" | "refused" | "ready";
  /** Shown for the face of the same name. */
  empty: ReactNode;
  refused: ReactNode;
  /** What stands below them. */
  more: ReactNode;
  onOpen: (id: string) => void;
}

/** The member's own orders, newest first; each opens. */
export function MoneyOrderList({ title, orders, face, empty, refused, more, onOpen }: MoneyOrderListProps) {
  return (
    <Panel title={title}>
      {face === "loading" && <Skeleton className="h-40 w-full" />}
      {face === "refused" && refused}
      {face === "empty" && <EmptyState drawing="banca" text={empty} />}
      {face === "ready" && (
        <ul className="-mx-2 grid">
          {orders.map((order) => (
            <li key={order.id}>
              <OrderRow order={order} onOpen={() => onOpen(order.id)} />
            </li>
          ))}
        </ul>
      )}
      {more}
    </Panel>
  );
}

function OrderRow({ order: { reference, note, at, amount, badge }, onOpen }: { order: MoneyOrder; onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-center justify-between gap-3 rounded-sm px-2 py-2.5 text-start transition hover:bg-text/4"
    >
      <span className="grid min-w-0">
        <span className="truncate text-sm font-semibold">
          <span className="figures">{reference}</span>
          {note && <> · {note}</>}
        </span>
        <DateTime at={at} className="text-xs text-muted" />
      </span>
      <span className="grid justify-items-end gap-1">
        <Money minor={amount} className="text-sm font-semibold" />
        {badge}
      </span>
    </button>
  );
}
