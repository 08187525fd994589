import type { Game } from "@laro/contract/games";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { useFavouriteIds, useToggleFavourite } from "../../features/favourites/favourites.api.ts";
import { CardCornerProvider } from "../../features/games/GameCard.tsx";
import { FavouriteStar } from "../../ui/FavouriteStar.tsx";
import { openDialog } from "./dialogs.ts";
import { useMember } from "./session.ts";

/** Each card below has a star; a visitor's press opens the login (GAME-11). */
export function CardCorners({ children }: { children: ReactNode }) {
  const t = useT();
  const { isLoggedIn, isFree, me } = useMember();
  const ids = useFavouriteIds({ enabled: isFree && me?.isTrial === false });
  const toggle = useToggleFavourite();
  const star = (game: Game) => {
    const isFavourite = ids.has(game.nodeId);
    return (
      <FavouriteStar
        label={t(isFavourite ? "favourites.remove" : "favourites.add", { game: game.displayName })}
        isFavourite={isFavourite}
        onToggle={() => (isLoggedIn ? void toggle(game, isFavourite) : openDialog("login"))}
      />
    );
  };
  return <CardCornerProvider value={star}>{children}</CardCornerProvider>;
}
