import type { Game } from "@laro/contract/games";
import { useT } from "../../api/language.ts";
import type { GlyphName } from "../../ui/art/glyphs.tsx";
import { GameTile } from "../../ui/GameTile.tsx";
import { groupThousands } from "../../ui/Money.tsx";

const houseGlyphs: Readonly<Record<string, GlyphName>> = { DICE: "die", MANGO_RUSH: "mango" };

export interface GameCardProps {
  game: Game;
  onPlay: (game: Game) => void;
}

/** A game of the lobby as a tile; house games have their own drawing. */
export function GameCard({ game, onPlay }: GameCardProps) {
  const t = useT();
  return (
    <GameTile
      nodeId={Number(game.nodeId)}
      name={game.displayName}
      vendor={game.vendorCode}
      glyph={houseGlyphs[game.gameCode]}
      hot={game.isHot === 1 ? t("games.hot") : undefined}
      popularity={game.popularity === null ? undefined : t("games.popularityIs", { index: groupThousands(String(game.popularity)) })}
      playLabel={t("games.play")}
      onPlay={() => onPlay(game)}
    />
  );
}
