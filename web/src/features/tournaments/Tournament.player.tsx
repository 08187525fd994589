import type { CampaignCard, CampaignLabel } from "@laro/contract/campaigns";
import { RefusedCall } from "@laro/contract/core/call";
import type { Gift, Rule } from "@laro/contract/core/campaignRules";
import { SEAT_STAKE_MAX, type Tournament } from "@laro/contract/tournaments";
import type { ComponentType, ReactNode } from "react";
import { useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useSpeech, useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { formatManila, useNow } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { groupThousands } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { type FaultPart, PlayPanel } from "./PlayPanel.player.tsx";
import { SeatRanks } from "./SeatRanks.player.tsx";
import { SeatRounds } from "./SeatRounds.player.tsx";
import { useEnter, useSeatPlay, useSeatRank, useSeatRounds, useTournaments } from "./tournaments.api.ts";

/** What the page knows of campaigns and of rounds. */
export interface TournamentParts {
  readonly state: ComponentType<{ label: CampaignLabel }>;
  readonly picture: ComponentType<{ card: CampaignCard; sizes: string; className: string }>;
  readonly fault: FaultPart;
  /** Which of a campaign's conditions does not fit a member. */
  readonly why: ComponentType<{ code: string }>;
  readonly gain: (gift: Gift) => string;
  readonly prizes: (rule: Pick<Rule, "prizes">) => readonly string[];
}

interface TournamentsProps extends TournamentParts {
  /** The tournament the address names. */
  code: string | null;
  onCode: (code: string) => void;
  /** Stands where a seat would, for whoever cannot take one. */
  outside?: ReactNode;
  empty: ReactNode;
}

const chipsOf = (count: number): string => groupThousands(String(count));
/** Those that run stand first, then those to come. */
const placeOf = ({ label }: Tournament): number => (label === "comingSoon" ? 2 : label === "close" || label === "claimed" || label === "issued" ? 3 : 1);

/** The tournaments there are, and the one that was chosen or runs. */
export function Tournaments({ code, onCode, empty, ...parts }: TournamentsProps) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useTournaments();
  if (asked.data === undefined) return asked.error ? <RefusedState {...refusal(asked)} /> : <Skeleton className="h-96 w-full" />;
  const list = asked.data.list.toSorted((one, other) => placeOf(one) - placeOf(other));
  const shown = list.find((one) => one.code === code) ?? list[0];
  if (shown === undefined) return empty;
  return (
    <>
      {list.length > 1 && (
        <Tabs label={t("tournaments.choose")} items={list.map(({ code: id, title }) => ({ id, label: title }))} value={shown.code} onChange={onCode} />
      )}
      <One key={shown.code} tournament={shown} {...parts} />
    </>
  );
}

function One({ tournament, outside, ...parts }: TournamentParts & { tournament: Tournament; outside?: ReactNode }) {
  const { code, label, seat } = tournament;
  const isRunning = label === "signed" || label === "join";
  const rank = useSeatRank(code, { isRunning });
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid min-w-0 gap-5">
        <Head tournament={tournament} {...parts} />
        {outside ?? (
          <Inside tournament={tournament} isRunning={isRunning} place={seat === null ? null : rank.first?.mine?.place} fault={parts.fault} why={parts.why} />
        )}
      </div>
      <div className="grid min-w-0 gap-5">
        {label !== "comingSoon" && <SeatRanks rank={rank} hasSeat={seat !== null} gain={parts.gain} />}
        <How tournament={tournament} />
      </div>
    </div>
  );
}

