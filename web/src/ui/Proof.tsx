import { ShieldCheck, ShieldX } from "lucide-react";
import type { ReactNode } from "react";
import { CopyButton } from "./CopyButton.tsx";

export interface CopyWords {
  readonly copy: string;
  readonly copied: string;
}

/** A value that proves something, to copy. */
export const ProofFact = ({ label, value, words: { copy, copied } }: { label: string; value: string; words: CopyWords }) => (
  <div className="min-w-0">
    <dt className="text-muted">{label}</dt>
    <dd className="flex items-center gap-1.5">
      <code className="min-w-0 flex-1 truncate text-xs">{value}</code>
      <CopyButton text={value} label={`${copy}: ${label}`} copiedLabel={copied} />
    </dd>
  </div>
);

/** A short word beside its name. */
export const PlainFact = ({ label, children, figures = false }: { label: string; children: ReactNode; figures?: boolean }) => (
  <div className="flex justify-between gap-3">
    <dt className="text-muted">{label}</dt>
    <dd className={figures ? "figures font-semibold" : "text-end font-semibold"}>{children}</dd>
  </div>
);

/** How something is checked, step by step, behind its heading. */
export const HowTo = ({ title, steps }: { title: string; steps: readonly string[] }) => (
  <details className="rounded-md border border-line px-3.5 py-2.5 text-sm">
    <summary className="font-semibold">{title}</summary>
    <Steps steps={steps} className="mt-2" />
  </details>
);

export const Steps = ({ steps, className = "" }: { steps: readonly string[]; className?: string }) => (
  <ol className={`grid list-decimal gap-2 ps-5 leading-6 text-muted ${className}`}>
    {steps.map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
);

/** What a check found, in words and by its sign. */
export function Sign({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  const Icon = isGood ? ShieldCheck : ShieldX;
  return (
    <p className={`flex items-center gap-2 font-semibold ${isGood ? "text-win-text" : "text-accent-text"}`}>
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      {children}
    </p>
  );
}
