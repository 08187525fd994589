import { SearchDialog } from "../../features/games/Search.player.tsx";
import { usePlay } from "./play.ts";

/** The search over all games; a game that is chosen is pressed. */
export function SearchGames({ onClose }: { onClose: () => void }) {
  return <SearchDialog onPlay={usePlay()} onClose={onClose} />;
}
