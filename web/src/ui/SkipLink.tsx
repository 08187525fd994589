/** The first stop of the Tab key: past the menus, to the page itself. */
export function SkipLink({ label }: { label: string }) {
  return (
    <a href="#main" className="fixed start-4 top-2 z-50 -translate-y-20 rounded-pill bg-action px-4 py-2 font-semibold text-on-action focus:translate-y-0">
      {label}
    </a>
  );
}
