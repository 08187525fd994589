import { Hand } from "lucide-react";
import { useT } from "../../../api/language.ts";
import { IconButton } from "../../../ui/Button.tsx";
import type { Squeeze } from "./squeeze.ts";

export function SqueezeTool({ squeeze }: { squeeze: Squeeze | undefined }) {
  const t = useT();
  if (squeeze === undefined) return null;
  return (
    <IconButton outlined label={t("rounds.tables.squeeze")} aria-pressed={squeeze.isOn} onClick={squeeze.toggle}>
      <Hand />
    </IconButton>
  );
}
