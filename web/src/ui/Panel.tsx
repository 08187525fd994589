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
    <section aria-labelledby={titleId} className={cx("grid min-w-0 content-start gap-4 rounded-md border border-line bg-card p-4 sm:p-5", className)}>
      <header className="flex items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <Heading id={titleId} className="text-base font-semibold">
            {title}
          </Heading>
          {text && <p className="text-sm text-muted">{text}</p>}
        </div>
        {aside}
      </header>
      {children}
    </section>
  );
}
