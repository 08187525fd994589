/** Stands in for a picture that did not load. */
export function BrokenAvatar({ label, size }: { label: string; size: number }) {
  return (
    <svg role="img" aria-label={label} width={size} height={size} viewBox="0 0 36 36" className="shrink-0 rounded-pill">
      <path d="M0 0h36v36H0z" fill="var(--line)" />
      <circle cx="18" cy="14" r="6" fill="var(--muted)" />
      <path d="M5 36c1-9 6-13 13-13s12 4 13 13Z" fill="var(--muted)" />
      <path d="M30 3L4 35" stroke="var(--line)" strokeWidth="3.5" />
    </svg>
  );
}
