import type { Game } from "@laro/contract/games";
import type { ReactNode } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import type { useGamePages } from "./pages.api.ts";
import { Tiles } from "./Tiles.player.tsx";
import { TileSkeletons } from "./TileSkeletons.tsx";

interface GameGridProps {
  pages: ReturnType<typeof useGamePages>;
  /** Stands there where no game does; left out, the way to all games. */
  empty?: ReactNode;
  onPlay: (game: Game) => void;
}

/** Tiles of one list, whose pages come in as they are looked at. */
export function GameGrid({ pages, empty, onPlay }: GameGridProps) {
  const t = useT();
  const refusal = useRefusal();
  if (pages.isPending) return <TileSkeletons />;
  if (pages.games.length === 0 && pages.error !== null) return <RefusedState {...refusal(pages)} />;
  if (pages.games.length === 0 && empty !== undefined) return empty;
  if (pages.games.length === 0) return <EmptyState drawing="banca" text={t("games.empty")} action={<ButtonLink to="/bgs">{t("site.toGames")}</ButtonLink>} />;
  return <Tiles games={pages.games} onPlay={onPlay} onView={pages.onView} />;
}
