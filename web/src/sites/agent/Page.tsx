import type { ReactNode } from "react";

/** A page of the back office below its heading. */
export function Page({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold outline-none">{title}</h1>
        {text && <p className="max-w-180 text-sm text-muted">{text}</p>}
      </header>
      {children}
    </div>
  );
}
