import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { games } from "@laro/contract/games";
import { reports } from "@laro/contract/reports";
import { rounds, type RecordLine } from "@laro/contract/rounds";
import { ReceiptText, RotateCcw } from "lucide-react";
import { useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { useDayLabels } from "../../api/days.ts";
import { useDownload, useDownloadWords } from "../../api/download.ts";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { useApiPages, useApiQuery } from "../../api/query.ts";
import { nowMs } from "../../api/clock.ts";
import { Badge } from "../../ui/Badge.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { More } from "../../ui/More.tsx";
import { dayIn, type DaySpan, readSpan } from "../../ui/days.ts";
import { DaySpanField } from "../../ui/DaySpanField.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Figures } from "../../ui/Figures.tsx";
import { Money } from "../../ui/Money.tsx";
import { Select } from "../../ui/Select.tsx";
import { OpenRounds } from "./OpenRounds.player.tsx";
import { hasReplay, BookedRound } from "./BookedRound.player.tsx";

const HOUSE = "BGS";
const GAMES_MAX = 100;
const replayOf = ({ gameCode, id }: RecordLine): string => `/room/${encodeURIComponent(gameCode)}?round=${id}`;

/** The member's settled rounds with their totals, by game and by days; each row opens its replay. */
export function BettingRecord() {
  const t = useT();
  const refusal = useRefusal();
  const [, navigate] = useLocation();
  const { filter, span, today, show } = useRecordFilter();
  const record = useApiPages(rounds.mine, filter);
  const totals = useApiQuery(rounds.totals, filter);
  const face = faceOf(record, record.rows.length);
  const [foreign, setForeign] = useState<RecordLine>();
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <GameFilter value={filter.gameCode ?? ""} onChange={(gameCode) => show({ gameCode })} />
        <DaySpanField labels={useDayLabels()} span={span} today={today} onChange={(days) => show({ days })} />
        <Checkbox
          label={t("rounds.record.bonusBets")}
          checked={filter.stakedWith !== undefined}
          onChange={(event) => show({ bonusBets: event.target.checked })}
        />
        {filter.stakedWith === undefined && (
          <div className="grid gap-3 sm:ms-auto">
            <Export filter={filter} />
          </div>
        )}
      </div>
      <OpenRounds />
      {face !== "refused" && <Totals totals={totals.data} />}
      <DataTable
        caption={t("rounds.record.title")}
        columns={useColumns()}
        rows={record.rows}
        rowKey={({ id, state, at }) => `${id} ${state} ${at}`}
        onOpen={(round) => (hasReplay(round) ? navigate(replayOf(round)) : setForeign(round))}
        face={face}
        empty={<EmptyState text={t("rounds.record.empty")} action={<ButtonLink to="/">{t("rounds.record.play")}</ButtonLink>} />}
        refused={<RefusedState {...refusal(record)} />}
        footer={
          record.hasNextPage && (
            <div className="grid justify-center">
              <More {...record} label={t("ui.more")} size="md" />
            </div>
          )
        }
      />
      <BookedRound round={foreign} onClose={() => setForeign(undefined)} />
    </div>
  );
}

/** What of the filter changes. */
interface Shown {
  readonly days?: DaySpan;
  readonly gameCode?: string;
  readonly bonusBets?: boolean;
}

function useRecordFilter() {
  const { timeZone } = usePermission().jurisdiction;
  const [search, setSearch] = useSearchParams();
  const [openedAt] = useState(nowMs);
  const today = dayIn(timeZone, openedAt);
  const span = readSpan(search, today);
  const gameCode = search.get("gameCode");
  const isOfBonusBets = search.get("stakedWith") === "bonusBet";
  const filter: Omit<InputOf<(typeof rounds)["mine"]>, "cursor"> = {
    ...span,
    ...(gameCode ? { gameCode } : {}),
    ...(isOfBonusBets ? { stakedWith: "bonusBet" as const } : {}),
  };
  const show = ({ days = span, gameCode: code = gameCode ?? "", bonusBets = isOfBonusBets }: Shown): void =>
    setSearch({ ...days, ...(code === "" ? {} : { gameCode: code }), ...(bonusBets ? { stakedWith: "bonusBet" } : {}) }, { replace: true });
  return { filter, span, today, show };
}

