import type { Game } from "@laro/contract/games";
import { Play, X } from "lucide-react";
import { type ReactNode, startTransition, Suspense, useEffect, useState } from "react";
import { area } from "../../api/area.ts";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useFlag } from "../../api/permission.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { useHot, useMenu, useRow } from "../../features/games/games.api.ts";
import { TileSkeletons } from "../../features/games/TileSkeletons.tsx";
import { GameRow } from "../../features/games/GameRow.player.tsx";
import { QuickMenu } from "../../features/games/QuickMenu.player.tsx";
import { useRecentGames } from "../../features/recents/recents.api.ts";
import { useBoard } from "../../features/winners/winners.api.ts";
import { HeroArt } from "../../ui/art/HeroArt.tsx";
import { Button, ButtonLink, IconButton } from "../../ui/Button.tsx";
import { HeroBanner } from "../../ui/HeroBanner.tsx";
import { Later } from "../../ui/Later.tsx";
import { Banners } from "./Banners.tsx";
import { CardCorners } from "./CardCorner.tsx";
import { Notices } from "./Notices.tsx";
import { cameBack } from "./places.ts";
import { usePlay } from "./play.ts";
import { useMember } from "./session.ts";
import { keepWaiting, useWaiting } from "./waiting.ts";

const RefusedState = area("homeParts", () => import("../../ui/Faces.tsx").then((file) => file.RefusedState));
const WinnersStrip = area("winners", () => import("../../features/winners/WinnersStrip.player.tsx").then((file) => file.WinnersStrip));
const JackpotStrip = area("jackpots", () => import("../../features/jackpots/JackpotStrip.player.tsx").then((file) => file.JackpotStrip));
const HomePart = area("homeParts", () => import("./HomeParts.tsx").then((file) => file.HomePart));
const JoinedRow = area("homeParts", () => import("./FewGames.tsx").then((file) => file.JoinedRow));

/** The game the first picture invites to. */
const HERO_GAME = "MANGO_RUSH";
/** So many sections can stand on the first screen: several of them are empty for most, and their answers come with the page. */
const FIRST_SCREEN = 8;
/** What of it comes at once: a phone lays out the others in a slice of their own. */
const FIRST_SLICE = 5;

interface SectionProps {
  house: readonly Game[];
  onPlay: (game: Game) => void;
}

/** What stands on home, by the code the operator orders it by; a code without a section here is a section of a later release. */
const sections: Readonly<Record<string, (props: SectionProps) => ReactNode>> = {
  lead: Lead,
  banners: () => <Banners group="w_home" />,
  continue: Continue,
  marquee: Notices,
  hot: Hot,
  inhouse: InHouse,
  rng: (props) => <TypeRow gameType="RNG" {...props} />,
  live: (props) => <TypeRow gameType="LIVE" {...props} />,
  fish: (props) => <TypeRow gameType="FISH" {...props} />,
  quick: Quick,
  winners: Winners,
  providers: () => <Part section="providers" />,
  matches: () => <Part section="matches" />,
  videos: () => <Part section="videos" />,
  fair: () => <Part section="fair" />,
  limits: () => <Part section="limits" />,
  app: () => <Part section="app" />,
};

/** The sections in the operator's order; one without content is not there. */
export function Home() {
  const house = useRow("BGS");
  const play = usePlay();
  const refusal = useRefusal();
  const codes = useMenu().home;
  const t = useT();
  const hasLead = useHasLead();
  // Whoever comes back stands where they were at once.
  const [shownCount, setShownCount] = useState(() => (cameBack() ? Number.POSITIVE_INFINITY : FIRST_SLICE));
  useEffect(() => {
    if (shownCount < FIRST_SCREEN) startTransition(() => setShownCount(shownCount + 1));
  }, [shownCount]);
  return (
    <div className="flex flex-col gap-6 lg:gap-8">
      {!hasLead && <h1 className="sr-only">{t("games.type", { type: "HOME" })}</h1>}
      <Waiting />
      <CardCorners>
        {codes.map((code, at) => {
          const Shown = sections[code];
          if (Shown === undefined) return null;
          const section = <Shown key={code} house={house.games ?? []} onPlay={play} />;
          return at < shownCount ? section : <Later key={code}>{section}</Later>;
        })}
      </CardCorners>
      {house.isPending && <TileSkeletons />}
      <Suspense fallback={null}>{house.games === undefined && house.error !== null && <RefusedState {...refusal(house)} />}</Suspense>
    </div>
  );
}

