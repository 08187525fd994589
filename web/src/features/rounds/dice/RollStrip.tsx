import type { DiceOutcome } from "@laro/contract/core/plays/dice";
import { useT } from "../../../api/language.ts";
import { Anchor } from "../../../ui/Anchor.tsx";
import { cx } from "../../../ui/cx.ts";
import { hundredths } from "./sayDice.ts";
import { useLastRounds } from "../rounds.api.ts";

const ROLLS_SHOWN = 12;

/** The last rolls, newest first; each opens its replay. */
export function RollStrip({ gameCode }: { gameCode: string }) {
  const t = useT();
  const { data } = useLastRounds(gameCode);
  return (
    <ul aria-label={t("rounds.lastRolls")} className="no-bar flex h-8 shrink-0 items-center gap-1.5 overflow-x-auto mask-r-from-[calc(100%-32px)] pe-8">
      {data?.list.slice(0, ROLLS_SHOWN).map(({ id, outcome }) => {
        const { roll, multiplier } = outcome as DiceOutcome;
        return (
          <li key={id} className="shrink-0">
            <Anchor
              to={`/room/${gameCode}?round=${id}`}
              aria-label={`${t("rounds.replay")}: ${hundredths(roll)}, ${t(multiplier > 0 ? "rounds.won" : "rounds.lost")}`}
              className={cx(
                "figures flex h-7 animate-fade items-center rounded-pill px-2.5 text-xs font-semibold",
                multiplier > 0 ? "bg-win-fill text-on-win" : "bg-card text-text",
              )}
            >
              {hundredths(roll)}
            </Anchor>
          </li>
        );
      })}
    </ul>
  );
}
