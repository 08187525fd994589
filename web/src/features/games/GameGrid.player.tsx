import type { Game } from "@laro/contract/games";
import type { ReactNode } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { GameCard } from "./GameCard.tsx";
import type { useGamePages } from "./pages.api.ts";

const SKELETONS = 6;
const grid = "grid grid-cols-2 gap-3 min-[480px]:grid-cols-3 md:grid-cols-4 lg:gap-4 xl:grid-cols-6 2xl:grid-cols-7";

interface GameGridProps {
  pages: ReturnType<typeof useGamePages>;
  /** Stands there where no game does; left out, the way to all games. */
  empty?: ReactNode;
  onPlay: (game: Game) => void;
}

/** Tiles of one list, growing while its pages come in. */
export function GameGrid({ pages, empty, onPlay }: GameGridProps) {
  const t = useT();
  const refusal = useRefusal();
  if (pages.isPending) return <TileSkeletons />;
  if (pages.games.length === 0 && pages.error !== null) return <RefusedState {...refusal(pages)} />;
  if (pages.games.length === 0 && empty !== undefined) return empty;
  if (pages.games.length === 0) return <EmptyState drawing="banca" text={t("games.empty")} action={<ButtonLink to="/bgs">{t("site.toGames")}</ButtonLink>} />;
  return <Tiles games={pages.games} onPlay={onPlay} />;
}

/** Games side by side. */
export function Tiles({ games, onPlay }: { games: readonly Game[]; onPlay: (game: Game) => void }) {
  const t = useT();
  return (
    <section>
      <h2 className="sr-only">{t("site.games")}</h2>
      <ul className={grid}>
        {games.map((game) => (
          <li key={game.nodeId}>
            <GameCard game={game} onPlay={onPlay} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Stands where tiles will be, in their very shape. */
export function TileSkeletons() {
  const t = useT();
  return (
    <div role="status" aria-label={t("ui.loading")} className={grid}>
      {Array.from({ length: SKELETONS }, (_, at) => (
        <Skeleton key={at} className="aspect-3/4 rounded-md" />
      ))}
    </div>
  );
}
