import { useT } from "../../api/language.ts";
import { GameCard } from "../../features/games/GameCard.tsx";
import { useRow } from "../../features/games/games.api.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { usePlay } from "./play.ts";

const SHOWN_MAX = 6;

/** The game that was pressed is in maintenance: what is open meanwhile (ERR-13). */
export function OtherGames({ onClose }: { onClose: () => void }) {
  const t = useT();
  const play = usePlay();
  const open = (useRow("ALL").games ?? []).filter(({ state }) => state === "open").slice(0, SHOWN_MAX);
  return (
    <Dialog open title={t("games.resting")} closeLabel={t("ui.close")} onClose={onClose}>
      <p className="mb-4">{t("errors.games.maintenance")}</p>
      <ul className="grid grid-cols-3 gap-3">
        {open.map((game) => (
          <li key={game.nodeId}>
            <GameCard
              game={game}
              onPlay={(pressed) => {
                onClose();
                play(pressed);
              }}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
