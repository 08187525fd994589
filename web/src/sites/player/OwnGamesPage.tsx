import type { Game } from "@laro/contract/games";
import { useEffect } from "react";
import { useSearchParams } from "wouter";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { useFavouriteGames } from "../../features/favourites/favourites.api.ts";
import { Tiles } from "../../features/games/Tiles.player.tsx";
import { TileSkeletons } from "../../features/games/TileSkeletons.tsx";
import { useRecentGames } from "../../features/recents/recents.api.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { CardCorners } from "./CardCorner.tsx";
import { openDialog } from "./dialogs.ts";
import { usePlay } from "./play.ts";
import { TitleBanner } from "./TitleBanner.tsx";

const EVERY_TYPE = "ALL";

/** What a member keeps, and what they started last; the query `type` narrows either (ROUTE-27, ROUTE-28). */
export function OwnGamesPage({ list }: { list: "favourites" | "recents" }) {
  const [query] = useSearchParams();
  const type = query.get("type") ?? EVERY_TYPE;
  const gameType = type === EVERY_TYPE ? undefined : type.toUpperCase();
  return list === "favourites" ? <Favourites gameType={gameType} /> : <Recents gameType={gameType} />;
}

interface ListProps {
  gameType: string | undefined;
}

function Favourites({ gameType }: ListProps) {
  const t = useT();
  return <OwnGames page="favorite" glyph="mango" found={useFavouriteGames(gameType)} empty={t("favourites.empty")} />;
}

function Recents({ gameType }: ListProps) {
  const t = useT();
  return <OwnGames page="recent" glyph="die" found={useRecentGames(gameType)} empty={t("recents.empty")} />;
}

/** The same lists of one type, under a tab of its page. */
export function OwnList({ list, gameType }: { list: "FAV" | "RECENT"; gameType: string }) {
  return list === "FAV" ? <FavouriteList gameType={gameType} /> : <RecentList gameType={gameType} />;
}

function FavouriteList({ gameType }: ListProps) {
  const t = useT();
  return <OwnTiles found={useFavouriteGames(gameType)} empty={t("favourites.empty")} />;
}

function RecentList({ gameType }: ListProps) {
  const t = useT();
  return <OwnTiles found={useRecentGames(gameType)} empty={t("recents.empty")} />;
}

interface OwnGamesProps {
  page: "favorite" | "recent";
  glyph: "mango" | "die";
  found: { games: readonly Game[]; isPending: boolean; error: Error | null; refetch: () => unknown };
  empty: string;
}

function OwnGames({ page, glyph, found, empty }: OwnGamesProps) {
  const t = useT();
  return (
    <div className="flex flex-col gap-6">
      <TitleBanner title={t("site.unopened", { page })} text={t("site.unopenedText", { page })} glyph={glyph} />
      <OwnTiles found={found} empty={empty} />
    </div>
  );
}

function OwnTiles({ found, empty }: Pick<OwnGamesProps, "found" | "empty">) {
  const t = useT();
  const play = usePlay();
  const refusal = useRefusal();
  const isLoggedIn = useIsLoggedIn();
  useEffect(() => {
    if (!isLoggedIn) openDialog("login");
  }, [isLoggedIn]);
  const toGames = <ButtonLink to="/bgs">{t("site.toGames")}</ButtonLink>;
  return (
    <>
      {isLoggedIn && found.isPending && <TileSkeletons />}
      {found.error !== null && found.games.length === 0 && <RefusedState {...refusal(found)} />}
      {found.games.length > 0 && (
        <CardCorners>
          <Tiles games={found.games} onPlay={play} />
        </CardCorners>
      )}
      {(!isLoggedIn || (!found.isPending && found.error === null)) && found.games.length === 0 && <EmptyState drawing="banca" text={empty} action={toGames} />}
    </>
  );
}
