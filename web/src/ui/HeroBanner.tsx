import type { ReactNode } from "react";

export interface HeroBannerProps {
  eyebrow?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  /** Fills the banner behind the words; HeroArt or a picture. */
  art: ReactNode;
}

export function HeroBanner({ eyebrow, title, text, action, art }: HeroBannerProps) {
  return (
    <section className="relative isolate flex min-h-72 items-end overflow-hidden rounded-md bg-[#1d0f3d] text-white sm:min-h-80 sm:items-center [&>:first-child]:absolute [&>:first-child]:inset-0 [&>:first-child]:-z-10">
      {art}
      <span aria-hidden="true" className="absolute inset-0 -z-10 bg-linear-to-r from-[#1d0f3d] via-[#1d0f3d]/65 to-transparent sm:hidden" />
      <div className="grid justify-items-start gap-3 p-6 sm:max-w-[56%] sm:p-8 lg:max-w-130 lg:p-12">
        {eyebrow && <span className="rounded-pill bg-white/14 px-3 py-1 text-xs font-semibold">{eyebrow}</span>}
        <h1 className="text-2xl font-extrabold lg:text-3xl">{title}</h1>
        {text && <p className="text-sm text-[#ffe9c7] lg:text-base">{text}</p>}
        {action && <div className="mt-2">{action}</div>}
      </div>
    </section>
  );
}
