import { useId } from "react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export interface PanelProps {
  /** The one subject of a page is its heading. */
  isPage?: boolean;
  title: ReactNode;
  /** One sentence under the title. */
  text?: ReactNode;
  /** Stands at the end of the title: a button, a badge, a link. */
  aside?: ReactNode;
  className?: string | undefined;
  children?: ReactNode;
}

/** A titled card: one subject of a page. */
export function Panel({ isPage = false, title, text, aside, className, children }: PanelProps) {
  const titleId = useId();
  const Heading = isPage ? "h1" : "h2";
  return (
    <section
      aria-labelledby={titleId}
      className={cx("grid min-w-0 grid-cols-1 content-start gap-4 rounded-md border border-line bg-card p-4 sm:p-5", className)}
    >
      <header className="grid grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_1fr] content-start gap-x-3 gap-y-1">
        <Heading id={titleId} className="text-base font-semibold">
          {title}
        </Heading>
        {aside && <div className="sm:row-span-2">{aside}</div>}
        {text && <p className="text-sm text-muted max-sm:col-span-2 sm:col-start-1">{text}</p>}
      </header>
      {children}
    </section>
  );
}
