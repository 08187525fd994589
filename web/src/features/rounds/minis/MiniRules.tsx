import type { Room } from "@laro/contract/games";
import type { ReactNode } from "react";
import { useT } from "../../../api/language.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Money } from "../../../ui/Money.tsx";

const SECOND_MS = 1_000;

export interface MiniRulesProps {
  room: Room;
  /** The rules, a paragraph each. */
  rules: readonly string[];
  /** What the round's draws mean, so that anybody can compute it again. */
  draws: string;
  onClose: () => void;
  /** The paytable. */
  children?: ReactNode;
}

/** Everything to know about a mini game: rules, paytable, exact return, limits, and how a round is checked. */
export function MiniRules({ room, rules, draws, onClose, children }: MiniRulesProps) {
  const t = useT();
  return (
    <Dialog open title={t("rounds.rulesOf", { game: room.displayName })} onClose={onClose} closeLabel={t("ui.close")} size="lg">
      <div tabIndex={0} className="grid gap-5 rounded-sm text-sm leading-6 outline-offset-4">
        <div className="grid gap-2">
          {rules.map((rule) => (
            <p key={rule}>{rule}</p>
          ))}
        </div>
        {children}
        <section className="grid gap-1.5 rounded-md border border-line bg-field p-4">
          <h3 className="text-base font-bold">{t("rounds.leastReturn", { percent: room.exactReturn })}</h3>
          <ul className="grid gap-1 text-muted">
            <li>{t("rounds.largestWin", { multiple: room.maxWinMultiple })}</li>
            <li>
              {t("rounds.stakesFrom")} <Money minor={room.stakeMin} /> – <Money minor={room.stakeMax} />
            </li>
            <li>{t("rounds.cycle", { seconds: room.cycleMs / SECOND_MS })}</li>
          </ul>
        </section>
        <section className="grid gap-1.5">
          <h3 className="text-base font-bold">{t("rounds.howToCheck")}</h3>
          <p>{draws}</p>
          <p className="text-muted">{t("rounds.checkWhere")}</p>
        </section>
      </div>
    </Dialog>
  );
}
