import type { Seat, SeatRound, Tournament } from "@laro/contract/tournaments";
import { useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { groupThousands } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { seatFaces } from "./seatGames.tsx";
import { readRounds, type useSeatRounds } from "./tournaments.api.ts";

interface RoundsProps {
  tournament: Tournament;
  seat: Seat;
  pages: ReturnType<typeof useSeatRounds>;
  /** All that are known, newest first. */
  rounds: readonly SeatRound[];
}

/** The member's own rounds, the seeds they follow from, and the check of all of them. */
export function SeatRounds({ tournament, seat, pages, rounds }: RoundsProps) {
  const t = useT();
  const refusal = useRefusal();
  if (pages.first === undefined) return pages.error ? <RefusedState {...refusal(pages)} /> : <Skeleton className="h-48 w-full" />;
  return (
    <Panel title={t("tournaments.rounds")}>
      {rounds.length === 0 ? <p className="text-sm text-muted">{t("tournaments.noRounds")}</p> : <List rounds={rounds} tournament={tournament} />}
      <More {...pages} label={t("ui.more")} />
      <dl className="grid gap-3 text-sm">
        <Line label={t("tournaments.promised")} value={seat.serverSeedHash} />
        <Line label={t("tournaments.seed")} value={seat.serverSeed ?? t("tournaments.hidden")} isText={seat.serverSeed === null} />
        {seat.clientSeed !== null && <Line label={t("tournaments.ownSeed")} value={seat.clientSeed} />}
      </dl>
      {seat.serverSeed !== null && seat.played > 0 && <Check tournament={tournament} seat={seat} />}
    </Panel>
  );
}

const Line = ({ label, value, isText = false }: { label: string; value: string; isText?: boolean }) => (
  <div className="grid gap-0.5">
    <dt className="text-muted">{label}</dt>
    <dd className={isText ? "" : "font-mono text-xs break-all"}>{value}</dd>
  </div>
);

function List({ rounds, tournament: { gameCode } }: Pick<RoundsProps, "rounds" | "tournament">) {
  const t = useT();
  const { say } = seatFaces[gameCode];
  return (
    <ol aria-label={t("tournaments.rounds")} className="grid max-h-96 gap-1 overflow-y-auto text-sm" tabIndex={0}>
      {rounds.map(({ n, stake, win, outcome }) => (
        <li key={n} className="grid grid-cols-[2.5rem_1fr_auto] items-center gap-2 rounded-sm bg-text/4 px-3 py-2">
          <span className="figures text-muted">{n}</span>
          <span className="figures font-semibold">{say(outcome)}</span>
          <span className={cx("figures", win > stake ? "text-win-text" : "text-muted")}>
            {win >= stake ? "+" : "−"}
            {groupThousands(String(Math.abs(win - stake)))}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Check({ tournament: { code, gameCode }, seat }: Pick<RoundsProps, "tournament" | "seat">) {
  const t = useT();
  const [checked, setChecked] = useState<boolean>();
  const check = async (): Promise<void> => {
    const rounds = await readRounds(code);
    setChecked((await import("./checkSeat.ts")).isAsPlayed(gameCode, seat, rounds));
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button tone="secondary" size="sm" onClick={() => void check()}>
        {t("tournaments.check")}
      </Button>
      {checked !== undefined && (
        <p role="status" className={checked ? "text-sm text-win-text" : "text-sm text-accent-text"}>
          {checked ? t("tournaments.checked", { count: seat.played }) : t("tournaments.wrong")}
        </p>
      )}
    </div>
  );
}
