import { ROW_MAX } from "@laro/contract/core/firstInputs";
import type { Game } from "@laro/contract/games";
import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Rail } from "../../ui/Rail.tsx";
import { GameCard } from "./GameCard.tsx";

export interface GameRowProps {
  title: string;
  /** The page with the whole list. */
  to: string;
  games: readonly Game[];
  onPlay: (game: Game) => void;
}

/** A row of the home page; without games there is no row. */
export function GameRow({ title, to, games, onPlay }: GameRowProps) {
  const t = useT();
  if (games.length === 0) return null;
  return (
    <Rail
      title={title}
      more={
        <Anchor to={to} aria-label={`${t("games.seeAll")}: ${title}`}>
          {t("games.seeAll")}
        </Anchor>
      }
      labels={{ previous: t("games.previous"), next: t("games.next") }}
    >
      {games.slice(0, ROW_MAX).map((game) => (
        <GameCard key={game.nodeId} game={game} onPlay={onPlay} />
      ))}
    </Rail>
  );
}