function Head({ tournament, state: State, picture: Picture, prizes }: TournamentParts & { tournament: Tournament }) {
  const t = useT();
  const { title, summary, label, endsAt, startsAt, seats, picture } = tournament;
  const when = label === "comingSoon" ? t("campaigns.from", { at: formatManila(startsAt) }) : t("content.runsUntil", { at: formatManila(endsAt) });
  return (
    <section aria-label={title} className="overflow-hidden rounded-md border border-line bg-card">
      <Picture
        card={tournament}
        sizes="(max-width: 1279px) 100vw, 700px"
        className={cx("aspect-3/1 max-h-52 w-full object-cover", picture === null && "max-sm:hidden")}
      />
      <div className="grid gap-3 p-4 sm:p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg font-bold wrap-anywhere">{title}</h2>
          <State label={label} />
        </div>
        <p className="text-sm text-muted">{summary}</p>
        <ul aria-label={t("tournaments.prizes")} className="flex flex-wrap gap-2 text-sm">
          {prizes(tournament).map((prize) => (
            <li key={prize}>
              <Badge tone="primary" long>
                {prize}
              </Badge>
            </li>
          ))}
        </ul>
        <p className="text-sm">
          {when}
          {seats > 0 && ` · ${t("tournaments.seats", { count: seats })}`}
        </p>
      </div>
    </section>
  );
}

interface InsideProps {
  tournament: Tournament;
  isRunning: boolean;
  place: number | null | undefined;
  fault: FaultPart;
}

type Why = Pick<TournamentParts, "why">;

/** A member's side of it: the seat they have, or the way to one. */
function Inside({ tournament, why, ...rest }: InsideProps & Why) {
  const { seat, label } = tournament;
  // Who left has a seat that waits, and takes it again.
  return seat === null || label === "join" ? <Enter tournament={tournament} why={why} /> : <Seated tournament={tournament} seat={seat} {...rest} />;
}

function Seated({ tournament, seat, isRunning, place, fault }: InsideProps & { seat: NonNullable<Tournament["seat"]> }) {
  const play = useSeatPlay(tournament);
  const pages = useSeatRounds(tournament.code);
  const rounds = [...play.played, ...pages.rows.filter(({ n }) => !play.played.some((one) => one.n === n))].toSorted((one, other) => other.n - one.n);
  return (
    <>
      <PlayPanel tournament={tournament} seat={seat} isRunning={isRunning} place={place} play={play} results={rounds} fault={fault} />
      <SeatRounds tournament={tournament} seat={seat} pages={pages} rounds={rounds} />
    </>
  );
}

function Enter({ tournament, why: Why }: Why & { tournament: Tournament }) {
  const { code, label, chips, rounds, gameName, startsAt, endsAt } = tournament;
  const { t, language } = useSpeech();
  const enter = useEnter();
  const isOver = Date.parse(endsAt) <= useNow();
  const isOpen = label === "join" || label === "signed";
  return (
    <Panel title={t("tournaments.seat")}>
      {isOpen ? (
        <>
          <p className="text-sm">{t("tournaments.enterText", { chips: chipsOf(chips), rounds, game: gameName })}</p>
          <Button size="lg" className="justify-self-start" busy={enter.isPending} onClick={() => enter.mutate({ code, language })}>
            {t("tournaments.enter")}
          </Button>
          <FormFault error={enter.error} />
          {enter.error instanceof RefusedCall && enter.error.code === "campaigns.not_eligible" && <Why code={code} />}
        </>
      ) : (
        <p className="text-sm text-muted">
          {label === "comingSoon" ? t("tournaments.begins", { at: formatManila(startsAt) }) : t(isOver ? "tournaments.over" : "tournaments.paused")}
        </p>
      )}
    </Panel>
  );
}

/** What holds of every seat, in sentences made from the tournament. */
function How({ tournament: { chips, rounds, gameName, endsAt } }: { tournament: Tournament }) {
  const t = useT();
  const rules = [
    t("tournaments.ruleFree"),
    t("tournaments.ruleSame", { chips: chipsOf(chips), rounds, game: gameName, most: chipsOf(SEAT_STAKE_MAX) }),
    t("tournaments.ruleEnd", { at: formatManila(endsAt) }),
    t("tournaments.ruleSafe"),
  ];
  return (
    <Panel title={t("tournaments.how")}>
      <ul className="grid list-disc gap-2 ps-5 text-sm">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </Panel>
  );
}
