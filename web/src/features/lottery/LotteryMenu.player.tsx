import type { PrizeMode } from "@laro/contract/core/lotteries";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { groupThousands, useCurrencySymbol } from "../../ui/Money.tsx";
import { Balls } from "./Balls.tsx";
import { type Tile, useMenus } from "./lottery.api.ts";
import { headOf, rangeOf, readResult } from "./results.ts";

interface MenuProps {
  /** Which games stand on this page. */
  readonly isHere: (tile: Tile) => boolean;
  readonly toGame: (gameCode: string) => string;
  readonly currentCode?: string | undefined;
}

/** The lotteries of a page by how their draws are made: their own, or of every minute. */
export function LotteryMenu({ isHere, toGame, currentCode }: MenuProps) {
  const t = useT();
  const refusal = useRefusal();
  const { data, error, refetch } = useMenus();
  if (data === undefined && error !== null) return <RefusedState {...refusal({ error, refetch })} />;
  if (data === undefined) return <Skeleton className="h-60 w-full rounded-md" />;
  const groups = data.list
    .map((group) => ({ ...group, games: group.games.filter((game) => isHere(game) && game.gameCode !== currentCode) }))
    .filter(({ games }) => games.length > 0);
  if (groups.length === 0) return <EmptyState drawing="banca" text={t("lottery.noGames")} />;
  return (
    <nav aria-label={t("lottery.menu")} className="grid gap-6">
      {groups.map(({ prizeMode, area, games }) => (
        <section key={`${prizeMode}-${area}`} className="grid gap-3">
          <h2 className="text-base font-semibold">{t("lottery.mode", { mode: prizeMode as PrizeMode, area })}</h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-3">
            {games.map((tile) => (
              <li key={tile.gameCode}>
                <Card tile={tile} to={toGame(tile.gameCode)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function Card({ tile: { gameCode, displayName, number, closesAt, last, unitMin }, to }: { tile: Tile; to: string }) {
  const t = useT();
  const symbol = useCurrencySymbol();
  const fallen = last === null ? undefined : readResult(last.result);
  const from = `${symbol} ${groupThousands(String(unitMin / 100n))}`;
  return (
    <Anchor to={to} data-lottery={gameCode} className="grid h-full content-start gap-2 rounded-md border border-line bg-card p-4 transition hover:border-muted">
      <span className="flex items-baseline justify-between gap-3">
        <span className="font-display text-base font-extrabold">{displayName}</span>
        <span className="figures text-xs text-muted">{t("lottery.unitFrom", { unit: from })}</span>
      </span>
      {number === null || closesAt === null ? (
        <span className="text-sm text-muted">{t("lottery.noDrawShort")}</span>
      ) : (
        <span className="flex items-baseline justify-between gap-3 text-sm">
          <span className="figures text-xs text-muted">{number}</span>
          <Countdown until={Date.parse(closesAt)} className="font-semibold text-primary-text" />
        </span>
      )}
      {fallen !== undefined && <Balls digits={headOf(fallen)} to={rangeOf(gameCode).to} size="sm" />}
    </Anchor>
  );
}
