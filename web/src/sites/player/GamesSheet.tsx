import { Search } from "lucide-react";
import { useT } from "../../api/language.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { linkOf, useMenu } from "../../features/games/games.api.ts";
import { useLanes } from "../../features/games/lanes.api.ts";
import { QuickMenu } from "../../features/games/QuickMenu.player.tsx";
import { useRecentGames } from "../../features/recents/recents.api.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { LazyImage } from "../../ui/LazyImage.tsx";
import { gameIcons } from "./gameIcons.tsx";
import { gamePlaces } from "./menus.tsx";
import { openDialog } from "./dialogs.ts";
import { usePlay } from "./play.ts";

const LAST_GAMES = 6;

/** Where all games are, under the thumb: `?sheet=games` over whatever page is open; the browser's back closes it. */
export function GamesSheet({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <Dialog open title={t("site.games")} onClose={onClose} closeLabel={t("ui.close")}>
      <div className="grid gap-6">
        <SearchEntry />
        <Categories />
        <QuickMenu />
        <LastGames />
      </div>
    </Dialog>
  );
}

function SearchEntry() {
  const t = useT();
  return (
    <button
      type="button"
      onClick={() => openDialog("search")}
      className="flex h-12 items-center gap-3 rounded-pill border border-line bg-card px-4 text-sm text-muted transition hover:border-muted"
    >
      <Search aria-hidden="true" className="size-5" />
      {t("site.search")}
    </button>
  );
}

function Categories() {
  const t = useT();
  const { lanes } = useLanes();
  const countOf = (gameType: string): number | undefined => {
    const lane = lanes?.find(({ title }) => title === gameType);
    return lane && Object.values(lane.cards).reduce((sum, card) => sum + card.games, 0);
  };
  return (
    <ul className="grid grid-cols-3 gap-2">
      {gamePlaces(useMenu()).map(({ path, gameType }) => {
        const count = countOf(gameType);
        return (
          <li key={gameType} className="grid">
            <Anchor
              to={linkOf(path)}
              className="grid min-h-24 justify-items-center gap-1 rounded-md border border-line bg-card px-2 py-3 text-center transition hover:border-muted [&_svg]:size-6 [&_svg]:text-primary-text"
            >
              {gameIcons[gameType]}
              <span className="text-sm leading-4 font-semibold">{t("games.type", { type: gameType })}</span>
              <span className="figures min-h-4 text-xs text-muted">{count !== undefined && t("games.count", { count })}</span>
            </Anchor>
          </li>
        );
      })}
    </ul>
  );
}

function LastGames() {
  const t = useT();
  const play = usePlay();
  const { games } = useRecentGames(undefined);
  if (!useIsLoggedIn() || games.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h3 className="text-sm font-semibold">{t("site.unopened", { page: "recent" })}</h3>
      <ul className="grid grid-cols-3 gap-2">
        {games.slice(0, LAST_GAMES).map((game) => (
          <li key={game.nodeId}>
            <button
              type="button"
              aria-label={`${t("games.play")}: ${game.displayName}`}
              onClick={() => play(game)}
              className="relative block aspect-3/4 w-full overflow-hidden rounded-sm bg-card"
            >
              <LazyImage
                src={game.iconUrl}
                alt=""
                fallback={<img src="/TCG_GAME_ICONS/default.png" alt="" className="absolute inset-0 size-full object-cover" />}
                className="absolute inset-0 size-full object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
