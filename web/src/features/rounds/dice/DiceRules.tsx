import type { Room } from "@laro/contract/games";
import { useT } from "../../../api/language.ts";
import { Dialog } from "../../../ui/Dialog.tsx";

export function DiceRules({ room, onClose }: { room: Room; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog open title={t("rounds.rulesOf", { game: room.displayName })} onClose={onClose} closeLabel={t("ui.close")} size="md">
      <div tabIndex={0} className="grid gap-3 rounded-sm text-sm leading-6 outline-offset-4">
        <p>{t("rounds.diceRuleRoll")}</p>
        <p>{t("rounds.diceRulePay")}</p>
        <p>{t("rounds.diceRuleKeys")}</p>
        <p className="rounded-md border border-line bg-field p-4">{t("rounds.diceReturn", { percent: room.exactReturn })}</p>
      </div>
    </Dialog>
  );
}
