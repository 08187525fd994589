import type { ReactNode } from "react";

interface SceneProps {
  className?: string | undefined;
}

const Scene = ({ className, children }: SceneProps & { children: ReactNode }) => (
  <svg viewBox="0 0 176 120" aria-hidden="true" className={className} fill="none" strokeLinecap="round" strokeLinejoin="round">
    {children}
  </svg>
);

const ground = <ellipse cx="88" cy="110" rx="58" ry="5" fill="var(--line)" opacity="0.7" />;

/** Nothing here yet: the lantern is unlit and sleeps. */
export function SleepingParol({ className }: SceneProps) {
  return (
    <Scene className={className}>
      {ground}
      <path d="M88 0v18" stroke="var(--muted)" strokeWidth="2" />
      <g transform="rotate(8 88 18)">
        <path d="M88 16l9 22 22-9-9 22 22 9-22 9 9 22-22-9-9 22-9-22-22 9 9-22-22-9 22-9-9-22 22 9Z" fill="var(--card)" stroke="var(--muted)" strokeWidth="2" />
        <path
          d="M88 16l9 22-9 22zM119 29l-9 22-22 9zM132 60l-22 9-22-9zM119 91l-22-9-9-22zM88 104l-9-22 9-22zM57 91l9-22 22-9zM44 60l22-9 22 9zM57 29l22 9 9 22z"
          fill="var(--line)"
        />
        <circle cx="88" cy="60" r="17" fill="var(--action)" />
        <path d="M78 59c2 3 5 3 7 0M91 59c2 3 5 3 7 0" stroke="#5a3800" strokeWidth="2.2" />
        <path d="M85 67c2 1.5 4 1.5 6 0" stroke="#5a3800" strokeWidth="2" />
        <path d="M76 102l-4 10M100 102l4 10" stroke="var(--muted)" strokeWidth="2" />
      </g>
      <path d="M134 30h8l-8 9h8M150 14h10l-10 11h10" stroke="var(--primary-text)" strokeWidth="2.4" />
    </Scene>
  );
}

/** An empty list: a banca without a catch. */
export function EmptyBanca({ className }: SceneProps) {
  return (
    <Scene className={className}>
      <circle cx="134" cy="28" r="15" fill="var(--action)" />
      <path d="M14 30h24M22 38h30M100 48h18" stroke="var(--line)" strokeWidth="3" />
      <path d="M84 22v48M84 24c18 6 26 20 27 36H84Z" stroke="var(--muted)" strokeWidth="2" fill="var(--card)" />
      <path d="M84 30c-12 7-18 18-20 30h20Z" stroke="var(--muted)" strokeWidth="2" fill="var(--line)" />
      <path d="M26 70c10 16 24 20 62 20s50-6 62-22c-36 8-86 9-124 2Z" fill="var(--accent)" />
      <path d="M26 70c38 7 88 6 124-2-2 3-5 6-8 8-34 6-74 6-110 1-2-2-4-4-6-7Z" fill="var(--action)" />
      <path d="M48 74l-8 22M124 74l10 22M22 96h132" stroke="var(--muted)" strokeWidth="3" />
      <path d="M8 106q10-7 20 0t20 0 20 0 20 0 20 0 20 0 20 0 20 0" stroke="var(--info)" strokeWidth="3" />
      <path d="M32 115q10-6 20 0t20 0 20 0 20 0 20 0" stroke="var(--info)" strokeWidth="3" opacity="0.5" />
    </Scene>
  );
}

/** A refusal: the string of bunting came loose. */
export function TornBunting({ className }: SceneProps) {
  return (
    <Scene className={className}>
      {ground}
      <path d="M6 14c24 18 46 25 74 25" stroke="var(--muted)" strokeWidth="2" />
      <path d="M170 14c-14 10-24 16-34 19-14 5-20 16-18 42" stroke="var(--muted)" strokeWidth="2" />
      <path d="M16 20l16 9-15 12z" fill="var(--action)" />
      <path d="M40 32l17 5-12 14z" fill="var(--accent)" />
      <path d="M64 38l16 1-9 16z" fill="var(--info)" />
      <path d="M162 20l-16 9 16 12z" fill="var(--win)" />
      <path d="M136 33l-12 10 16 9z" fill="var(--action)" />
      <path d="M119 56l-1 16 15-7z" fill="var(--info)" />
      <path d="M66 92l18 2-7 15z" fill="var(--accent)" transform="rotate(-24 75 100)" />
      <path d="M92 46l4 7M100 40l8 2M88 60l8 4" stroke="var(--muted)" strokeWidth="2.4" />
    </Scene>
  );
}
