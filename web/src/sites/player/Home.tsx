import { BadgeCheck, Fingerprint, Sprout } from "lucide-react";
import { useMemo } from "react";
import type { Game } from "@laro/contract/games";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useFlag, usePermission } from "../../api/permission.ts";
import { useHot, useRow } from "../../features/games/games.api.ts";
import { TileSkeletons } from "../../features/games/GameGrid.player.tsx";
import { GameRow } from "../../features/games/GameRow.player.tsx";
import { HouseGame } from "../../features/games/HouseGame.player.tsx";
import { HeroArt } from "../../ui/art/HeroArt.tsx";
import { Capiz } from "../../ui/art/motifs.tsx";
import { AgeMark } from "../../ui/art/PaymentMark.tsx";
import { Anchor } from "../../ui/Anchor.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { HeroBanner } from "../../ui/HeroBanner.tsx";
import { Marquee } from "../../ui/Marquee.tsx";
import { CardCorners } from "./CardCorner.tsx";
import { usePlay } from "./play.ts";

/** The game the first banner invites to. */
const HERO_GAME = "MANGO_RUSH";
/** Up to so many house games each get a card that speaks; beyond, they share a row. */
const SPEAKING_MAX = 4;

export function Home() {
  const hasBanners = useFlag("banners");
  const house = useRow("BGS");
  const play = usePlay();
  const refusal = useRefusal();
  return (
    <div className="flex flex-col gap-6 lg:gap-8">
      {hasBanners && <Hero games={house.games ?? []} onPlay={play} />}
      <Notices />
      {house.isPending && <TileSkeletons />}
      {house.games === undefined && house.error !== null && <RefusedState {...refusal(house)} />}
      {house.games && (
        <CardCorners>
          <Rows house={house.games} onPlay={play} />
        </CardCorners>
      )}
      <FairRound />
      <KnowYourLimits />
    </div>
  );
}

function Hero({ games, onPlay }: { games: readonly Game[]; onPlay: (game: Game) => void }) {
  const t = useT();
  const game = games.find(({ gameCode }) => gameCode === HERO_GAME);
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

function Notices() {
  const t = useT();
  const { playMoney, minimumAge: age, helpline } = usePermission().jurisdiction;
  const notices = useMemo(() => {
    const lines = [
      playMoney && t("site.noticePlayMoney"),
      t("site.noticeAge", { age }),
      t("site.noticeLimits"),
      helpline !== null && t("site.noticeHelpline", { helpline }),
    ];
    return lines.filter((line) => line !== false).map((line) => <span key={line}>{line}</span>);
  }, [t, playMoney, age, helpline]);
  return <Marquee label={t("site.notice")}>{notices}</Marquee>;
}

function Rows({ house, onPlay }: { house: readonly Game[]; onPlay: (game: Game) => void }) {
  const t = useT();
  const hot = useHot();
  const title = t("games.type", { type: "BGS" });
  return (
    <>
      <GameRow title={t("games.type", { type: "HOT" })} to="/hot" games={hot} onPlay={onPlay} />
      {house.length > SPEAKING_MAX ? (
        <GameRow title={title} to="/bgs" games={house} onPlay={onPlay} />
      ) : (
        <section className="grid gap-3">
          <h2 className="flex min-h-10 items-center text-lg font-bold">{title}</h2>
          <div className="grid gap-4 xl:grid-cols-2">
            {house.map((game) => (
              <HouseGame key={game.nodeId} game={game} onPlay={onPlay} />
            ))}
          </div>
        </section>
      )}
      {rows.map((row) => (
        <TypeRow key={row.gameType} {...row} onPlay={onPlay} />
      ))}
    </>
  );
}

/** Sections of home with games of one type (HOME-05, HOME-07). */
const rows = [
  { gameType: "RNG", to: "/rng?gameClassify=ALL" },
  { gameType: "LIVE", to: "/live?gameClassify=ALL" },
  { gameType: "FISH", to: "/fish?gameClassify=ALL" },
] as const;

function TypeRow({ gameType, to, onPlay }: (typeof rows)[number] & { onPlay: (game: Game) => void }) {
  const t = useT();
  const { games = [] } = useRow(gameType);
  return <GameRow title={t("games.type", { type: gameType })} to={to} games={games} onPlay={onPlay} />;
}

const steps = [
  { Icon: Fingerprint, title: "site.fairCommit", text: "site.fairCommitText" },
  { Icon: Sprout, title: "site.fairPlay", text: "site.fairPlayText" },
  { Icon: BadgeCheck, title: "site.fairCheck", text: "site.fairCheckText" },
] as const;

function FairRound() {
  const t = useT();
  return (
    <section aria-labelledby="fairRound" className="grid gap-3">
      <h2 id="fairRound" className="flex min-h-10 items-center text-lg font-bold">
        {t("site.fairTitle")}
      </h2>
      <ol className="grid gap-4 md:grid-cols-3">
        {steps.map(({ Icon, title, text }, at) => (
          <li key={title} className="relative grid content-start gap-2 overflow-hidden rounded-md border border-line bg-raised p-5">
            <span aria-hidden="true" className="absolute -end-1 -top-4 font-display text-[88px] leading-none font-extrabold text-text/5">
              {at + 1}
            </span>
            <Icon aria-hidden="true" className="size-6 text-primary-text" />
            <h3 className="text-base font-bold">{t(title)}</h3>
            <p className="text-muted">{t(text)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function KnowYourLimits() {
  const t = useT();
  const { minimumAge: age } = usePermission().jurisdiction;
  return (
    <section
      aria-labelledby="limits"
      className="relative isolate flex flex-wrap items-center gap-x-6 gap-y-4 overflow-hidden rounded-md border border-line bg-raised p-5 sm:p-6"
    >
      <Capiz className="absolute inset-0 -z-10 size-full text-line opacity-25" />
      <AgeMark age={age} label={t("site.footerAge", { age })} />
      <div className="min-w-60 flex-1">
        <h2 id="limits" className="text-lg font-bold">
          {t("site.limitsTitle")}
        </h2>
        <p className="mt-1 max-w-160 text-muted">{t("site.limitsText")}</p>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Anchor to="/help#responsible" className="font-semibold text-primary-text underline-offset-4 hover:underline">
          {t("site.limitsMore")}
        </Anchor>
        <ButtonLink to="/member/securityCenter" tone="secondary">
          {t("site.limitsAction")}
        </ButtonLink>
      </div>
    </section>
  );
}
