import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Skeleton } from "./Loading.tsx";

export interface Column<Row> {
  key: string;
  label: string;
  render: (row: Row) => ReactNode;
  /** Figures stand at the end of their column. */
  align?: "start" | "end" | undefined;
  sortable?: boolean | undefined;
  /** The headline of the card that a row becomes on a phone. */
  primary?: boolean | undefined;
  className?: string | undefined;
}

export interface Sort {
  key: string;
  direction: "ascending" | "descending";
}

export type TableFace = "loading" | "empty" | "refused" | "ready";

export interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  face: TableFace;
  /** Shown for the face of the same name. */
  empty: ReactNode;
  refused: ReactNode;
  sort?: Sort | undefined;
  onSort?: ((key: string) => void) | undefined;
  /** A figure opens the lines that make it: pressing the row. */
  onOpen?: ((row: Row) => void) | undefined;
  selectedKey?: string | undefined;
  /** Totals or the pager, below the rows. */
  footer?: ReactNode;
  /** The table scrolls inside this height and its header stays; without it the header sticks below the page's. */
  maxHeight?: string | undefined;
}

const LOADING_ROWS = 6;

/** Where a figure is nothing: a dash in a table, and no line of its own on a card. */
export const None = () => (
  <span data-none="" className="text-muted">
    –
  </span>
);

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, face, empty, refused, footer, maxHeight } = props;
  const isTable = face === "ready" || face === "loading";
  return (
    <section aria-label={caption} aria-busy={face === "loading"} className="min-w-0 overflow-clip rounded-md border border-line bg-card">
      {isTable && (
        <div
          tabIndex={maxHeight ? 0 : undefined}
          style={maxHeight ? { maxHeight } : undefined}
          className={cx("md:overflow-x-auto", maxHeight && "overflow-y-auto")}
        >
          {/* The roles are spelled out because a table laid out as cards loses its own. */}
          <table className="block w-full border-collapse text-sm md:table" role="table">
            <Head {...props} />
            {/* Cells inherit it, so that one of them may say otherwise; a tablet has no room for it. */}
            <tbody role="rowgroup" className="block md:table-row-group lg:whitespace-nowrap">
              {face === "loading"
                ? Array.from({ length: LOADING_ROWS }, (_, at) => <LoadingRow key={at} columns={columns} />)
                : rows.map((row) => <BodyRow key={rowKey(row)} row={row} {...props} />)}
            </tbody>
          </table>
        </div>
      )}
      {face === "empty" && empty}
      {face === "refused" && refused}
      {footer && isTable && <footer className="border-t border-line px-4 py-3 empty:hidden">{footer}</footer>}
    </section>
  );
}

const cellClass = (align: Column<unknown>["align"]) => cx("px-4 md:px-2 lg:px-3 2xl:px-4", align === "end" ? "md:text-end" : "md:text-start");

function Head<Row>({ columns, sort, onSort }: DataTableProps<Row>) {
  return (
    <thead role="rowgroup" className="sticky top-0 z-[1] hidden bg-raised md:table-header-group">
      <tr role="row">
        {columns.map(({ key, label, align, sortable, className }) => {
          const direction = sort?.key === key ? sort.direction : undefined;
          return (
            <th
              key={key}
              role="columnheader"
              scope="col"
              aria-sort={direction}
              className={cx(cellClass(align), "h-11 border-b border-line text-xs font-semibold text-muted", className)}
            >
              {sortable && onSort ? (
                <button type="button" onClick={() => onSort(key)} className={cx("inline-flex items-center gap-1 hover:text-text", direction && "text-text")}>
                  {label}
                  {direction === "ascending" && <ArrowUp aria-hidden="true" className="size-3.5" />}
                  {direction === "descending" && <ArrowDown aria-hidden="true" className="size-3.5" />}
                </button>
              ) : (
                label
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

const rowClass = "flex flex-col border-b border-line px-1 py-3 last:border-b-0 md:table-row md:p-0";

function BodyRow<Row>({ row, columns, rowKey, onOpen, selectedKey }: DataTableProps<Row> & { row: Row }) {
  const isSelected = selectedKey === rowKey(row);
  return (
    <tr
      role="row"
      aria-current={isSelected || undefined}
      onClick={onOpen && (() => onOpen(row))}
      className={cx(rowClass, "transition-colors", onOpen && "cursor-pointer hover:bg-text/4", isSelected && "bg-info/12 hover:bg-info/16")}
    >
      {columns.map(({ key, label, align, primary, render, className }) => (
        <td
          key={key}
          role="cell"
          className={cx(
            cellClass(align),
            "flex items-center justify-between gap-4 py-1 md:table-cell md:h-13 md:py-2",
            // On a card a label with nothing behind it says nothing.
            "max-md:has-[>span:last-child:empty]:hidden max-md:has-[[data-none]]:hidden",
            primary ? "order-first text-base font-semibold md:text-sm" : "text-end",
            className,
          )}
        >
          {!primary && (
            <span aria-hidden="true" className="text-xs text-muted md:hidden">
              {label}
            </span>
          )}
          {primary && onOpen ? (
            <button type="button" className="min-w-0 text-start hover:text-primary-text max-md:flex-1">
              {render(row)}
            </button>
          ) : (
            <span className={cx("min-w-0", primary && "max-md:flex-1")}>{render(row)}</span>
          )}
        </td>
      ))}
    </tr>
  );
}

function LoadingRow<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tr role="row" className={rowClass}>
      {columns.map(({ key, align }) => (
        <td key={key} role="cell" className={cx(cellClass(align), "flex items-center py-1.5 md:table-cell md:h-13")}>
          <Skeleton className={cx("h-4 w-3/4", align === "end" && "md:ms-auto")} />
        </td>
      ))}
    </tr>
  );
}