function GameFilter({ value, onChange }: { value: string; onChange: (gameCode: string) => void }) {
  const t = useT();
  const { data } = useApiQuery(games.list, { vassalage: HOUSE, pageSize: GAMES_MAX });
  const options = [
    { value: "", label: t("rounds.record.allGames") },
    ...(data?.list ?? []).map(({ gameCode, displayName }) => ({ value: gameCode, label: displayName })),
  ];
  return (
    <div className="w-full sm:w-44">
      <Select label={t("rounds.record.game")} value={value} onChange={(event) => onChange(event.target.value)} options={options} />
    </div>
  );
}

function Totals({ totals }: { totals: OutputOf<(typeof rounds)["totals"]> | undefined }) {
  const t = useT();
  const figures = [
    { label: t("rounds.record.count"), figure: totals && <span className="figures">{totals.count}</span> },
    { label: t("rounds.record.stakes"), figure: totals && <Money minor={totals.stake} /> },
    { label: t("rounds.record.wins"), figure: totals && <Money minor={totals.win} /> },
    { label: t("rounds.record.net"), figure: totals && <Money minor={totals.win - totals.stake} signed /> },
  ];
  return <Figures label={t("rounds.record.totals")} figures={figures} />;
}

/** The rounds the filter shows, as a file. */
function Export({ filter }: { filter: Omit<InputOf<(typeof rounds)["mine"]>, "cursor" | "limit"> }) {
  const t = useT();
  const { stopLabel, progressOf } = useDownloadWords();
  const file = useDownload(reports.roundsCsv);
  return (
    <>
      <DownloadButton
        label={t("rounds.record.csv")}
        stopLabel={stopLabel}
        progress={progressOf(file.progress)}
        onStart={() => file.start(filter)}
        onStop={file.stop}
      />
      <FormFault error={file.error ?? null} />
    </>
  );
}

function RoundName({ round: { displayName, state, bonusBet } }: { round: RecordLine }) {
  const t = useT();
  return (
    <span className="inline-flex flex-wrap items-center gap-2 font-semibold">
      {displayName}
      {state === "void" && <Badge tone="neutral">{t("rounds.state.void")}</Badge>}
      {bonusBet === true && <Badge tone="neutral">{t("rounds.record.bonusBet")}</Badge>}
      {state === "corrected" && <Badge tone="accent">{t("rounds.state.corrected")}</Badge>}
    </span>
  );
}

function useColumns(): readonly Column<RecordLine>[] {
  const t = useT();
  return [
    { key: "game", label: t("rounds.record.game"), primary: true, render: (round) => <RoundName round={round} /> },
    { key: "at", label: t("rounds.record.at"), render: ({ at }) => <DateTime at={at} shape="exact" className="text-muted" /> },
    { key: "stake", label: t("rounds.record.stake"), align: "end", render: ({ stake }) => <Money minor={stake} /> },
    { key: "win", label: t("rounds.record.win"), align: "end", render: ({ win }) => <Money minor={win} /> },
    {
      key: "net",
      label: t("rounds.record.net"),
      align: "end",
      render: ({ win, stake }) => <Money minor={win - stake} signed className="font-semibold" />,
    },
    {
      key: "replay",
      label: t("rounds.record.round"),
      align: "end",
      render: ({ vendor }) => (
        <span aria-hidden="true" className="inline-flex items-center gap-1.5 text-primary-text">
          {vendor === null ? <RotateCcw className="size-4" /> : <ReceiptText className="size-4" />}
          {t(vendor === null ? "rounds.record.replay" : "rounds.record.round")}
        </span>
      ),
    },
  ];
}
