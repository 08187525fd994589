import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { cx } from "../../ui/cx.ts";
import { type PlayedRound, useLastRounds } from "./rounds.api.ts";

const RESULTS_SHOWN = 12;

type Listed = Pick<PlayedRound, "choice" | "outcome" | "stake" | "win">;

export interface ResultStripProps {
  gameCode: string;
  label: string;
  /** What fell, in a word. */
  say: (round: Listed) => string;
  isWon: (round: Listed) => boolean;
}

/** The last results, newest first; each opens its replay. */
export function ResultStrip({ gameCode, label, say, isWon }: ResultStripProps) {
  const t = useT();
  const { data } = useLastRounds(gameCode);
  return (
    <ul aria-label={label} className="no-bar flex h-8 shrink-0 items-center gap-1.5 overflow-x-auto mask-r-from-[calc(100%-32px)] pe-8">
      {data?.list.slice(0, RESULTS_SHOWN).map((round) => (
        <li key={round.id} className="shrink-0">
          <Anchor
            to={`/room/${gameCode}?round=${round.id}`}
            aria-label={`${t("rounds.replay")}: ${say(round)}, ${t(isWon(round) ? "rounds.won" : "rounds.lost")}`}
            className={cx(
              "figures flex h-7 animate-fade items-center rounded-pill px-2.5 text-xs font-semibold",
              isWon(round) ? "bg-win-fill text-on-win" : "bg-card text-text",
            )}
          >
            {say(round)}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
