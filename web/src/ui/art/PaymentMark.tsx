import type { ReactNode } from "react";

export type PaymentKind = "qr" | "wallet" | "bank" | "card" | "counter";

const drawings = {
  qr: (
    <>
      <path d="M14 6h7v7h-7zM27 6h7v7h-7zM14 19h7v7h-7z" fill="none" stroke="currentColor" strokeWidth="2" />
      <path
        d="M16.5 8.500h2v2h-2zM29.5 8.500h2v2h-2zM16.5 21.5h2v2h-2zM24 5h1.5v5H24zM24 13h5v2h-5zM31 15h4v2h-4zM26 19h3v3h-3zM31 20h4v2h-2v5h-2zM24 24h3v3h-3z"
        fill="currentColor"
      />
    </>
  ),
  wallet: (
    <>
      <path d="M12 11c0-2 1-3 3-4l15-3v4" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
      <rect x="12" y="9" width="24" height="17" rx="3" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d="M36 14h-7a3.5 3.5 0 0 0 0 7h7Z" fill="var(--action)" />
      <circle cx="29.5" cy="17.5" r="1.3" fill="var(--card)" />
    </>
  ),
  bank: (
    <>
      <path d="M24 4l13 7v2H11v-2Z" fill="var(--action)" />
      <path d="M14 15v8M20.5 15v8M27.5 15v8M34 15v8M11 26h26" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
    </>
  ),
  card: (
    <>
      <rect x="10" y="6" width="28" height="20" rx="3" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d="M10 11h28v4H10z" fill="var(--action)" />
      <path d="M14 21h7" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </>
  ),
  counter: (
    <>
      <path d="M11 12l3-7h20l3 7c0 4-6 4-6.5 0-.5 4-6.5 4-6.5 0 0 4-6 4-6.5 0-.5 4-6.5 4-6.5 0Z" fill="var(--action)" />
      <path d="M14 17v9h20v-9M21 26v-6h6v6" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
    </>
  ),
} as const satisfies Record<PaymentKind, ReactNode>;

export function PaymentMark({ kind, label }: { kind: PaymentKind; label: string }) {
  return (
    <svg role="img" aria-label={label} viewBox="0 0 48 32" className="h-8 w-12 shrink-0 text-text">
      <rect x="0.5" y="0.5" width="47" height="31" rx="6" fill="var(--card)" stroke="var(--line)" />
      {drawings[kind]}
    </svg>
  );
}

/** The age below which nobody may play. */
export function AgeMark({ age, label }: { age: number; label: string }) {
  return (
    <span
      role="img"
      aria-label={label}
      className="grid size-9 shrink-0 place-items-center rounded-pill border-2 border-accent-text text-xs font-bold text-accent-text"
    >
      <span aria-hidden="true">{age}+</span>
    </span>
  );
}
