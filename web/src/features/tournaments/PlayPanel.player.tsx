import { type Seat, SEAT_STAKE_MAX, type SeatRound, type Tournament } from "@laro/contract/tournaments";
import { type ComponentType, type ReactNode, useState } from "react";
import { useT } from "../../api/language.ts";
import { Glyph } from "../../ui/art/glyphs.tsx";
import { Button } from "../../ui/Button.tsx";
import { Count } from "../../ui/Count.tsx";
import { cx } from "../../ui/cx.ts";
import { TextField } from "../../ui/Field.tsx";
import { groupThousands, multiple } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { seatFaces } from "./seatGames.tsx";
import type { useSeatPlay } from "./tournaments.api.ts";

/** Says why a round was not played, and where that is put right. */
export type FaultPart = ComponentType<{ fault: unknown; unanswered: boolean }>;

const STAKES = [10, 100, 500, 1_000] as const;
const STAKE_FIRST = 100;
const RESULTS_SHOWN = 12;
const chipsOf = (count: number): string => groupThousands(String(count));

interface PlayProps {
  tournament: Tournament;
  seat: Seat;
  isRunning: boolean;
  place: number | null | undefined;
  play: ReturnType<typeof useSeatPlay>;
  /** The last rounds, newest first. */
  results: readonly SeatRound[];
  fault: FaultPart;
}

/** The member's seat: chips, rounds left and place, and while there is something to play with, the game. */
export function PlayPanel({ tournament, seat, isRunning, place, play, results, fault: Fault }: PlayProps) {
  const t = useT();
  const left = tournament.rounds - seat.played;
  const said = !isRunning ? "tournaments.over" : left === 0 ? "tournaments.roundsOver" : seat.chips === 0 ? "tournaments.noChips" : undefined;
  return (
    <Panel title={t("tournaments.seat")}>
      <Sums
        list={[
          [t("tournaments.chips"), <Count key="chips" of={seat.chips} />],
          [t("tournaments.left"), <Count key="left" of={left} />],
          [t("tournaments.place"), <Count key="place" of={place} />],
        ]}
      />
      <Results rounds={results} tournament={tournament} />
      {said === undefined ? <Play tournament={tournament} seat={seat} play={play} /> : <p className="text-sm font-semibold">{t(said)}</p>}
      <Fault fault={play.fault} unanswered={play.phase === "unanswered"} />
    </Panel>
  );
}

function Play({ tournament: { gameCode }, seat, play }: Pick<PlayProps, "tournament" | "seat" | "play">) {
  const t = useT();
  const { first, Picker, promise } = seatFaces[gameCode];
  const [choice, setChoice] = useState(first);
  const [typed, setTyped] = useState(String(STAKE_FIRST));
  const most = Math.min(seat.chips, SEAT_STAKE_MAX);
  const wished = /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
  const stake = Math.min(most, Math.max(1, wished));
  const { multiplier, chance } = promise(choice);
  const isUnanswered = play.phase === "unanswered";
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTyped(String(stake));
        play.play(stake, choice);
      }}
    >
      <Picker choice={choice} onChoice={setChoice} />
      <div className="grid gap-2">
        <TextField
          label={t("tournaments.stake")}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value.replaceAll(/\D/g, ""))}
          onBlur={() => setTyped(String(stake))}
        />
        <div role="group" aria-label={t("rounds.stakeChips")} className="flex flex-wrap gap-2">
          {STAKES.filter((one) => one < most).map((one) => (
            <Button key={one} size="sm" tone="secondary" aria-pressed={stake === one} onClick={() => setTyped(String(one))}>
              {chipsOf(one)}
            </Button>
          ))}
          <Button size="sm" tone="secondary" aria-pressed={stake === most} onClick={() => setTyped(String(most))}>
            {t("tournaments.all")}
          </Button>
        </div>
      </div>
      <Sums
        list={[
          [t("rounds.chance"), `${chance}%`],
          [t("rounds.multiplier"), multiple(multiplier)],
          [t("rounds.payout"), chipsOf(Math.floor((stake * multiplier) / 100))],
        ]}
      />
      <Button type="submit" size="lg" block aria-disabled={play.phase === "busy"}>
        {t(isUnanswered ? "rounds.askAgain" : "tournaments.play")}
      </Button>
    </form>
  );
}

/** Three figures side by side, each under its name. */
const Sums = ({ list }: { list: readonly (readonly [label: string, figure: ReactNode])[] }) => (
  <dl className="grid grid-cols-3 gap-2 text-sm">
    {list.map(([label, figure]) => (
      <div key={label} className="grid content-between gap-1 rounded-sm bg-text/4 px-3 py-2">
        <dt className="text-xs text-muted">{label}</dt>
        <dd className="figures font-semibold wrap-anywhere">{figure}</dd>
      </div>
    ))}
  </dl>
);

/** The newest result whole, and those before it in short. */
function Results({ rounds, tournament: { gameCode } }: { rounds: readonly SeatRound[]; tournament: Tournament }) {
  const t = useT();
  const { say, glyph } = seatFaces[gameCode];
  const [last] = rounds;
  return (
    <div className="grid min-h-24 content-center gap-2">
      {last === undefined && <Glyph name={glyph} className="mx-auto size-20" />}
      <p role="status" className="flex flex-wrap items-baseline justify-center gap-x-3 text-center">
        {last !== undefined && (
          <>
            <span className={cx("figures font-display text-4xl font-extrabold", last.win > last.stake ? "text-win-text" : "text-text")}>
              {say(last.outcome)}
            </span>
            <span className={cx("text-sm font-semibold", last.win > last.stake ? "text-win-text" : "text-muted")}>
              {last.win >= last.stake ? t("tournaments.won", { chips: chipsOf(last.win) }) : t("tournaments.lost", { chips: chipsOf(last.stake - last.win) })}
            </span>
          </>
        )}
      </p>
      {rounds.length > 0 && (
        <ul aria-label={t("rounds.lastResults")} className="no-bar flex gap-1.5 overflow-x-auto">
          {rounds.slice(0, RESULTS_SHOWN).map(({ n, win, stake, outcome }) => (
            <li
              key={n}
              className={cx(
                "figures flex h-7 shrink-0 items-center rounded-pill px-2.5 text-xs font-semibold",
                win > stake ? "bg-win-fill text-on-win" : "bg-text/8 text-text",
              )}
            >
              {say(outcome)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
