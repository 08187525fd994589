import type { Game } from "@laro/contract/games";
import { useEffect, useEffectEvent, useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { useFavouriteGames } from "../../features/favourites/favourites.api.ts";
import { GameCard } from "../../features/games/GameCard.tsx";
import { useLanes } from "../../features/games/lanes.api.ts";
import { useGamePages } from "../../features/games/pages.api.ts";
import { useRecentGames } from "../../features/recents/recents.api.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { CardCorners } from "./CardCorner.tsx";
import { isOwn, type ListTab, ListTabs } from "./ListTabs.tsx";
import { usePlay } from "./play.ts";

interface VendorGamesProps {
  gameType: string;
  /** As the specification spells it. */
  vassalage: string;
  onClose: () => void;
}

/** A vendor's games of one type over the page (POPUP-03, GAME-05), with the tabs of any list and a search by name. */
export function VendorGames({ gameType, vassalage, onClose }: VendorGamesProps) {
  const t = useT();
  const { lanes } = useLanes();
  const [tab, setTab] = useState<ListTab>("ALL");
  const [words, setWords] = useState("");
  const card = Object.values(lanes?.find(({ title }) => title === gameType)?.cards ?? {}).find((one) => one.vassalage === vassalage);
  // An address that names no vendor of this type opens nothing.
  if (card === undefined) return null;
  const title = `${card.name} · ${t("games.type", { type: gameType })}`;
  const found = { gameType, vassalage, words: words.trim().toLowerCase() };
  return (
    <Dialog open size="lg" title={title} closeLabel={t("ui.close")} onClose={onClose}>
      <div className="grid gap-4">
        {card.simulated && <p className="text-sm text-muted">{t("games.testVendor")}</p>}
        <TextField label={t("games.name")} type="search" value={words} onChange={(event) => setWords(event.target.value)} />
        <ListTabs tab={tab} onChange={setTab} />
        <CardCorners>{isOwn(tab) ? <OwnOfVendor key={tab} list={tab} {...found} /> : <AllOfVendor tab={tab} {...found} />}</CardCorners>
      </div>
    </Dialog>
  );
}

interface FoundProps {
  gameType: string;
  vassalage: string;
  /** What its name must hold, in small letters. */
  words: string;
}

const NOTHING_CHOSEN = {};

function AllOfVendor({ gameType, vassalage, words, tab }: FoundProps & { tab: ListTab }) {
  const pages = useGamePages({
    gameType,
    vassalage,
    narrowing: NOTHING_CHOSEN,
    ...(tab === "HOT" ? { gameClassify: "HOT" } : {}),
    ...(tab === "NEW" ? { isNew: "1" } : {}),
  });
  // All of them come in, so that the search finds whatever there is.
  const look = useEffectEvent(() => pages.onView(0, pages.total - 1));
  useEffect(() => look(), [pages.total]);
  return <Grid {...pages} games={pages.games.filter((game) => game !== undefined)} words={words} />;
}

function OwnOfVendor({ list, ...found }: FoundProps & { list: "FAV" | "RECENT" }) {
  const t = useT();
  const isLoggedIn = useIsLoggedIn();
  if (!isLoggedIn) return <EmptyState drawing="banca" text={t(list === "FAV" ? "favourites.empty" : "recents.empty")} />;
  return list === "FAV" ? <Kept {...found} /> : <Started {...found} />;
}

const Kept = ({ gameType, ...found }: FoundProps) => <Own {...found} {...useFavouriteGames(gameType)} />;
const Started = ({ gameType, ...found }: FoundProps) => <Own {...found} {...useRecentGames(gameType)} />;

const Own = ({ games, vassalage, ...found }: GridProps & { vassalage: string }) => (
  <Grid {...found} games={games.filter((game) => game.vassalage === vassalage || game.vendorCode === vassalage)} />
);

interface GridProps {
  games: readonly Game[];
  words: string;
  isPending: boolean;
  error: Error | null;
  refetch: () => unknown;
}

/** Five abreast, three on a telephone. */
function Grid({ games, words, ...asked }: GridProps) {
  const t = useT();
  const refusal = useRefusal();
  const play = usePlay();
  const face = faceOf(asked, games.length);
  if (face === "loading") return <Skeleton className="h-72 w-full" />;
  if (face === "refused") return <RefusedState {...refusal(asked)} />;
  const shown = games.filter(({ displayName }) => displayName.toLowerCase().includes(words));
  if (shown.length === 0) return <EmptyState drawing="banca" text={t("games.empty")} />;
  return (
    <ul className="grid grid-cols-3 gap-3 lg:grid-cols-5">
      {shown.map((game) => (
        <li key={game.nodeId}>
          <GameCard game={game} onPlay={play} />
        </li>
      ))}
    </ul>
  );
}
