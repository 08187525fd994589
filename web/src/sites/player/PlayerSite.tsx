import { findPlayerPath, type PlayerPathName } from "@laro/contract/core/paths";
import { isValidElement, type ReactNode, Suspense, useEffect } from "react";
import { Redirect, Route, Router } from "wouter";
import { area, reportBroken } from "../../api/area.ts";
import { useLive } from "../../api/live.ts";
import { useT } from "../../api/language.ts";
import { useProofAsked } from "../../api/proof.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { gamePages, useIsLaunching } from "../../features/games/games.api.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorBoundary } from "../../ui/ErrorBoundary.tsx";
import { LoadingBar } from "../../ui/Loading.tsx";
import { FailureOver } from "../failures.tsx";
import { openDialog } from "./dialogs.ts";
import { outside, useOutsidePath } from "./outside.ts";
import { PlayerDialogs } from "./PlayerDialogs.tsx";
import { PlayerFrame } from "./PlayerFrame.tsx";
import { routeOf, useScrolling } from "./scrolling.ts";
import { useAnswers, useMember, useSessionEnd } from "./session.ts";
import { useSiteStatus } from "./status.ts";

const Home = area("home", () => import("./Home.tsx").then((file) => file.Home));
const GameListPage = area("lobby", () => import("./GameListPage.tsx").then((file) => file.GameListPage));
const GameInfoPage = area("info", () => import("./GameInfo.tsx").then((file) => file.GameInfoPage));
const PromotionsPage = area("promotions", () => import("./PromotionsPage.tsx").then((file) => file.PromotionsPage));
const ContentPages = area("promotions", () => import("./ContentPages.tsx").then((file) => file.ContentPages));
const MemberCentre = area("member", () => import("./MemberCentre.tsx").then((file) => file.MemberCentre));
const LotteryPage = area("lottery", () => import("./LotteryPage.tsx").then((file) => file.LotteryPage));
const OwnGamesPage = area("lobby", () => import("./OwnGamesPage.tsx").then((file) => file.OwnGamesPage));
const PointMallPage = area("points", () => import("./PointMallPage.tsx").then((file) => file.PointMallPage));
const RedEnvelopePage = area("envelopes", () => import("./RedEnvelopePage.tsx").then((file) => file.RedEnvelopePage));
const TournamentPage = area("tournament", () => import("./TournamentPage.tsx").then((file) => file.TournamentPage));
const VipPage = area("vip", () => import("./VipPage.tsx").then((file) => file.VipPage));
const WinnersPage = area("winners", () => import("./WinnersPage.tsx").then((file) => file.WinnersPage));
const FairPage = area("pages", () => import("./FairPage.tsx").then((file) => file.FairPage));
const SeamlessPage = area("seamless", () => import("./SeamlessPage.tsx").then((file) => file.SeamlessPage));
const NotFoundPage = area("pages", () => import("./NotFoundPage.tsx").then((file) => file.NotFoundPage));
const ActivatePage = area("codes", () => import("./GivenCodePages.tsx").then((file) => file.ActivatePage));
const ResetPage = area("entrance", () => import("./EntrancePages.tsx").then((file) => file.ResetPage));
const StopPage = area("codes", () => import("./GivenCodePages.tsx").then((file) => file.StopPage));
const VerifyPage = area("entrance", () => import("./EntrancePages.tsx").then((file) => file.VerifyPage));
const SocialPage = area("entrance", () => import("./social.tsx").then((file) => file.SocialPage));
const ProofDialog = area("popups", () => import("../../features/sessions/ProofDialog.tsx").then((file) => file.ProofDialog), FailureOver);
const GameRoom = area("room", () => import("./GameRoom.tsx").then((file) => file.GameRoom));

/** What is heard of a member stands in parts of its own: the page is not drawn again for each answer. */
export function PlayerSite() {
  const path = useOutsidePath();
  useScrolling();
  usePreloads();
  useSessionEnd();
  useSiteStatus();
  return (
    <PlayerFrame>
      <Attended />
      <Launching />
      <Part key={routeOf(path)} loading={<PageLoading />}>
        <Router {...outside}>
          <Pages />
        </Router>
      </Part>
      <Part loading={<Bar />}>
        <Route path="/member/:page?">
          <Guarded>
            <MemberCentre />
          </Guarded>
        </Route>
      </Part>
      {/* A dialog that breaks goes, and the page stays. */}
      <ErrorBoundary fallback={() => null} onError={reportBroken}>
        <PlayerDialogs />
      </ErrorBoundary>
    </PlayerFrame>
  );
}

/** A part of the site that breaks on its own. */
const Part = ({ loading, children }: { loading: ReactNode; children: ReactNode }) => (
  <ErrorBoundary fallback={showBroken} onError={reportBroken}>
    <Suspense fallback={loading}>{children}</Suspense>
  </ErrorBoundary>
);

