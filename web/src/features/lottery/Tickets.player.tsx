import type { LotteryEngine } from "@laro/engines/lottery/lottery";
import { useRefusal, faceOf } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { cx } from "../../ui/cx.ts";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Anchor } from "../../ui/Anchor.tsx";
import { Balls } from "./Balls.tsx";
import type { Ticket, useRecent } from "./lottery.api.ts";
import { headOf, rangeOf, readResult } from "./results.ts";
import { partsOf } from "./slip.ts";
import { useLotteryWords } from "./words.ts";

interface TicketsProps {
  readonly game: LotteryEngine<unknown>;
  readonly recent: ReturnType<typeof useRecent>;
  readonly toTicket: (ticketId: string) => string;
}

/** My newest tickets of this game, and what of each matched. */
export function Tickets({ game, recent, toTicket }: TicketsProps) {
  const t = useT();
  const refusal = useRefusal();
  const face = faceOf(recent, recent.rows.length);
  if (face === "loading") return <Skeleton className="h-40 w-full" />;
  if (face === "refused") return <RefusedState {...refusal(recent)} />;
  if (face === "empty") return <EmptyState drawing="banca" text={t("lottery.noTickets")} />;
  return (
    <div className="grid gap-3">
      <ul className="grid gap-3">
        {recent.rows.map((ticket) => (
          <li key={ticket.ticketId} className="grid gap-2 rounded-sm border border-line bg-field p-3" data-ticket={ticket.number}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
              <Anchor to={toTicket(ticket.ticketId)} className="figures text-sm font-semibold underline-offset-4 hover:underline">
                {ticket.number}
              </Anchor>
              <TicketState ticket={ticket} />
            </div>
            <TicketPicks game={game} ticket={ticket} most={PICKS_SHOWN} />
            <div className="flex flex-wrap items-center justify-between gap-2 text-xs text-muted">
              <DateTime at={Date.parse(ticket.at)} />
              <Money minor={ticket.stake} />
            </div>
          </li>
        ))}
      </ul>
      <More {...recent} label={t("lottery.moreTickets")} />
    </div>
  );
}
const PICKS_SHOWN = 4;

export function TicketState({ ticket: { state, win } }: { ticket: Pick<Ticket, "state" | "win"> }) {
  const t = useT();
  if (state === "void") return <Badge>{t("lottery.void")}</Badge>;
  if (win === null) return <Badge tone="info">{t("lottery.waiting")}</Badge>;
  if (win === 0n) return <Badge>{t("lottery.lost")}</Badge>;
  return (
    <Badge tone="win">
      {t("lottery.won")} <Money minor={win} />
    </Badge>
  );
}

interface PicksProps {
  readonly game: LotteryEngine<unknown>;
  readonly ticket: Pick<Ticket, "bets" | "result" | "gameCode">;
  readonly most?: number;
  readonly isHeadShown?: boolean;
}

/** Each pick of a ticket; once something fell, what it matched and brought. */
export function TicketPicks({ game, ticket, most = Infinity, isHeadShown = true }: PicksProps) {
  const t = useT();
  const words = useLotteryWords();
  const spots = Object.entries(ticket.bets);
  const fallen = readResult(ticket.result);
  const head = fallen && headOf(fallen);
  const wins = spots
    .map(([spot, unit]) => ({ spot, unit, win: ticket.result === null ? undefined : game.settle({ bets: { [spot]: unit }, result: ticket.result }).winMinor }))
    .sort((one, other) => Number((other.win ?? 0n) - (one.win ?? 0n)));
  return (
    <div className="grid gap-1.5">
      {isHeadShown && head !== undefined && <Balls digits={head} to={rangeOf(ticket.gameCode).to} size="sm" />}
      <ul className="grid gap-1 text-sm">
        {wins.slice(0, most).map(({ spot, win }) => (
          <li key={spot} className="flex items-baseline justify-between gap-3">
            <span className="min-w-0">
              <span className="text-xs text-muted">{words.bet(partsOf(spot).code)}</span>{" "}
              <span className={cx("figures font-semibold break-words", win !== undefined && win > 0n && "rounded-sm bg-win/16 px-1 text-win-text")}>
                {words.pick(game, spot)}
              </span>
            </span>
            {win !== undefined && win > 0n && <Money minor={win} signed className="text-sm font-semibold" />}
          </li>
        ))}
      </ul>
      {wins.length > most && <span className="text-xs text-muted">{t("lottery.morePicks", { count: wins.length - most })}</span>}
    </div>
  );
}
