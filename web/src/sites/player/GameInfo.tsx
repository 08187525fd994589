import { limits } from "@laro/contract/limits";
import type { GameInfo as Told } from "@laro/contract/games";
import { Play } from "lucide-react";
import { useParams } from "wouter";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useApiQuery } from "../../api/query.ts";
import { useShareLabels } from "../../api/share.ts";
import { GameFacts, GameHead, MyPlay } from "../../features/games/GameFacts.player.tsx";
import { useGameInfo } from "../../features/games/info.api.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { ShareButton } from "../../ui/ShareButton.tsx";
import { useTitle } from "../../ui/title.ts";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { useDemoPlay, usePlay } from "./play.ts";
import { useMember } from "./session.ts";
import { useStar } from "./star.tsx";

/** A game told before it is played, over whatever page its (i) stands on. */
export function GameInfoDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useGameInfo(code);
  return (
    <Dialog open size="md" title={t("games.info")} closeLabel={t("ui.close")} onClose={onClose}>
      {asked.data === undefined && asked.error === null && <Skeleton className="h-72 w-full" />}
      {asked.data === undefined && asked.error !== null && <RefusedState {...refusal(asked)} />}
      {asked.data && <GameSheet info={asked.data} isPage={false} />}
    </Dialog>
  );
}

/** The same as a page of its own, to be found and shared: `/game/DICE`, `/game/10001`. */
export function GameInfoPage() {
  const { code = "" } = useParams();
  const refusal = useRefusal();
  const asked = useGameInfo(code);
  useTitle(asked.data?.game.displayName ?? null);
  if (asked.data) return <PageOf info={asked.data} />;
  if (asked.error === null) return <Skeleton className="mx-auto h-96 w-full max-w-160" />;
  return isUnknown(asked.error) ? <NotFoundPage /> : <RefusedState {...refusal(asked)} />;
}

const isUnknown = (error: Error): boolean => "code" in error && error.code === "games.not_found";

const PageOf = ({ info }: { info: Told }) => (
  <article className="mx-auto w-full max-w-160 rounded-md border border-line bg-raised p-5 sm:p-6">
    <GameSheet info={info} isPage />
  </article>
);

function GameSheet({ info, isPage }: { info: Told; isPage: boolean }) {
  const { me, isFree } = useMember();
  const isOwner = isFree && me?.isTrial === false;
  return (
    <div className="grid gap-6">
      <GameHead game={info.game} isPage={isPage} />
      <GameFacts info={info} />
      {isOwner && (
        <div className="grid gap-1 rounded-md bg-card p-4">
          <MyPlay nodeId={info.game.nodeId} isOwner={isOwner} />
          <LeftToday />
        </div>
      )}
      <Presses game={info.game} />
    </div>
  );
}

/** What the member's own limits of a day leave. */
function LeftToday() {
  const t = useT();
  const { data } = useApiQuery(limits.mine, {});
  const daily = (data?.list ?? []).filter(({ kind, period }) => period === "day" && kind !== "deposit");
  return daily.map(({ kind, amount, used }) => (
    <p key={kind} className="text-sm">
      {t("games.leftToday", { kind })} <Money minor={amount > used ? amount - used : 0n} className="font-semibold" />
    </p>
  ));
}

function Presses({ game }: { game: Told["game"] }) {
  const t = useT();
  const shareLabels = useShareLabels();
  const play = usePlay();
  const star = useStar();
  const tryDemo = useDemoPlay();
  const isOpen = game.state === "open";
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button size="lg" icon={<Play />} disabled={!isOpen} onClick={() => play(game)} className="flex-1">
        {t("games.play")}
      </Button>
      {game.demo && (
        <Button size="lg" tone="secondary" disabled={!isOpen} onClick={() => tryDemo(game)} className="flex-1">
          {t("games.demo")}
        </Button>
      )}
      {star(game)}
      <ShareButton labels={shareLabels} title={game.displayName} url={`${location.origin}/game/${game.nodeId}`} size="lg" />
    </div>
  );
}