/** What stands at an address of each name; a name without a page here is no page yet. */
const pages: Partial<Record<PlayerPathName, ReactNode>> = {
  ...Object.fromEntries(gamePages.map(({ gameType }) => [gameType === "ALL" ? "provider" : gameType, <GameListPage key={gameType} gameType={gameType} />])),
  home: <Home />,
  login: <Home />,
  register: <Home />,
  help: <Home />,
  favorite: <OwnGamesPage list="favourites" />,
  recent: <OwnGamesPage list="recents" />,
  game: <GameInfoPage />,
  seamless: <SeamlessPage />,
  promotions: <PromotionsPage />,
  blog: <ContentPages />,
  news: <ContentPages />,
  post: <ContentPages />,
  guide: <ContentPages />,
  download: <ContentPages />,
  vip: <VipPage />,
  pointMall: <PointMallPage />,
  redEnvelope: <RedEnvelopePage />,
  tournament: <TournamentPage />,
  lottery: <LotteryPage />,
  seaLottery: <LotteryPage />,
  vnLottery: <LotteryPage />,
  activate: <ActivatePage />,
  reset: <ResetPage />,
  social: <SocialPage />,
  stop: <StopPage />,
  verify: <VerifyPage />,
  winners: <WinnersPage />,
  fair: <FairPage />,
  room: <GameRoom />,
};

/** Brings the page of an address before anyone looks at it. */
async function preload(path: string): Promise<void> {
  const name = findPlayerPath(path)?.name;
  const page = name && pages[name];
  const coming = isValidElement<object>(page) ? (page.type as { preload?: () => Promise<void> }).preload?.() : undefined;
  await Promise.all([coming, name === "room" ? preloadGame(path) : undefined]);
}

/** The game stands in the room from its first paint on. A file that does not come is told in the room. */
async function preloadGame(path: string): Promise<void> {
  const room = await import("./GameRoom.tsx").catch(() => undefined);
  await room?.findTable(path.split("/")[2] ?? "")?.preload();
}

export const openPage = (): Promise<void> => preload(location.pathname);

/** What a press will open is asked for while the finger is still down. */
function usePreloads(): void {
  useEffect(() => {
    const press = ({ target }: PointerEvent): void => {
      const link = (target as Element).closest("a[href]");
      if (link !== null) void preload(new URL((link as HTMLAnchorElement).href).pathname);
    };
    addEventListener("pointerdown", press);
    return () => removeEventListener("pointerdown", press);
  }, []);
}

/** The page of the address, or the one the member centre lies over. */
function Pages() {
  const path = useOutsidePath();
  const found = findPlayerPath(path);
  const page = found && pages[found.name];
  if (found === undefined || page === undefined) return <NotFoundPage />;
  return <Route path={found.path}>{found.login === true ? <Guarded isForTrials={PRACTICE.test(path)}>{page}</Guarded> : page}</Route>;
}

/** A card room in which nothing is money. */
const PRACTICE = /^\/room\/[a-z]+-free\/?$/i;

/** A convenience only: the server refuses the data as well (ROUTE-37). */
function Guarded({ isForTrials = false, children }: { isForTrials?: boolean; children: ReactNode }) {
  const isTrial = useMember().me?.isTrial === true && !isForTrials;
  useEffect(() => {
    if (isTrial) openDialog("realAccount");
  }, [isTrial]);
  return useIsLoggedIn() && !isTrial ? children : <Redirect to={isTrial ? "/" : "/login"} replace />;
}

function Attended() {
  const { isFree, me } = useMember();
  useAnswers(me?.mustChangePassword === true);
  return (
    isFree && (
      <>
        <Live />
        <Proof />
      </>
    )
  );
}

/** Stands by before anything can be pressed: a call that finds nobody to ask is refused. */
function Proof() {
  const answer = useProofAsked();
  return (
    answer !== undefined && (
      <Suspense fallback={null}>
        <ProofDialog onDone={answer} />
      </Suspense>
    )
  );
}

function Live() {
  useLive("liveTicket");
  return null;
}

/** Where a game opens the server decides, and a vendor may take its time. */
const Launching = () => useIsLaunching() && <Bar />;

const Bar = () => <LoadingBar label={useT()("ui.loading")} />;

const PageLoading = () => (
  <div className="min-h-[70dvh]">
    <Bar />
  </div>
);

function Broken({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  return (
    <div role="alert" className="grid min-h-[50dvh] place-content-center justify-items-center gap-4 text-center">
      <h1 className="text-lg font-bold">{t("site.broken")}</h1>
      <Button onClick={onRetry}>{t("ui.retry")}</Button>
    </div>
  );
}

const showBroken = (_: Error, reset: () => void) => <Broken onRetry={reset} />;
