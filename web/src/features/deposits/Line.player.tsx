import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { cx } from "../../ui/cx.ts";

interface LineProps {
  label: string;
  /** What a press copies. */
  copies?: string;
  className?: string;
  children: ReactNode;
}

/** One fact of a deposit. */
export function Line({ label, copies, className, children }: LineProps) {
  const t = useT();
  return (
    <div className={cx("grid content-start gap-0.5", className)}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="flex min-w-0 items-center gap-1">
        <span className="min-w-0">{children}</span>
        {copies !== undefined && <CopyButton text={copies} label={`${t("ui.copy")}: ${label}`} copiedLabel={t("copy_success")} />}
      </dd>
    </div>
  );
}
