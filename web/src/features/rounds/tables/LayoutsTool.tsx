import { Bookmark } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useT } from "../../../api/language.ts";
import { IconButton } from "../../../ui/Button.tsx";
import type { Chips } from "./useChips.ts";

const LayoutsDialog = lazy(() => import("./LayoutsDialog.tsx").then((file) => ({ default: file.LayoutsDialog })));

export function LayoutsTool({ chips }: { chips: Chips }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton outlined label={t("rounds.tables.layouts")} onClick={() => setOpen(true)}>
        <Bookmark />
      </IconButton>
      <Suspense>{isOpen && <LayoutsDialog chips={chips} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
