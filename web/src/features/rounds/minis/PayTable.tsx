import type { ReactNode } from "react";

export interface PayTableProps {
  caption?: string;
  heads: readonly string[];
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** What pays what, in columns of figures. */
export function PayTable({ caption, heads, rows }: PayTableProps) {
  return (
    <div tabIndex={0} className="overflow-x-auto rounded-md border border-line outline-offset-2">
      <table className="figures w-full text-sm">
        {caption !== undefined && <caption className="px-3 pt-2 text-start font-semibold">{caption}</caption>}
        <thead>
          <tr className="border-b border-line text-muted">
            {heads.map((head) => (
              <th key={head} scope="col" className="px-3 py-2 text-end font-medium first:text-start">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="border-b border-line last:border-0">
              {cells.map((cell, at) => (
                <td key={heads[at]} className="px-3 py-1.5 text-end whitespace-normal first:text-start first:whitespace-nowrap">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
