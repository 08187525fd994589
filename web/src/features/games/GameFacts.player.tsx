import type { Game, GameInfo } from "@laro/contract/games";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { LazyImage } from "../../ui/LazyImage.tsx";
import { groupThousands, Money } from "../../ui/Money.tsx";
import { useMyPlay } from "./info.api.ts";

const STEPS = [1, 2, 3, 4, 5] as const;

/** What can be known of a game before it is played (RTS 3): what is not known is not said. */
export function GameFacts({ info: { game, maxWinMultiple, releasedOn } }: { info: GameInfo }) {
  const t = useT();
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-sm">
      {game.rtp !== null && (
        <Fact label={t("games.return")}>
          {game.rtp}%{" "}
          <span className="block text-xs font-normal whitespace-normal text-muted">{t("games.returnSource", { source: game.rtpSource ?? "stated" })}</span>
        </Fact>
      )}
      {game.volatility !== null && (
        <Fact label={t("games.facet", { facet: "volatility" })}>
          <Volatility step={game.volatility} />
        </Fact>
      )}
      {game.stakeMin !== null && game.stakeMax !== null && (
        <Fact label={t("games.stakes")}>
          <Money minor={game.stakeMin} /> – <Money minor={game.stakeMax} />
        </Fact>
      )}
      {maxWinMultiple !== null && <Fact label={t("games.maxWin")}>{t("games.maxWinTimes", { times: groupThousands(String(maxWinMultiple)) })}</Fact>}
      {game.lines !== null && <Fact label={t("games.facet", { facet: "lines" })}>{game.lines}</Fact>}
      {game.features.length > 0 && (
        <Fact label={t("games.facet", { facet: "feature" })}>{game.features.map((code) => t("games.feature", { code })).join(", ")}</Fact>
      )}
      {releasedOn !== null && <Fact label={t("games.releasedOn")}>{formatCalendar(releasedOn)}</Fact>}
    </dl>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="figures mt-0.5 font-semibold whitespace-normal">{children}</dd>
  </div>
);

function Volatility({ step }: { step: number }) {
  const t = useT();
  return (
    <>
      <span className="flex items-center gap-2">
        <span aria-hidden="true" className="flex items-end gap-0.5">
          {STEPS.map((one) => (
            <span key={one} style={{ height: 4 + one * 2 }} className={`w-1.5 rounded-xs ${one <= step ? "bg-primary" : "bg-line"}`} />
          ))}
        </span>
        {t("games.volatilityStep", { step: String(step) })}
      </span>
      <span className="block text-xs font-normal whitespace-normal text-muted">{t("games.volatilityText", { step: String(step) })}</span>
    </>
  );
}

/** The member's own rounds of a game and what came of them. */
export function MyPlay({ nodeId, isOwner }: { nodeId: string; isOwner: boolean }) {
  const t = useT();
  const { data } = useMyPlay(nodeId, { enabled: isOwner });
  if (!isOwner || data === undefined) return null;
  return (
    <p className="text-sm">
      {t("games.myRounds", { rounds: data.rounds, days: data.days })}
      {data.rounds > 0 && (
        <>
          {" "}
          {t("games.myResult")} <Money minor={data.result} signed className="font-semibold" />
        </>
      )}
    </p>
  );
}

/** A game's cover beside its name and who brings it. */
export function GameHead({ game, isPage }: { game: Game; isPage: boolean }) {
  const t = useT();
  const Heading = isPage ? "h1" : "h3";
  return (
    <div className="flex items-center gap-4">
      <span data-grows className="relative h-32 w-24 shrink-0 overflow-hidden rounded-md bg-card">
        <LazyImage
          src={game.iconUrl}
          alt=""
          fallback={<img src="/TCG_GAME_ICONS/default.png" alt="" className="absolute inset-0 size-full object-cover" />}
          className="absolute inset-0 size-full object-cover"
        />
      </span>
      <div className="grid min-w-0 gap-1">
        <Heading className="text-xl font-extrabold">{game.displayName}</Heading>
        <p className="text-sm text-muted">{game.simulated ? t("games.byVendor", { vendor: game.vendorName }) : game.vendorName}</p>
        {game.popularity !== null && (
          <p className="figures text-sm font-semibold text-win-text">{t("games.popularityIs", { index: groupThousands(String(game.popularity)) })}</p>
        )}
        {game.state !== "open" && <p className="text-sm font-semibold text-accent-text">{t("games.listState", { state: game.state })}</p>}
      </div>
    </div>
  );
}
