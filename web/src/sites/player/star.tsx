import type { Game } from "@laro/contract/games";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { useFavouriteIds, useToggleFavourite } from "../../features/favourites/favourites.api.ts";
import { FavouriteStar } from "../../ui/FavouriteStar.tsx";
import { openDialog } from "./dialogs.ts";
import { useMember } from "./session.ts";

/** The star of a game; a visitor's press opens the login (GAME-11). */
export function useStar({ isBare = false } = {}): (game: Game) => ReactNode {
  const t = useT();
  const { isLoggedIn, isFree, me } = useMember();
  const ids = useFavouriteIds({ enabled: isFree && me?.isTrial === false });
  const toggle = useToggleFavourite();
  return (game) => {
    const isFavourite = ids.has(game.nodeId);
    return (
      <FavouriteStar
        label={t(isFavourite ? "favourites.remove" : "favourites.add", { game: game.displayName })}
        isFavourite={isFavourite}
        isBare={isBare}
        onToggle={() => (isLoggedIn ? void toggle(game, isFavourite) : openDialog("login"))}
      />
    );
  };
}
