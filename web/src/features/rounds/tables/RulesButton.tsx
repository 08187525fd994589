import { BookOpen } from "lucide-react";
import { useT } from "../../../api/language.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";

/** Beside a table's own tools a phone has room for a sign, not for the word. */
export function RulesButton({ onOpen }: { onOpen: () => void }) {
  const t = useT();
  return (
    <>
      <IconButton outlined label={t("rounds.rules")} onClick={onOpen} className="sm:hidden">
        <BookOpen />
      </IconButton>
      <Button tone="secondary" onClick={onOpen} className="max-sm:hidden">
        {t("rounds.rules")}
      </Button>
    </>
  );
}
