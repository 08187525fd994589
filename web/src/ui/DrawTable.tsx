/** A long shoe is some hundred draws: so many are shown. */
const DRAWS_SHOWN_MAX = 80;

export interface ShownDraw {
  /** What stands behind the client seed, where it is one of several streams. */
  readonly lane?: string;
  readonly count: number;
  readonly bytes: readonly string[];
  readonly value: number;
}

export interface DrawTableProps {
  draws: readonly ShownDraw[];
  /** What the draws of the game mean. */
  text: string;
  label: string;
  columns: Readonly<Record<"place" | "bytes" | "count" | "value", string>>;
  more: (count: number) => string;
}

/** Each draw in turn: the bytes it took, of how many it chose, and which. */
export function DrawTable({ draws, text, label, columns, more }: DrawTableProps) {
  return (
    <div className="grid min-w-0 gap-2">
      <p className="text-muted">{text}</p>
      <div tabIndex={0} role="region" aria-label={label} className="max-h-80 overflow-auto rounded-sm border border-line">
        <table className="w-full border-collapse">
          <thead>
            <tr className="border-b border-line">
              {Object.entries(columns).map(([column, name]) => (
                <th key={column} scope="col" className="px-3 py-2 text-start text-xs font-medium text-muted">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {draws.slice(0, DRAWS_SHOWN_MAX).map(({ lane, bytes, count, value }, place) => (
              <tr key={place} className="border-b border-line last:border-0">
                <td className="figures px-3 py-1.5 whitespace-nowrap text-muted">
                  {place + 1}
                  {lane !== undefined && ` /${lane}`}
                </td>
                <td className="px-3 py-1.5">
                  <code className="text-xs">{bytes.join(" ")}</code>
                </td>
                <td className="figures px-3 py-1.5">{count}</td>
                <td className="figures px-3 py-1.5 font-semibold">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {draws.length > DRAWS_SHOWN_MAX && <p className="text-xs text-muted">{more(draws.length - DRAWS_SHOWN_MAX)}</p>}
    </div>
  );
}

/** A value as it stands in a record. */
export const JsonFact = ({ title, value }: { title: string; value: unknown }) => (
  <div className="grid min-w-0 gap-1">
    <p className="text-muted">{title}</p>
    <pre tabIndex={0} aria-label={title} className="max-h-48 overflow-auto rounded-sm bg-field p-3 text-xs break-words whitespace-pre-wrap">
      {JSON.stringify(value)}
    </pre>
  </div>
);
