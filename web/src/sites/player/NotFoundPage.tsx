import { useT } from "../../api/language.ts";
import { useRow } from "../../features/games/games.api.ts";
import { GameCard } from "../../features/games/GameCard.tsx";
import { TornBunting } from "../../ui/art/scenes.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { usePlay } from "./play.ts";

const SHOWN_MAX = 6;

/** No page has this address: the way home, and what others play. */
export function NotFoundPage() {
  const t = useT();
  const play = usePlay();
  const { games = [] } = useRow("ALL");
  return (
    <div className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 px-2 text-center sm:px-6">
      <TornBunting className="w-56" />
      <p className="font-display text-3xl font-extrabold text-primary-text">404</p>
      <h1 className="text-xl font-bold">{t("site.notFound")}</h1>
      <p className="max-w-90 text-muted">{t("site.notFoundText")}</p>
      <ButtonLink to="/">{t("site.toHome")}</ButtonLink>
      {games.length > 0 && (
        <section className="mt-6 grid w-full gap-4">
          <h2 className="text-base font-bold">{t("site.notFoundGames")}</h2>
          <ul className="flex flex-wrap justify-center gap-4 text-start">
            {games.slice(0, SHOWN_MAX).map((game) => (
              <li key={game.nodeId} className="w-34">
                <GameCard game={game} onPlay={play} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
