import type { ReactNode } from "react";
import { Logo } from "../../ui/art/Parol.tsx";
import { Capiz } from "../../ui/art/motifs.tsx";
import { useTitle } from "../../ui/title.ts";
import { Tools } from "./SiteParts.tsx";
import { useSiteStatus } from "./status.ts";

/** No socket tells a closed site that it is open again. */
export const LOOK_EVERY_MS = 30_000;

/** The frame of the two root views that are not the site: no menus, one message. */
export function ClosedSite({ art, title, text, children }: { art: ReactNode; title: string; text: string; children: ReactNode }) {
  useSiteStatus({ everyMs: LOOK_EVERY_MS });
  useTitle(title);
  return (
    <div className="relative isolate flex min-h-dvh flex-col overflow-hidden">
      <Capiz className="absolute inset-0 -z-10 size-full text-line opacity-15" />
      <header className="flex h-(--header) items-center justify-between px-4 sm:px-6">
        <Logo />
        <span className="flex items-center">
          <Tools />
        </span>
      </header>
      <main className="mx-auto grid w-full max-w-240 flex-1 place-content-center justify-items-center gap-4 px-4 py-10 text-center sm:px-6">
        {art}
        <h1 className="text-2xl font-extrabold">{title}</h1>
        <p className="max-w-120 text-base text-muted">{text}</p>
        {children}
      </main>
    </div>
  );
}
