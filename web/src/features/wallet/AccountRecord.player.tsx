import type { OutputOf } from "@laro/contract/core/endpoint";
import { reports } from "@laro/contract/reports";
import { rounds } from "@laro/contract/rounds";
import { movementKinds, type MovementKind } from "@laro/contract/wallet";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { call } from "../../api/call.ts";
import { useDayLabels } from "../../api/days.ts";
import { useDownload, useDownloadWords } from "../../api/download.ts";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { nowMs } from "../../api/clock.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { More } from "../../ui/More.tsx";
import { dayIn, type DaySpan, readSpan } from "../../ui/days.ts";
import { DaySpanField } from "../../ui/DaySpanField.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Select } from "../../ui/Select.tsx";
import { MovementTable } from "./MovementTable.player.tsx";
import { useMovements } from "./wallet.api.ts";

const readKind = (search: URLSearchParams): MovementKind | undefined => movementKinds.find((kind) => kind === search.get("kind"));

/** Every line that changed the balance, by kind and by days; the URL keeps both. */
export function AccountRecord({ depositTo, onRound }: { depositTo: string; onRound: (round: OpenedRound) => void }) {
  const t = useT();
  const refusal = useRefusal();
  const { timeZone } = usePermission().jurisdiction;
  const [search, setSearch] = useSearchParams();
  const [openedAt] = useState(nowMs);
  const today = dayIn(timeZone, openedAt);
  const [span, kind] = [readSpan(search, today), readKind(search)];
  const filter = { ...span, ...(kind === undefined ? {} : { kind }) };
  const record = useMovements(filter);
  const round = useOpenRound(onRound);
  const show = (next: DaySpan, of: string) => setSearch({ ...next, ...(of === "" ? {} : { kind: of }) }, { replace: true });
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-full sm:w-44">
          <Select
            label={t("wallet.kind")}
            value={kind ?? ""}
            onChange={(event) => show(span, event.target.value)}
            options={[{ value: "", label: t("wallet.kind.all") }, ...movementKinds.map((value) => ({ value, label: t(`wallet.kind.${value}`) }))]}
          />
        </div>
        <DaySpanField labels={useDayLabels()} span={span} today={today} onChange={(next) => show(next, kind ?? "")} />
        <div className="grid gap-3 sm:ms-auto">
          <Export filter={filter} />
        </div>
      </div>
      <FormFault error={round.error} />
      <MovementTable
        rows={record.rows}
        onOpenRound={round.open}
        face={faceOf(record, record.rows.length)}
        empty={<EmptyState drawing="banca" text={t("wallet.empty")} action={<ButtonLink to={depositTo}>{t("wallet.deposit")}</ButtonLink>} />}
        refused={<RefusedState {...refusal(record)} />}
        footer={
          record.hasNextPage && (
            <div className="grid justify-center">
              <More {...record} label={t("ui.more")} size="md" />
            </div>
          )
        }
      />
    </div>
  );
}

/** The lines the filter shows, as a file. */
function Export({ filter }: { filter: DaySpan & { kind?: MovementKind } }) {
  const t = useT();
  const { stopLabel, progressOf } = useDownloadWords();
  const file = useDownload(reports.movementsCsv);
  return (
    <>
      <DownloadButton
        label={t("wallet.csv")}
        stopLabel={stopLabel}
        progress={progressOf(file.progress)}
        onStart={() => file.start(filter)}
        onStop={file.stop}
      />
      <FormFault error={file.error ?? null} />
    </>
  );
}

export type OpenedRound = OutputOf<(typeof rounds)["get"]>;

/** Finds a line's round: only the round knows its game, and so where it is shown again. */
function useOpenRound(onRound: (round: OpenedRound) => void) {
  const [error, setError] = useState<Error | null>(null);
  const open = async (id: string): Promise<void> => {
    setError(null);
    const found = await call(rounds.get, { id }).catch((fault: unknown) => setError(fault as Error));
    if (found) onRound(found);
  };
  return { error, open: (id: string) => void open(id) };
}
