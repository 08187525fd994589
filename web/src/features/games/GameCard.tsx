import type { Game } from "@laro/contract/games";
import { createContext, type ReactNode, use } from "react";
import { useT } from "../../api/language.ts";
import { GameTile } from "../../ui/GameTile.tsx";
import { groupThousands } from "../../ui/Money.tsx";

/** What the site puts into the corner of each card: the star, which belongs to another feature. */
const CornerContext = createContext<((game: Game) => ReactNode) | undefined>(undefined);
export const CardCornerProvider = CornerContext.Provider;

export interface GameCardProps {
  game: Game;
  onPlay: (game: Game) => void;
}

/** A game of the lobby as a tile. */
export function GameCard({ game, onPlay }: GameCardProps) {
  const t = useT();
  const corner = use(CornerContext);
  return (
    <GameTile
      nodeId={Number(game.nodeId)}
      name={game.displayName}
      vendor={game.simulated ? t("games.byVendor", { vendor: game.vendorCode }) : game.vendorCode}
      picture={game.iconUrl}
      hot={game.isHot === 1 ? t("games.hot") : undefined}
      popularity={game.popularity === null ? undefined : t("games.popularityIs", { index: groupThousands(String(game.popularity)) })}
      closed={game.state === "open" ? undefined : t("games.listState", { state: game.state })}
      playLabel={t("games.play")}
      onPlay={() => onPlay(game)}
      favourite={corner?.(game)}
    />
  );
}
