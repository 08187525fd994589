import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money, groupThousands } from "../../ui/Money.tsx";
import { GameCard, type GameCardProps } from "./GameCard.tsx";
import { useRoom } from "./games.api.ts";

/** A house game with room to speak: what it is, what it returns, what it costs. */
export function HouseGame({ game, onPlay }: GameCardProps) {
  const t = useT();
  return (
    <article className="grid grid-cols-[112px_1fr] gap-4 rounded-md border border-line bg-raised p-4 sm:grid-cols-[152px_1fr] sm:gap-6">
      <GameCard game={game} onPlay={onPlay} />
      <div className="flex min-w-0 flex-col items-start gap-3">
        <div>
          <h3 className="text-lg font-bold">{game.displayName}</h3>
          <p className="mt-1 text-muted">{t("games.about", { code: game.gameCode })}</p>
        </div>
        <Figures gameCode={game.gameCode} />
        <Button className="mt-auto" onClick={() => onPlay(game)} aria-label={`${t("games.play")}: ${game.displayName}`}>
          {t("games.play")}
        </Button>
      </div>
    </article>
  );
}

function Figures({ gameCode }: { gameCode: string }) {
  const t = useT();
  const { data: room, error } = useRoom(gameCode);
  if (error !== null) return null;
  return (
    <dl className="grid w-full grid-cols-2 gap-x-6 gap-y-2 text-xs">
      <Figure label={t("games.return")}>{room && `${room.exactReturn}%`}</Figure>
      <Figure label={t("games.maxWin")}>{room && t("games.maxWinTimes", { times: groupThousands(String(room.maxWinMultiple)) })}</Figure>
      <Figure label={t("games.stakes")} className="col-span-2">
        {room && (
          <>
            <Money minor={room.stakeMin} /> – <Money minor={room.stakeMax} />
          </>
        )}
      </Figure>
    </dl>
  );
}

function Figure({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt className="text-muted">{label}</dt>
      <dd className="mt-0.5 text-sm font-semibold">{children ?? <Skeleton className="h-5 w-16" />}</dd>
    </div>
  );
}