const Part = ({ section }: { section: "few" | "providers" | "matches" | "videos" | "fair" | "limits" | "app" }) => (
  <Suspense fallback={null}>
    <HomePart section={section} />
  </Suspense>
);

/** Its place is kept: it stands on the first screen. */
function Winners() {
  const rows = useBoard().data?.list ?? [];
  return (
    rows.length > 0 && (
      <Suspense fallback={<div aria-hidden="true" className="h-20.5 rounded-md bg-raised" />}>
        <WinnersStrip rows={rows} />
      </Suspense>
    )
  );
}

function useHasLead(): boolean {
  const isOn = useFlag("banners");
  return !useIsLoggedIn() && isOn;
}

/** What is in the jackpots, and the classes of the quick menu. */
function Quick() {
  const play = usePlay();
  const hasJackpots = useMenu().quick.includes("JP");
  return (
    <>
      {hasJackpots && (
        <Suspense fallback={<div aria-hidden="true" className="h-22 rounded-md bg-raised" />}>
          <JackpotStrip onPlay={play} />
        </Suspense>
      )}
      <QuickMenu />
    </>
  );
}

/** What a visitor pressed waits for them after the login. */
function Waiting() {
  const t = useT();
  const play = usePlay();
  const game = useWaiting();
  const { isFree } = useMember();
  if (!isFree || game === null) return null;
  return (
    <div className="flex items-center gap-2 rounded-md border border-line bg-raised p-3">
      <Button icon={<Play />} onClick={() => play(game)} className="min-w-0 flex-1 sm:flex-none">
        {t("site.continueGame", { game: game.displayName })}
      </Button>
      <IconButton label={t("ui.close")} onClick={() => keepWaiting(null)} className="ms-auto">
        <X />
      </IconButton>
    </div>
  );
}

/** Who we are, to whoever is new. */
function Lead({ house, onPlay }: SectionProps) {
  const t = useT();
  if (!useHasLead()) return null;
  const game = house.find(({ gameCode }) => gameCode === HERO_GAME);
  const action = game ? (
    <Button size="lg" onClick={() => onPlay(game)}>
      {t("site.heroPlay", { game: game.displayName })}
    </Button>
  ) : (
    <ButtonLink size="lg" to="/bgs">
      {t("site.toGames")}
    </ButtonLink>
  );
  return <HeroBanner eyebrow={t("site.heroEyebrow")} title={t("site.heroTitle")} text={t("site.heroText")} action={action} art={<HeroArt />} />;
}

/** What a member started last; a trial, and whoever must first choose a password, has started nothing. */
function Continue(props: SectionProps) {
  const { isFree, me } = useMember();
  return isFree && me?.isTrial === false && <LastGames {...props} />;
}

function LastGames({ onPlay }: SectionProps) {
  const t = useT();
  const { games } = useRecentGames(undefined);
  return games.length > 0 && <GameRow title={t("site.continue")} to="/recent" games={games} onPlay={onPlay} />;
}

function Hot({ onPlay }: SectionProps) {
  const t = useT();
  const games = useHot();
  return <GameRow title={t("games.type", { type: "HOT" })} to="/hot" games={games} onPlay={onPlay} />;
}

function InHouse({ house, onPlay }: SectionProps) {
  const t = useT();
  const { few, joins } = useMenu();
  if (few) return <Part section="few" />;
  if (joins["inhouse"]) return <Joined lists={joins["inhouse"]} />;
  return house.length > 0 && <GameRow title={t("games.type", { type: "BGS" })} to="/bgs" games={house} onPlay={onPlay} />;
}

/** Rows too short to stand alone, in one. */
const Joined = ({ lists }: { lists: readonly string[] }) => (
  <Suspense fallback={null}>
    <JoinedRow lists={lists} />
  </Suspense>
);

interface TypeRowProps extends SectionProps {
  gameType: "RNG" | "LIVE" | "FISH";
}

/** The best known games of one type (HOME-05, HOME-07). */
function TypeRow({ gameType, onPlay }: TypeRowProps) {
  const t = useT();
  const path = gameType.toLowerCase();
  const joined = useMenu().joins[path];
  const { games = [] } = useRow(gameType);
  return joined ? (
    <Joined lists={joined} />
  ) : (
    <GameRow title={t("games.type", { type: gameType })} to={`/${path}?gameClassify=ALL`} games={games} onPlay={onPlay} />
  );
}
