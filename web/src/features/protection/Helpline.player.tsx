import { HeartHandshake } from "lucide-react";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";

/** Where to talk to someone, on every screen that speaks of stopping. */
export function Helpline() {
  const t = useT();
  const { helpline } = usePermission().jurisdiction;
  return (
    <p className="flex gap-2 text-xs text-muted">
      <HeartHandshake aria-hidden="true" className="size-4 shrink-0" />
      <span>
        {t("protection.motto")} {helpline !== null && t("protection.helpline", { helpline })}
      </span>
    </p>
  );
}
